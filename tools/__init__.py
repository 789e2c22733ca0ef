"""Tools of whoever works on Overlook; never imported by the packages."""
