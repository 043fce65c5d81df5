"""Why a move of truco may not be made: the refusals that are the same each time, made once.

They are those of section 10 of both rulebooks; which holds when is in `carteado.games.truco`.
"""

from __future__ import annotations

from typing import Final

from carteado.games.game import Refusal

NOT_SEATED: Final = Refusal("not_seated")
MATCH_OVER: Final = Refusal("match_over")
BAD_MOVE: Final = Refusal("bad_move")
HAND_OVER: Final = Refusal("hand_over")
BLIND_USE_POSITION: Final = Refusal("blind_use_position")
CARD_NOT_IN_HAND: Final = Refusal("card_not_in_hand")
NAME_THE_CARD: Final = Refusal("name_the_card")
COVERED_DISABLED: Final = Refusal("covered_disabled")
COVERED_PARTNER: Final = Refusal("covered_partner")
RERAISE_DISABLED: Final = Refusal("reraise_disabled")
RAISE_OWN: Final = Refusal("raise_own")
RAISE_IN_SPECIAL_HAND: Final = Refusal("raise_in_special_hand")
NO_RAISE_PENDING: Final = Refusal("no_raise_pending")
ALREADY_ANSWERED: Final = Refusal("already_answered")
NO_DECISION_PENDING: Final = Refusal("no_decision_pending")
NOT_DECIDER: Final = Refusal("not_decider")
FORFEIT_DISABLED: Final = Refusal("forfeit_disabled")
FORFEIT_NOT_NOW: Final = Refusal("forfeit_not_now")
ALREADY_PROPOSED: Final = Refusal("already_proposed")
FORFEIT_REFUSED_THIS_TRICK: Final = Refusal("forfeit_refused_this_trick")
NO_PROPOSAL: Final = Refusal("no_proposal")
NOT_PROPOSER: Final = Refusal("not_proposer")
FORFEIT_NEEDS_PARTNER: Final = Refusal("forfeit_needs_partner")
NOT_YOUR_TURN: Final = [Refusal("not_your_turn", {"turn": seat}) for seat in range(4)]
NOT_RESPONDER: Final = [Refusal("not_responder", {"seat": seat}) for seat in range(4)]
RAISE_PENDING: Final = [Refusal("raise_pending", {"seat": seat}) for seat in range(4)]
