"""What the 2024 edition can be asked of a position."""

from referee.kt24.answers.acting import ACTING
from referee.kt24.answers.keeping import KEEPING
from referee.kt24.answers.measuring import MEASURING
from referee.kt24.answers.reacting import REACTING
from referee.kt24.answers.weapons import WEAPONS
from referee.rules.answers import COMMON

ANSWERS = {**COMMON, **MEASURING, **ACTING, **REACTING, **WEAPONS, **KEEPING}
