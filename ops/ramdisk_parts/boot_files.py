"""The boot loaders for ISO images and for network boot."""

import os
import shutil
import tempfile

from packages import run

MIB = 1 << 20
# Debian's signed GRUB reads this file next to its own image and continues with the configuration on the ISO.
# It finds the ISO by its mark file, because a disk with an installed system has a grub.cfg as well.
GRUB = """search --no-floppy --set=root --file /ironbus-ramdisk
set prefix=($root)/boot/grub
configfile ($root)/boot/grub/grub.cfg
"""
SIGNED_GRUB = "usr/lib/grub/x86_64-efi-signed/"
ISO_FILES = (("isolinux", "usr/lib/ISOLINUX/isolinux.bin", "isolinux.bin"),
             ("syslinux-common", "usr/lib/syslinux/modules/bios/ldlinux.c32", "ldlinux.c32"))
NETWORK_FILES = (("ipxe", "usr/lib/ipxe/undionly.kpxe", "undionly.kpxe"),
                 ("ipxe", "usr/lib/ipxe/snponly.efi", "snponly.efi"),
                 ("ipxe", "usr/lib/ipxe/ipxe.efi", "ipxe.efi"),
                 ("shim-signed", "usr/lib/shim/shimx64.efi.signed", "shimx64.efi"),
                 ("grub-efi-amd64-signed", SIGNED_GRUB + "grubnetx64.efi.signed", "grubx64.efi"))


PACKAGES = sorted({row[0] for row in ISO_FILES + NETWORK_FILES})


def make_system_partition(packages, output):
    """Writes the EFI system partition of an ISO: shim, GRUB and the first configuration of GRUB."""
    with open(output, "wb") as file:
        file.truncate(8 * MIB)
    run("mformat", "-i", output, "-T", str(8 * MIB // 512), "-h", "16", "-s", "63", "-v", "IRONBUS", "-N", "1b0045ed", "::")
    run("mmd", "-i", output, "::/EFI", "::/EFI/BOOT", "::/EFI/debian")
    with tempfile.TemporaryDirectory() as scratch:
        with open(scratch + "/grub.cfg", "w", encoding="utf-8") as file:
            file.write(GRUB)
        for source, target in (
                (packages.file("shim-signed", "usr/lib/shim/shimx64.efi.signed"), "EFI/BOOT/BOOTX64.EFI"),
                (packages.file("grub-efi-amd64-signed", SIGNED_GRUB + "grubx64.efi.signed"), "EFI/BOOT/grubx64.efi"),
                (scratch + "/grub.cfg", "EFI/debian/grub.cfg")):
            run("mcopy", "-i", output, source, "::/" + target)


def add_boot_files(packages, folder):
    make_system_partition(packages, os.path.join(folder, "esp.img"))
    os.makedirs(os.path.join(folder, "network"), exist_ok=True)
    for rows, place in ((ISO_FILES, folder), (NETWORK_FILES, os.path.join(folder, "network"))):
        for package, path, name in rows:
            shutil.copyfile(packages.file(package, path), os.path.join(place, name))
