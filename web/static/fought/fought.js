// The dice of a moment, which the replay loads once its board is drawn.

export { showCombat } from "../shared/combat.js";
