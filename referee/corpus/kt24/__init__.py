"""What the 2024 edition can be asked of a position."""

from referee.corpus.common import COMMON
from referee.corpus.kt24.acting import ACTING
from referee.corpus.kt24.keeping import KEEPING
from referee.corpus.kt24.measuring import MEASURING
from referee.corpus.kt24.reacting import REACTING
from referee.corpus.kt24.weapons import WEAPONS

ANSWERS = {**COMMON, **MEASURING, **ACTING, **REACTING, **WEAPONS, **KEEPING}
