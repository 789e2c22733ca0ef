"""The program: it connects cameras, referee, pages, panel and hall."""

import os
import sys

from calibration.image_limits import limit_opencv

# A table's matrices are tiny: threads for them cost more than they bring. Must be said before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Nobody has plugins of pydantic's here: looking for them reads what every installed package says of itself.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
limit_opencv()
# A wheel carries the package `simulation` in here (docs/decisions/14).
if os.path.isdir(_bundled := os.path.join(os.path.dirname(__file__), "bundled")):
    sys.path.append(_bundled)
