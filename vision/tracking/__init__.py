"""Tracking the table over frames: board, objects, hands, occlusion, warnings."""
