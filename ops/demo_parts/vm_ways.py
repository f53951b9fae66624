"""The boot methods that the demonstration shows."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Way:
    name: str
    title: str
    driver: str
    firmware: str  # of `simulate --firmware`
    boot_interface: str
    simulate: tuple = ()  # further arguments
    properties: dict = field(default_factory=dict)
    reported: str = "efi"  # the firmware type that the deployed system reports


WAYS = {way.name: way for way in (
    Way("bios", "IPMI, BIOS, iPXE", "ipmi", "bios", "ipxe", ("--ipmi",),
        {"capabilities": "boot_mode:bios"}, "bios"),
    Way("media", "Redfish, UEFI, virtual media", "redfish", "uefi", "redfish-virtual-media", (),
        {"capabilities": "boot_mode:uefi"}),
    Way("secureboot", "Redfish, UEFI HTTP boot, Secure Boot", "redfish", "secureboot", "http", (),
        {"capabilities": "boot_mode:uefi,secure_boot:true"}),
)}


def driver_info(way, machine):
    """Returns the driver_info with which the service reaches the BMC of a listed machine."""
    if way.driver == "ipmi":
        return {"ipmi_address": "127.0.0.1", "ipmi_port": machine["vm"]["ipmi_port"],
                "ipmi_username": machine["user"], "ipmi_password": machine["password"],
                "ipmi_cipher_suite": "3"}
    return {"redfish_address": machine["redfish_address"], "redfish_system_id": machine["system_id"],
            "redfish_username": machine["user"], "redfish_password": machine["password"],
            "redfish_verify_ca": False}
