### Updates on the machine's page: versions (releases) of the program

## Why updates are unavailable

update-switched-off = Updating on this page is switched off (update.from_page in the settings file).
update-not-installed = Only a table that install.sh has installed can be updated on this page. Update this one the way you installed it.
update-no-right = Updating on this page is not set up. Run 'sudo sh deploy/install.sh' of this version once.
update-no-index = No index is named. Set update.index in the settings file, or upload a file.
update-not-heard = The system does not react. Check that overlook-update.path is enabled; 'sudo sh deploy/install.sh' enables it.
update-running = A version is already being prepared or installed. Wait until its result is shown.
update-not-ready = No version is ready to be installed. Choose a file first.
update-nothing-before = There is no earlier version to go back to.
# $fault: an error of the disk, in English.
update-not-recorded = { $folder } cannot be written ({ $fault }), so an update cannot be confirmed and will be undone. Check the disk and the folder's permissions.
update-handed-over = { $version } is handed to the system.

## Fetching from the index

update-fetching = Fetching the newest version.
# Name of the file while it is fetched.
update-newest = the newest version
update-fetch-running = A version is already being fetched. Wait a moment.
update-fetch-slow = Nothing was fetched and nothing changed: the index took longer than { $seconds } s.
# $fault: an error of the disk, or the last line that pip printed, in English.
update-fetch-failed = Nothing was fetched and nothing changed ({ $fault }).
update-fetch-silent = Nothing was fetched and nothing changed. pip gave no reason.
update-fetch-large = Nothing was changed: { $file } has { DECIMAL($megabytes, digits: 0) } MB, more than any release.

## Why a file cannot be installed; shown after "Refused; nothing was changed."

# $names: forms of file names.
update-file-foreign = It is not a release of Overlook. Expected a file { LIST($names, last: "or") }.
update-file-unreadable = It is damaged, or not a release of Overlook. Expected a file { LIST($names, last: "or") }.
update-file-large = It contains more than any release.
update-path-twice = It contains a file twice.
update-path-foreign = It contains { $path }, which is in no release.
update-path-missing = It lacks { $path }: it was not built as a release.
update-path-changed = { $path } has changed since the release was built. Upload the file again.
update-list-missing = It has no list of its files.
update-list-differs = Its list of files does not match its content.
update-version-unknown = { QUOTE($version) } is not a version. Expected digits first, for example 0.3.0.
update-older = It is version { $version }, older than the running version { $program }. The present games may not open in it.
update-scripts-old = The update scripts of this machine do not know the name { $file }. Run 'sudo sh /opt/overlook/current/deploy/install.sh --units' once, or upload the file whose name begins with overlook-.

## The page. $plays: the running version

update-page = Versions
update-title = Version of the program
update-plays = Overlook { $version } is running.
update-starting = The table is starting…
update-another = Another version
update-another-about = The file is checked, and its changes are shown, before anything on this machine is changed. The games are backed up first. The new version is installed beside the running one. If it does not start, the table returns to the earlier one by itself.
update-before = Earlier version
update-choose = Choose a version's file
# Name of the field, for screen readers.
update-file = File of a version
update-fetch = Fetch the newest version
# $come and $size: megabytes.
update-coming = { $file }: { $come } of { $size } MB
update-found = { $file } is intact. It is version { $version }; { $plays } is running.
update-changes-none = Its list of changes is empty.
update-take = Install { $version }
update-take-sure = Yes, install { $version }
update-take-effect = The games are backed up. Then { $version } is installed beside { $plays }, which takes some minutes. Then the table is away for some seconds.{ $playing ->
    [yes] {" "}The battle then continues where it is.
   *[no] {""}
 }
update-at-work = An update is in progress. Its result will appear here.
update-back = Return to { $version }
update-back-sure = Yes, return to { $version }
update-back-effect = Games and settings stay as they are. Games that { $plays } has written may not all open in { $before }. The table is away for some seconds.
