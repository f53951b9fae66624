"""Chooses the network that the machines, the service and the BMCs share."""

import contextlib
import os
import socket
import sys
from dataclasses import dataclass

import namespace

# Appended last: that folder has modules with the same names.
sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "ramdisk_parts"))

import emulated_kernel  # noqa: E402

API_PORT = 6385
AGENT_PORT = 9999
PARAMETERS = "console=ttyS0 " + emulated_kernel.PARAMETERS
# fast_track: one agent serves inspection, cleaning and deployment. min_command_interval: a simulated BMC
# needs no pause between two commands.
COMMON = """\
drivers: {{enabled_hardware_types: [ipmi, redfish]}}
deploy: {{fast_track: true}}
ipmi: {{min_command_interval: 0s}}
api: {{noauth_on_network: true}}
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
    """Uses a private network. Call it once, before the process starts a thread. Raises NotPermitted."""
    namespace.enter()
    settings = COMMON.format(networks=namespace.NETWORK, parameters=PARAMETERS)
    settings += f"dhcp: {{managed: {{interface: {namespace.BRIDGE}, range: {namespace.RANGE}}}}}\n"
    return Place("a private network", namespace.HOST, API_PORT, settings,
                 ("--network", f"bridge:{namespace.BRIDGE}"), ("bios", "media", "secureboot"))


def _free_port(host):
    with contextlib.closing(socket.socket()) as one:
        one.bind((host, 0))
        return one.getsockname()[1]


def _own_address():
    """Returns the address that this host uses to reach other hosts. Sends no packet."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as one:
        with contextlib.suppress(OSError):
            one.connect(("198.51.100.1", 9))
            return one.getsockname()[0]
    raise namespace.NotPermitted("This host has no IPv4 address that a machine could call")


def qemus_network():
    """Uses QEMU's user network: machines reach this host; this host reaches only the agent, by a forwarded port."""
    host = _own_address()
    agent = _free_port("127.0.0.1")
    parameters = f"{PARAMETERS} ipa-advertise-host=127.0.0.1 ipa-advertise-port={agent}"
    return Place("QEMU's user network", host, _free_port(host),
                 COMMON.format(networks="127.0.0.0/8", parameters=parameters),
                 ("--network", "user", "--user-network", f"hostfwd=tcp:127.0.0.1:{agent}-:{AGENT_PORT}"),
                 ("media",))


def choose(say):
    try:
        return own_network()
    except namespace.NotPermitted as why:
        say(f"{why}. Falling back to QEMU's user network: machines boot by virtual media only.")
        return qemus_network()
