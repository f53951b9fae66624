"""A partition image that boots when it has a boot loader: Debian's kernel, an initramfs that finds the root by its
UUID, and a root with busybox and the demo's init. For BIOS it has Debian's GRUB, which the agent runs. For UEFI it has
the signed loaders in /boot/efi and a grub.cfg, which the agent copies."""

import os
import shutil
import subprocess
import sys
import tempfile

from emulated_machine import KERNEL_PARAMETERS
from harness import ROOT
from partition_roots import FILE_SYSTEMS, UUID

sys.path.insert(0, os.path.join(ROOT, "ops", "ramdisk_parts"))

from demo_image import MODULES  # noqa: E402
from initramfs import Tree  # noqa: E402
from modules import Modules  # noqa: E402
from packages import Packages  # noqa: E402

KERNEL = "linux-image-cloud-amd64"
ARGUMENTS = f"console=ttyS0,115200 quiet rw {KERNEL_PARAMETERS}"
PARTS = os.path.join(ROOT, "ops", "ramdisk_parts")

INITRAMFS_INIT = r"""#!/bin/sh
export PATH=/bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
for module in $(cat /etc/modules); do insmod "/lib/modules/$module"; done
wanted="$(sed -n 's/.*root=UUID=\([0-9a-f-]*\).*/\1/p' /proc/cmdline)"
attempt=0
while [ $attempt -lt 50 ]; do
  device="$(findfs "UUID=$wanted")" && mount -t "$(cat /etc/root)" "$device" /root && break
  attempt=$((attempt + 1))
  usleep 100000
done
echo "root: $wanted is on $device, $(cat /etc/root)" >/dev/console
dmesg | grep "Secure boot" >/dev/console
umount /proc /sys /dev
exec switch_root /root /sbin/init
"""

# The needed files of GRUB's packages, and the libraries of its programs.
GRUB_PACKAGES = ("grub-common", "grub2-common")
GRUB_PLATFORMS = {"bios": "grub-pc-bin", "uefi": "grub-efi-amd64-bin"}
GRUB_LIBRARIES = ("libc6", "libdevmapper1.02.1", "libefivar1", "libefiboot1", "liblzma5", "libselinux1", "libudev1",
                  "libpcre2-8-0")
UNNEEDED = ("usr/share/locale", "usr/share/doc", "usr/share/man", "usr/share/info", "usr/share/lintian",
            "usr/lib/x86_64-linux-gnu/gconv", "usr/lib/grub/x86_64-efi/monolithic", "usr/share/bash-completion", "usr/share/bug")
UNNEEDED_PROGRAMS = ("usr/bin/grub-mkrescue", "usr/bin/grub-fstest", "usr/bin/grub-render-label", "usr/bin/grub-mount",
                     "usr/bin/grub-syslinux2cfg", "usr/bin/grub-mkstandalone", "usr/sbin/grub-macbless")
SIGNED = (("shim-signed", "usr/lib/shim/shimx64.efi.signed", "EFI/BOOT/BOOTX64.EFI"),
          ("shim-signed", "usr/lib/shim/shimx64.efi.signed", "EFI/debian/shimx64.efi"),
          ("grub-efi-amd64-signed", "usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed", "EFI/BOOT/grubx64.efi"),
          ("grub-efi-amd64-signed", "usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed", "EFI/debian/grubx64.efi"))


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


