### The button panel: four buttons, a knob, a light and a buzzer on GPIO pins

panel-none = No button panel. Use the buttons on the page.

## Why there is no panel

panel-off = The button panel is switched off in the settings.
panel-no-gpio = No button panel: gpiozero finds no GPIO pins on this machine. On a Raspberry Pi, run 'sudo apt install python3-lgpio' or 'pip install lgpio==0.2.2.0'.
# $fault: the error of the library gpiozero, in English.
panel-pins-unusable = No button panel: its pins cannot be used ({ $fault }). Free them, or choose other pins in the settings.

## Errors in the settings [panel]

# $known: the presses, such as "undo long".
panel-press-unknown = '{ $press }' is not a press. Expected { LIST($known, last: "or") }.
# A pin number, or "none".
panel-light-pins = The light has blue pin { $blue } and amber pin { $amber }. Set only blue for an RGB LED, or set amber and blue = 0 for three LEDs.
panel-knob-pins = The knob has pins knob_a { $a } and knob_b { $b }. Set both, or neither.
panel-pin-twice = { $setting }: pin { $pin } is already used by { $other }. Choose another pin.

## Descriptions of the settings [panel]

panel-setting-enabled = use the button panel
panel-setting-confirm = pin of the Confirm button
panel-setting-undo = pin of the Undo button; a long press challenges the last ruling
panel-setting-measure = pin of the Measure button; a long press redoes what was undone
panel-setting-next = pin of the Next button; a double press goes back, a long press speaks the pairing PIN
panel-setting-knob-a = first contact of a rotary knob (turning it works like Next)
panel-setting-knob-b = pin of the knob's second contact; if the knob turns the wrong way, swap knob_a and knob_b
panel-setting-knob = pin of the knob's button (works like Confirm)
panel-setting-red = pin of the red light
panel-setting-green = pin of the green light
panel-setting-blue = pin of the blue light of an RGB LED; 0 if there is an amber LED
panel-setting-amber = pin of the amber light, if there are three LEDs
panel-setting-buzzer = pin of the buzzer; 0 for none
panel-setting-common-anode = the LED has a common anode (its common leg is positive)
panel-setting-long = time after which a press is a long press, in seconds
panel-setting-double = longest time between the two presses of a double press, in seconds
panel-setting-bounce = debounce time of the contacts, in seconds
panel-setting-presses = other actions for presses, for example "undo long" = "undo"; "nothing" switches a press off
