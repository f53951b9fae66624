"""Where the demonstration takes place: which network machines, service and BMCs share."""

import contextlib
import os
import socket
import sys
from dataclasses import dataclass

import namespace

# At the end: that folder has other modules of the same names.
sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "ramdisk_parts"))

import emulated_kernel  # noqa: E402

API_PORT = 6385
AGENT_PORT = 9999
PARAMETERS = "console=ttyS0 " + emulated_kernel.PARAMETERS
# One agent for inspection, cleaning and deployment, all of it on the serial console; a BMC that is a
# program of this host needs no pause between two commands.
COMMON = """\
drivers: {{enabled_hardware_types: [ipmi, redfish]}}
deploy: {{fast_track: true}}
ipmi: {{min_command_interval: 0s}}
agent: {{callback_networks: [{networks}]}}
pxe: {{kernel_append_params: "{parameters}"}}
redfish: {{kernel_append_params: "{parameters}"}}
"""


@dataclass(frozen=True)
class Place:
    title: str
    host: str
    port: int
    settings: str  # of the service
    machines: tuple  # arguments of `simulate`
    ways: tuple


def own_network():
    """NotPermitted if there is no way. Once, before the process has threads."""
    namespace.enter()
    settings = COMMON.format(networks=namespace.NETWORK, parameters=PARAMETERS)
    settings += f"dhcp: {{managed: {{interface: {namespace.BRIDGE}, range: {namespace.RANGE}}}}}\n"
    return Place("a network of its own", namespace.HOST, API_PORT, settings,
                 ("--network", f"bridge:{namespace.BRIDGE}"), ("bios", "media", "secureboot"))


def _free_port(host):
    with contextlib.closing(socket.socket()) as one:
        one.bind((host, 0))
        return one.getsockname()[1]


def _own_address():
    """By which this host reaches others; nothing is sent."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as one:
        with contextlib.suppress(OSError):
            one.connect(("198.51.100.1", 9))
            return one.getsockname()[0]
    raise namespace.NotPermitted("this host has no address that a machine could call")


def qemus_network():
    """Machines reach this host, and of a machine only its agent is reached, at a port of this host."""
    host = _own_address()
    agent = _free_port("127.0.0.1")
    parameters = f"{PARAMETERS} ipa-advertise-host=127.0.0.1 ipa-advertise-port={agent}"
    return Place("QEMU's own network", host, _free_port(host),
                 COMMON.format(networks="127.0.0.0/8", parameters=parameters),
                 ("--network", "user", "--user-network", f"hostfwd=tcp:127.0.0.1:{agent}-:{AGENT_PORT}"),
                 ("media",))


def choose(say):
    try:
        return own_network()
    except namespace.NotPermitted as why:
        say(f"{why}: machines boot by virtual media only, in QEMU's own network")
        return qemus_network()
