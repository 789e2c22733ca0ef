"""The first run of a table in the browser: camera, lens, board and accuracy certificate."""
