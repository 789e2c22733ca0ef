"""Stages that editions share: the same course, with each edition's own names and figures."""