class PartitionImage:
    def __init__(self, folder, file_system):
        self.file_system = file_system
        self.root = os.path.join(folder, "root")
        self.packages = Packages(os.path.join(ROOT, "build", "ramdisk", "packages"))
        self.packages.look_up(KERNEL, "busybox-static", *GRUB_PACKAGES, *GRUB_PLATFORMS.values(), *GRUB_LIBRARIES,
                              *{row[0] for row in SIGNED})
        self.kernel = self.packages.depended_on(KERNEL, r"linux-image-[0-9][^ ,]*")
        self.release = self.kernel.removeprefix("linux-image-")
        self.modules = Modules(self.packages.unpacked(self.kernel) + "/lib/modules")

    def path(self, name):
        return os.path.join(self.root, name)

    def add_system(self):
        for name in ("bin", "sbin", "lib", "lib64"):  # As in Debian.
            os.makedirs(self.path("usr/" + name))
            os.symlink("usr/" + name, self.path(name))
        for name in ("boot", "dev", "etc", "mnt", "proc", "root", "run", "sys", "tmp", "var"):
            os.makedirs(self.path(name))
        busybox = self.packages.file("busybox-static", "bin/busybox")
        shutil.copy(busybox, self.path("usr/bin/busybox"))
        listed = subprocess.run([busybox, "--list"], capture_output=True, text=True, check=True).stdout
        for applet in listed.split():
            if applet != "busybox":
                os.symlink("busybox", self.path("usr/bin/" + applet))
        shutil.copy(os.path.join(PARTS, "demo_init"), self.path("usr/sbin/init"))
        os.chmod(self.path("usr/sbin/init"), 0o755)
        shutil.copy(os.path.join(PARTS, "udhcpc.script"), self.path("etc/udhcpc.script"))
        os.chmod(self.path("etc/udhcpc.script"), 0o755)
        write(self.path("etc/passwd"), "root::0:0:root:/root:/bin/sh\n")
        write(self.path("etc/group"), "root:x:0:\n")
        write(self.path("etc/fstab"), f"UUID={UUID} / {self.file_system} defaults 0 1\n")
        self.add_modules(self.root, MODULES)

    def add_modules(self, root, wanted):
        names = self.modules.with_what_they_need(wanted)
        for name in names:
            os.makedirs(os.path.join(root, "lib/modules"), exist_ok=True)
            shutil.copy(self.modules.files[name], os.path.join(root, f"lib/modules/{name}.ko"))
        write(os.path.join(root, "etc/modules"), "".join(name + ".ko\n" for name in names))

    def add_kernel(self):
        shutil.copy(self.packages.file(self.kernel, "boot/vmlinuz-" + self.release), self.path("boot"))
        with tempfile.TemporaryDirectory() as scratch:
            tree = Tree(scratch)
            tree.add_busybox(self.packages.file("busybox-static", "bin/busybox"))
            self.add_modules(scratch, ("virtio_pci", "virtio_blk", *FILE_SYSTEMS[self.file_system].modules))
            tree.write("etc/root", self.file_system + "\n")
            tree.write("init", INITRAMFS_INIT, 0o755)
            tree.pack(self.path("boot/initrd.img-" + self.release), 3)

    def add_grub(self, platform):
        """Adds GRUB as in Debian's packages, without configuration."""
        for name in (*GRUB_PACKAGES, GRUB_PLATFORMS[platform], *GRUB_LIBRARIES):
            shutil.copytree(self.packages.unpacked(name), self.root, symlinks=True, dirs_exist_ok=True)
        for name in UNNEEDED:
            shutil.rmtree(self.path(name), ignore_errors=True)
        for name in UNNEEDED_PROGRAMS:
            os.unlink(self.path(name))
        write(self.path("etc/default/grub"),
              'GRUB_DEFAULT=0\nGRUB_TIMEOUT=0\nGRUB_DISTRIBUTOR=Debian\nGRUB_TERMINAL="console"\n'
              f'GRUB_CMDLINE_LINUX="{ARGUMENTS}"\nGRUB_DISABLE_RECOVERY=true\n')

    def add_efi_files(self):
        for package, source, target in SIGNED:
            target = self.path("boot/efi/" + target)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(self.packages.file(package, source), target)
        with open(self.path("boot/efi/EFI/debian/BOOTX64.CSV"), "w", encoding="utf-16") as file:
            file.write("shimx64.efi,debian,,This is the boot entry for debian\n")
        write(self.path("boot/grub/grub.cfg"),
              f"search --no-floppy --fs-uuid --set=root {UUID}\n"
              f"linux /boot/vmlinuz-{self.release} root=UUID={UUID} {ARGUMENTS}\n"
              f"initrd /boot/initrd.img-{self.release}\nboot\n")

    def pack(self, output):
        used = sum(os.lstat(os.path.join(folder, name)).st_size
                   for folder, _, names in os.walk(self.root) for name in names)
        kind = FILE_SYSTEMS[self.file_system]
        with open(output, "wb") as file:
            file.truncate(-(-used * 9 // 8 >> 20) + kind.spare_mib << 20)
        kind.make(self.root, output)


def make_partition_image(output, grub="", efi=False, programs=None, file_system="ext4"):
    """`grub`: adds its programs, and its files for `bios` or `uefi`. `efi`: adds signed loaders in /boot/efi.
    `programs`: shell scripts by path, such as usr/sbin/grub-install, in place of a kernel."""
    with tempfile.TemporaryDirectory() as scratch:
        image = PartitionImage(scratch, file_system)
        image.add_system()
        if programs is None:
            image.add_kernel()
        for place, text in (programs or {}).items():
            write(image.path(place), text, 0o755)
        if grub:
            image.add_grub(grub)
        if efi:
            image.add_efi_files()
        image.pack(output)
