"""Phases that editions share: the same conduct, with each edition's own names and figures."""
