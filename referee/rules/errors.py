"""What can be wrong with what is asked of the referee."""


class RefereeError(ValueError):
    """The referee cannot take this; the message quotes it, says what was expected and what to do."""


class MalformedError(RefereeError):
    """The text or record is not of its form: a field is missing or of the wrong kind."""


class IllegalError(RefereeError):
    """The form is right, but the rules do not allow it here and now."""
