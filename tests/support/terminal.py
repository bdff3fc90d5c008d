"""A terminal that a test pretends to be."""
import fcntl
import os
import pty
import re
import struct
import termios


def open_terminal(width):
    """What the test reads from, and what a program writes to."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    return master, slave


def read_terminal(master, wanted=None):
    """What the terminal shows, until it shows `wanted` or the program ends."""
    text = b""
    while wanted is None or not re.search(wanted, text.decode(errors="replace")):
        try:
            part = os.read(master, 4096)
        except OSError:
            break
        if not part:
            break
        text += part
    return text.decode()
