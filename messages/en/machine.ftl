### The machine's page: settings and power

## Sections of the settings

machine-section-camera = Camera
machine-section-game = Game
machine-section-web = Pages
machine-section-panel = Buttons and lights
machine-section-voice = Voice
machine-section-obs = OBS
machine-section-hooks = Web hooks
machine-section-venue = Hall
machine-section-tray = Dice tray
machine-section-data = Stored data
machine-section-update = Updates
machine-section-log = Log
machine-section-network = Network

## Why a setting cannot be changed on the page; shown after its description

machine-locked-file = It names a file or a folder: set it in the settings file.
machine-locked-address = It is the address of this page: set it in the settings file.
machine-locked-environment = It is set by the environment in which the program was started.
machine-locked-command-line = It is set on the command line.
machine-locked-camera = Choose the camera on the page /first. The simulated table is chosen in the settings file.
machine-locked-device = It names a device or an address: set it in the settings file.
machine-locked-pin = It decides who needs no PIN: set it in the settings file.
machine-locked-origins = It decides which other sites may read the table: set it in the settings file.
machine-locked-hooks = It decides where games are sent: set it in the settings file.
machine-locked-signature = It signs what is sent: set it in the settings file.
machine-locked-update = It decides who may change the program: set it in the settings file.
machine-locked-index = It decides where versions come from: set it in the settings file.
machine-locked-program = It names a program to run: set it in the settings file.

## Changing settings. $setting: its name in the file, such as camera.fps

machine-setting-unknown = There is no setting { QUOTE($setting) } on the machine's page.
# $why: one of the messages above.
machine-setting-locked = { $setting } cannot be changed on the machine's page. { $why }
machine-setting-dropped = { $setting } was set on the machine's page, but can no longer be set there. It is ignored.
machine-setting-older = { $setting } was changed in the settings file after it was set on the machine's page. The file's value is used.
machine-secret-dropped = { $setting } is not used: on the machine's page, it was entered for another address. Enter it there again.
machine-secret-of-file = { $setting } of the settings file is not used: it was entered for another address. Enter the one for the new address on the machine's page.
machine-secrets-erased = Erased, because its address was changed: { LIST($settings) }. Enter it again for the new address.
# $fault is a message.
machine-settings-refused = The settings made on the machine's page are not used. { $fault }
# $reason: an error of the disk, in English.
machine-settings-unreadable = { $file } cannot be read ({ $reason }). The settings made on the machine's page are not used. Make them again.
machine-settings-damaged = { $file } is damaged. The settings made on the machine's page are not used. Make them again.
machine-settings-not-written = The settings cannot be written ({ $fault }). Nothing was changed.

## Power

machine-power-service = The program is a service, which would be started again at once. Shut the machine down instead.
machine-power-terminal = The program was started from a terminal, so nothing would start it again. Restart it there.
machine-power-not-installed = This table may not switch the machine off or restart it. Run 'sudo sh deploy/install.sh' to allow it.
machine-power-not-heard = The system does not react. Check that overlook-power@.path is enabled; 'sudo sh deploy/install.sh' enables it.
machine-system-failed = The system cannot be asked ({ $fault }).

## The page

machine-page = Machine
machine-title = This table's machine
machine-owner-only = This page is for the table's owner. Open it on the table's own screen, or sign in as the owner.
machine-owner-how = Claim the table, or come back as its owner
# $program: such as "overlook 0.2.0". $system: the operating system.
machine-about = { $program }, running for { $hours ->
    [0] {""}
   *[other] { $hours } h{" "}
 }{ $minutes } min, at { LIST($addresses) }. { $system }.
machine-reopening = The table is reopening…
machine-to-update = Install another version of the program, or return to the earlier one

## The page: backup and report

machine-keep = Backup and report
machine-backup = Make a backup
machine-backup-download = Download { $file }
machine-backup-secret = It contains passwords and the table's key. Keep it where nobody else can read it.
machine-report = Download a report
machine-report-about = It describes this machine and has its latest log lines, for whoever looks for a fault. It contains no passwords.
machine-reopen = Reopen the table
machine-reopen-about = Looks for devices again. A game continues where it is; the demonstration starts again.
machine-restore = Restore a backup
machine-restore-about = The backup is checked and shown before anything is changed.
machine-log = Latest log lines
machine-log-none = There are none.

## The page: settings

machine-settings = Settings
machine-apply = Apply
machine-changes = { $count ->
    [one] One setting
   *[other] { $count } settings
 } changed. To use { $count ->
    [one] it
   *[other] them
 }, the table reopens.
# In an empty field with names and what each means.
machine-names-example = name = meaning
# In place of a password: whether there is one.
machine-secret-set = set
machine-secret-none = not set
machine-file-value = Set on this page. In the settings file: { $value }
# As $value above.
machine-value-none = nothing
machine-use-file = Use the file's value

## The page: stop and shut down

machine-end = Stop and shut down
machine-end-name = { $end ->
    [stop] Stop the program
    [restart] Restart the program
    [reboot] Restart the machine
   *[shut_down] Shut the machine down
 }
machine-end-sure = { $end ->
    [stop] Yes, stop the program
    [restart] Yes, restart the program
    [reboot] Yes, restart the machine
   *[shut_down] Yes, shut the machine down
 }
machine-end-effect = { $end ->
    [stop] Nothing works until somebody starts the program on the machine.
    [restart] The table is away for some seconds and comes back by itself.
    [reboot] The table is away for a minute or two and comes back by itself.
   *[shut_down] Wait until the machine's light stays off before you pull the plug. To start it again, use its button or plug it in.
 }{ $playing ->
    [yes] {" "}The battle then continues where it is.
   *[no] {""}
 }
machine-end-begun = { $end ->
    [stop] Stopping…
    [shut_down] Shutting down…
   *[other] Restarting…
 }
machine-no = No
