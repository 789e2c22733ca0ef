"""Messages: codes with typed arguments, and their text in each language."""

from messages.catalogue import ENGLISH
from messages.message import write_messages_with

write_messages_with(ENGLISH.text)
