### Notices in the banner of every page

notice-waiting = Waiting for the first image of the camera.
notice-displaced = Put { NAME($operative) } back: it is { LENGTH($off) } from its place.
notice-missing = Set { NAME($operative) } up here.
# $game: the number of the game that this one goes on from, in four digits. $number: models that do not stand at their outline yet.
notice-branch = Played on from game { $game }, event { $event }. Set the models up at their outlines: { $number } to go.
notice-out = Take { NAME($operative) } off the table.
notice-camera-moved = The camera has moved. There are no rulings until it is still and the board is found again.
notice-hand = A hand is in view. Rulings follow when it is gone.
