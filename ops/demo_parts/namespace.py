"""Creates a private network: a network namespace for this process and its children. The kernel deletes
it with the last of them. A bridge connects the machines' network cards; this host is 192.0.2.1."""

import ctypes
import os
import subprocess

from daemon import Failed

BRIDGE = "machines"
HOST = "192.0.2.1"
NETWORK = "192.0.2.0/24"
RANGE = "192.0.2.100-192.0.2.200"

NEW_NETWORK = 0x40000000  # CLONE_NEWNET of sched.h
NEW_USER = 0x10000000  # CLONE_NEWUSER


class NotPermitted(Failed):
    """This process may not create a network namespace."""


def _unshare(flags):
    library = ctypes.CDLL(None, use_errno=True)
    if library.unshare(flags) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _be_root_inside(user, group):
    """Maps the user to root inside the namespace. That root may create devices there, nowhere else."""
    for name, text in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def _run(*argv):
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotPermitted(f"{' '.join(argv)}: {done.stderr.strip()}")


def enter():
    """Enters a new network namespace. Call it before the process starts a thread.
    Raises NotPermitted with the reason if the process may not."""
    user, group = os.getuid(), os.getgid()
    try:
        if user == 0:
            _unshare(NEW_NETWORK)
        else:
            _unshare(NEW_NETWORK | NEW_USER)
            _be_root_inside(user, group)
        if not os.access("/dev/net/tun", os.R_OK | os.W_OK):
            raise OSError(0, "cannot open /dev/net/tun for reading and writing")
    except OSError as error:
        raise NotPermitted(f"Cannot create a network namespace: {error.strerror}") from None
    make_cable()


def make_cable():
    for words in ("link set lo up",
                  f"link add {BRIDGE} type bridge forward_delay 0 mcast_snooping 0",
                  f"address add {HOST}/24 dev {BRIDGE}",
                  f"-6 address add fd00:c0::1/64 dev {BRIDGE} nodad",
                  f"link set {BRIDGE} up"):
        _run("ip", *words.split())
