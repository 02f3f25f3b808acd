"""Text of index files: UTF-8, else Latin-1; decoding never fails."""

__all__ = ["decode"]


def decode(text: bytes) -> str:
    """Return the text, read as UTF-8 or, where that is impossible, as Latin-1."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")
