"""The program: it wires cameras, the referee and the surfaces, and translates between strangers."""

import os

from calibration.image_limits import limit_opencv

# A table's matrices are tiny: threads for them cost more than they bring. Must be said before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Nobody has plugins of pydantic's here: looking for them reads what every installed package says of itself.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
limit_opencv()
