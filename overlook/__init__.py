"""The program: connects cameras, referee, pages, panel and hall."""

import os
import sys

# A wheel carries the packages `messages` and `simulation` in this folder (docs/decisions/14).
if os.path.isdir(_bundled := os.path.join(os.path.dirname(__file__), "bundled")):
    sys.path.append(_bundled)

from calibration.image_limits import limit_opencv

# A table's matrices are tiny, so BLAS threads cost more than they gain. Set this before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# No pydantic plugins are used; searching for them reads the metadata of every installed package.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
limit_opencv()
