#!/bin/sh
# Time what a newcomer waits for: `sh deploy/fresh_root.sh bookworm sh deploy/first_minutes.sh`.
# Starts `make run` in this checkout and prints when its page answers, when the first ruling stands on it, and stops it.
set -eu
cd "$(dirname "$0")/.."
make run >first_minutes.log 2>&1 &
trap 'pkill -INT -f "overlook run" 2>/dev/null || true; rm -f first_minutes.log' EXIT
python3 - "$(date +%s)" <<'PYTHON'
import json, re, sys, time, urllib.request

began, page = float(sys.argv[1]), ""
waited = lambda: f"{time.time() - began:.0f} s"
while time.time() - began < 600:
    time.sleep(0.5)
    log = open("first_minutes.log").read()
    if not page and (found := re.search(r"http://\S+", log)):
        page = found.group(0)
        snapshot = json.load(urllib.request.urlopen(page + "api/snapshot", timeout=20))
        print(f"the page answers after {waited()}", flush=True)
    elif page:
        snapshot = json.load(urllib.request.urlopen(page + "api/snapshot", timeout=20))
        if rulings := [ruling for ruling in snapshot["rulings"] if ruling["id"].startswith("r")]:
            sys.exit(print(f"the first ruling stands after {waited()}: {rulings[0]['claim']}, {rulings[0]['verdict']}"))
sys.exit(f"first_minutes: no ruling within {waited()}; the program said:\n{log[-2000:]}")
PYTHON
