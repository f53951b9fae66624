#!/usr/bin/python3
"""Builds a small deployable system as a raw image: GPT, and one EFI system partition that BIOS boots as well.

UEFI: Debian's signed shim, GRUB and kernel, so Secure Boot may be on. BIOS: syslinux. The system is a
kernel and busybox in memory. It gets an address by DHCP, reads the config drive (label config-2) or the
metadata service, and requests

    HELLO?from=target&uuid=…&configdrive=config-2:DEVICE|metadata|none&fw=efi|bios&hostname=…&mac=…

HELLO is the value `hello` of meta_data.json, or else of the kernel command line (--hello). The system runs
user data that begins with #!. Then it offers a login on the console (root, no password).

Needs no root and mounts nothing. Prints the path of the image."""

import argparse
import os
import sys
import tempfile

sys.dont_write_bytecode = True
from emulated_kernel import PARAMETERS  # noqa: E402
from initramfs import Tree  # noqa: E402
from modules import Modules  # noqa: E402
from packages import Failed, Packages, run  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MIB = 1 << 20
START_MIB = 1
# Loaded in this order, each after its dependencies. Built-in and missing modules are skipped.
MODULES = ("virtio_pci virtio_net virtio_blk virtio_scsi sd_mod sr_mod ata_piix ahci nvme usb_storage "
           "e1000 e1000e isofs").split()
GRUB = """set timeout=0
search --no-floppy --set=root --file /target/vmlinuz
linux /target/vmlinuz {arguments}
initrd /target/initrd
boot
"""
SYSLINUX = """DEFAULT target
PROMPT 0
TIMEOUT 1
LABEL target
  LINUX /target/vmlinuz
  INITRD /target/initrd
  APPEND {arguments}
"""


def make_initramfs(packages, kernel_package, output):
    with tempfile.TemporaryDirectory() as scratch:
        tree = Tree(scratch)
        tree.add_busybox(packages.file("busybox-static", "bin/busybox"))
        modules = Modules(packages.unpacked(kernel_package) + "/lib/modules")
        names = modules.with_what_they_need(MODULES)
        for name in names:
            tree.copy(modules.files[name], f"lib/modules/{name}.ko")
        tree.write("etc/modules", "".join(name + ".ko\n" for name in names))
        tree.write("etc/passwd", "root::0:0:root:/root:/bin/sh\n")
        tree.write("etc/group", "root:x:0:\n")
        tree.write("etc/issue", "\\n login on \\l\n")
        tree.copy(os.path.join(HERE, "udhcpc.script"), "etc/udhcpc.script", 0o755)
        tree.copy(os.path.join(HERE, "demo_init"), "init", 0o755)
        tree.pack(output)


def make_partition(packages, kernel, initramfs, arguments, output):
    """Writes the EFI system partition with both boot loaders."""
    size = os.path.getsize(kernel) + os.path.getsize(initramfs) + 8 * MIB
    size_mib = max(36, -(-size // MIB))  # FAT32 has at least 65,525 clusters
    with open(output, "wb") as file:
        file.truncate(size_mib * MIB)
    run("mformat", "-i", output, "-F", "-c", "1", "-h", "64", "-s", "32", "-T", str(size_mib * MIB // 512),
        "-H", str(START_MIB * MIB // 512), "-v", "TARGET", "::")
    run("mmd", "-i", output, "::/EFI", "::/EFI/BOOT", "::/EFI/debian", "::/target", "::/syslinux")
    with tempfile.TemporaryDirectory() as scratch:
        texts = {"grub.cfg": GRUB, "syslinux.cfg": SYSLINUX}
        for name, text in texts.items():
            with open(os.path.join(scratch, name), "w", encoding="utf-8") as file:
                file.write(text.format(arguments=arguments))
        signed = "usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed"
        for source, target in (
                (packages.file("shim-signed", "usr/lib/shim/shimx64.efi.signed"), "EFI/BOOT/BOOTX64.EFI"),
                (packages.file("grub-efi-amd64-signed", signed), "EFI/BOOT/grubx64.efi"),
                (scratch + "/grub.cfg", "EFI/debian/grub.cfg"),
                (scratch + "/syslinux.cfg", "syslinux/syslinux.cfg"),
                (kernel, "target/vmlinuz"), (initramfs, "target/initrd")):
            run("mcopy", "-i", output, source, "::/" + target)
    run("syslinux", "--install", "--directory", "syslinux", output)


def make_image(packages, partition, output, size_mib):
    used = os.path.getsize(partition)
    total = max(START_MIB * MIB + used + MIB, size_mib * MIB)
    with open(output, "wb") as image, open(partition, "rb") as source:
        image.truncate(total)
        image.seek(START_MIB * MIB)
        while block := source.read(MIB):
            if block.strip(b"\0"):
                image.write(block)
            else:
                image.seek(len(block), os.SEEK_CUR)
    run("sfdisk", "--quiet", output, input=(
        f"label: gpt\nstart={START_MIB}MiB, size={used // 512}, type=uefi, name=target, "
        "attrs=LegacyBIOSBootable\n").encode())
    with open(packages.file("syslinux-common", "usr/lib/syslinux/mbr/gptmbr.bin"), "rb") as file:
        code = file.read()
    with open(output, "r+b") as image:
        image.write(code[:440])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--output", required=True, help="the image to write")
    parser.add_argument("--hello", default="", help="URL that the deployed system requests after its start")
    parser.add_argument("--append", default="", help="further kernel parameters")
    parser.add_argument("--flavor", choices=("cloud", "general"), default="cloud",
                        help="Debian's kernel: cloud (virtio, NVMe, IDE; quick) or general (also AHCI, e1000)")
    parser.add_argument("--size-mib", type=int, default=0, help="minimum size of the image")
    parser.add_argument("--qcow2", action="store_true", help="write compressed qcow2 instead of raw")
    parser.add_argument("--cache", default=os.path.join(ROOT, "build", "ramdisk", "packages"),
                        help="folder for downloaded packages")
    options = parser.parse_args()
    packages = Packages(options.cache)
    meta = "linux-image-cloud-amd64" if options.flavor == "cloud" else "linux-image-amd64"
    kernel_package = packages.depended_on(meta, r"linux-image-[0-9][^ ,]*")
    kernel = packages.file(kernel_package, "boot/" + kernel_package.replace("linux-image", "vmlinuz"))
    arguments = " ".join(filter(None, (
        "quiet console=tty0 console=ttyS0,115200", PARAMETERS, options.hello and "hello=" + options.hello, options.append)))
    output = os.path.abspath(options.output)
    with tempfile.TemporaryDirectory() as scratch:
        make_initramfs(packages, kernel_package, scratch + "/initrd")
        make_partition(packages, kernel, scratch + "/initrd", arguments, scratch + "/partition")
        raw = scratch + "/raw"
        make_image(packages, scratch + "/partition", raw, options.size_mib)
        # Write to a new file first: a reader of the previous image keeps its file.
        with tempfile.TemporaryDirectory(dir=os.path.dirname(output), prefix=".draft-") as aside:
            draft = os.path.join(aside, "image")
            run("qemu-img", "convert", "-q", *(["-c", "-O", "qcow2"] if options.qcow2 else ["-O", "raw"]), raw, draft)
            os.replace(draft, output)
    print(output)


if __name__ == "__main__":
    try:
        main()
    except Failed as reason:
        sys.exit(f"demo_image: {reason}")
