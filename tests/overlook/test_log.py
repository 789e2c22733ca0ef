"""The log says what went wrong and when, and never what variables held."""

from __future__ import annotations

import re
import subprocess
import sys

FAULTY = """
import logging
from overlook.console import log, log_to_stderr
log_to_stderr()
log.info("old pictures made room")
logging.getLogger("web.live").warning("viewer %s took nothing", "10.0.0.7")
logging.getLogger("strangers").info("not of ours, and nothing to mind")
secret = "hunter" + "2"
try:
    raise OSError(f"a secret of {len(secret)} letters")
except OSError:
    log.exception("something failed")
"""


def test_a_line_has_its_time_and_a_fault_its_lines_without_what_variables_held() -> None:
    done = subprocess.run([sys.executable, "-c", FAULTY], capture_output=True, text=True, check=True)
    told, minded, failed, *lines = done.stderr.splitlines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d INFO old pictures made room", told)
    assert minded.endswith(" WARNING viewer 10.0.0.7 took nothing")
    assert failed.endswith(" ERROR something failed")
    assert lines[0].startswith("Traceback")
    assert lines[-1] == "OSError: a secret of 7 letters"
    assert "hunter2" not in done.stdout + done.stderr
