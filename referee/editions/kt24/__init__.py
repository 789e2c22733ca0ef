"""The 2024 edition."""
