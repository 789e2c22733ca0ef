"""The pure part of the referee: state, events, prompts, rulings and the ports that an edition fills."""
