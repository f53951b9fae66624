"""The parts of a boot ISO, for tests: an EFI system partition with Debian's signed shim and GRUB, and a
ramdisk that prints its parameters and ends. Needs mtools, shim-signed, grub-efi-amd64-signed,
isolinux, syslinux-common, busybox-static, cpio."""

import glob
import os
import re
import shutil
import subprocess

SHIM = "/usr/lib/shim/shimx64.efi.signed"
GRUB = "/usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed"
ISOLINUX = ("/usr/lib/ISOLINUX/isolinux.bin", "/usr/lib/syslinux/modules/bios/ldlinux.c32")
SEARCH = """search --no-floppy --set=root --file /ironbus-ramdisk
configfile ($root)/boot/grub/grub.cfg
"""
# The output of the machine is read from its console, between two words.
INIT = """#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
exec > /dev/ttyS0 2>&1
echo BEGIN
cat() { /bin/busybox cat "$@"; }
echo "cmdline $(cat /proc/cmdline)"
[ -d /sys/firmware/efi ] && echo firmware uefi || echo firmware bios
[ -e /sys/kernel/security/lockdown ] || /bin/busybox mount -t securityfs s /sys/kernel/security
echo "lockdown $(cat /sys/kernel/security/lockdown)"
echo END
/bin/busybox poweroff -f
"""


def run(*command, **how):
    return subprocess.run(command, check=True, capture_output=True, **how).stdout


def make_esp(path, configuration=SEARCH, mebibytes=8):
    """Makes a FAT image. Firmware starts shim, shim starts GRUB, and GRUB reads its vendor's configuration."""
    with open(path, "wb") as file:
        file.truncate(mebibytes * 2**20)
    run("mformat", "-i", path, "-T", str(mebibytes * 2048), "-h", "16", "-s", "63", "::")
    text = path + ".cfg"
    with open(text, "w", encoding="utf-8") as file:
        file.write(configuration)
    run("mmd", "-i", path, "::/EFI", "::/EFI/BOOT", "::/EFI/debian")
    for source, target in ((SHIM, "BOOT/BOOTX64.EFI"), (GRUB, "BOOT/grubx64.efi"),
                           (text, "debian/grub.cfg")):
        run("mcopy", "-i", path, source, "::/EFI/" + target)
    os.remove(text)


def make_ramdisk(path, init=INIT):
    folder = path + ".d"
    for name in ("bin", "proc", "sys", "dev"):
        os.makedirs(os.path.join(folder, name))
    shutil.copy("/bin/busybox", os.path.join(folder, "bin/busybox"))
    with open(os.path.join(folder, "init"), "w", encoding="utf-8") as file:
        file.write(init)
    os.chmod(os.path.join(folder, "init"), 0o755)
    names = "\n".join([".", "bin", "bin/busybox", "proc", "sys", "dev", "init"])
    packed = run("cpio", "-o", "-H", "newc", cwd=folder, input=names.encode())
    with open(path, "wb") as file:
        file.write(packed)
    shutil.rmtree(folder)


def make_folder(folder, kernel, bios=True):
    """Makes kernel, ramdisk and esp.img and, for BIOS, isolinux.bin and ldlinux.c32."""
    os.makedirs(folder, exist_ok=True)
    shutil.copy(kernel, os.path.join(folder, "kernel"))
    make_ramdisk(os.path.join(folder, "ramdisk"))
    make_esp(os.path.join(folder, "esp.img"))
    for source in ISOLINUX if bios else ():
        shutil.copy(source, folder)


def find_kernel(folder):
    """Returns a kernel signed by Debian, downloaded once into the folder. Returns None on systems other than Debian."""
    path = os.path.join(folder, "kernel")
    if os.path.exists(path):
        return path
    os.makedirs(folder, exist_ok=True)
    try:
        said = run("apt-cache", "depends", "linux-image-cloud-amd64").decode()
        name = re.search(r"Depends: (linux-image-\S+)", said)[1]
        run("apt-get", "download", name, cwd=folder)
    except (OSError, TypeError, subprocess.CalledProcessError):
        return None
    package = glob.glob(os.path.join(folder, "linux-image-*.deb"))[0]
    run("dpkg-deb", "-x", package, os.path.join(folder, "unpacked"))
    kernel = glob.glob(os.path.join(folder, "unpacked/boot/vmlinuz-*"))[0]
    os.replace(kernel, path)
    shutil.rmtree(os.path.join(folder, "unpacked"))
    os.remove(package)
    return path
