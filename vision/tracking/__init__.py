"""The table frame after frame: board, objects, hands, occlusion, warnings."""
