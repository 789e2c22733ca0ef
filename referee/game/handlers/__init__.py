"""Handlers that editions share: the same conduct, with each edition's own rule ids and figures."""
