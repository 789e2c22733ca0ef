"""What can be wrong with a set-up."""


class SetupError(ValueError):
    """A set-up that contradicts itself or its schema, or cannot be read; the message says what and where."""


class SetupRefusedError(SetupError):
    """Something that cannot be set up so; the message says what to do instead."""
