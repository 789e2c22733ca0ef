"""Every kind of question that the 2024 edition answers."""

from __future__ import annotations

from referee.corpus.common import COMMON
from referee.corpus.kt24.acting import ACTING
from referee.corpus.kt24.keeping import KEEPING
from referee.corpus.kt24.measuring import MEASURING
from referee.corpus.kt24.reacting import REACTING
from referee.corpus.kt24.weapons import WEAPONS
from referee.corpus.questions import AnswerSet
from referee.editions.kt24.edition import KT24

ANSWERS = AnswerSet(KT24.id, {**COMMON, **MEASURING, **ACTING, **REACTING, **WEAPONS, **KEEPING})
