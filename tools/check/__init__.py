"""Static checks: `python -m tools.check` runs linters, types, layers and the project's own rules in parallel."""
