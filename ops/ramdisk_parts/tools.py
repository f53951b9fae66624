"""Copies programs and the shared libraries that they need."""

import os
import subprocess

from packages import Failed, run

# Programs that the agent runs: package, file.
TOOLS = (("fdisk", "sbin/sfdisk"), ("e2fsprogs", "sbin/mke2fs"), ("dosfstools", "sbin/mkfs.fat"),
         ("dropbear-bin", "usr/sbin/dropbear"), ("dropbear-bin", "usr/bin/dropbearkey"))
# Further programs of the flavour rescue.
RESCUE_TOOLS = (("lvm2", "sbin/lvm"), ("mdadm", "sbin/mdadm"), ("util-linux", "bin/lsblk"), ("util-linux", "sbin/blkid"),
                ("cryptsetup-bin", "sbin/cryptsetup"), ("nvme-cli", "usr/sbin/nvme"), ("ethtool", "sbin/ethtool"),
                ("iproute2", "bin/ip"), ("iproute2", "bin/ss"), ("curl", "usr/bin/curl"), ("bash", "bin/bash"),
                ("gdisk", "sbin/sgdisk"), ("e2fsprogs", "sbin/e2fsck"), ("xfsprogs", "sbin/xfs_repair"),
                ("smartmontools", "usr/sbin/smartctl"), ("rsync", "usr/bin/rsync"))
# Names under which lvm is called.
LVM_NAMES = ("pvs", "vgs", "lvs", "pvdisplay", "vgdisplay", "lvdisplay", "pvscan", "vgscan", "lvscan", "vgchange",
             "lvchange", "vgimport", "vgexport", "vgcfgrestore", "lvremove", "vgremove", "pvremove")
LIBRARY_PACKAGES = ("libc6", "libfdisk1", "libblkid1", "libuuid1", "libsmartcols1", "libtinfo6", "libreadline8",
                    "libext2fs2", "libcom-err2", "libss2", "libcrypt1", "libtomcrypt1", "libtommath1",
                    "zlib1g", "libgmp10", "libselinux1", "libpcre2-8-0", "libudev1")
# Parts of a package that a ramdisk does not need.
LEFT_OUT = ("usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/lintian", "usr/share/bug",
            "usr/share/info", "lib/systemd", "usr/share/initramfs-tools", "usr/share/bash-completion")


class Libraries:
    """Copies the shared libraries of programs, including indirect dependencies."""

    def __init__(self, packages, tree):
        self.packages = packages
        self.tree = tree
        self.places = {}
        self.indexed = set()
        self.done = set()
        self.dependencies = {}
        for package in LIBRARY_PACKAGES:
            self.index(package)

    def index(self, package):
        if package in self.indexed:
            return
        self.indexed.add(package)
        for folder, _, files in os.walk(self.packages.unpacked(package)):
            for name in files:
                if ".so" in name:
                    self.places.setdefault(name, os.path.join(folder, name))

    def libraries_of(self, package):
        if package not in self.dependencies:
            self.dependencies[package] = libraries_of(package)
        return self.dependencies[package]

    def add_for(self, program, package):
        for line in run("readelf", "--dynamic", program).decode().splitlines():
            if "(NEEDED)" in line:
                self.add(line.split("[")[1].split("]")[0], package)

    def add(self, name, package):
        if name in self.done:
            return
        self.done.add(name)
        for one in likely_packages(name, self.libraries_of(package)) if name not in self.places else ():
            self.index(one)
            if name in self.places:
                break
        if name not in self.places:
            raise Failed(f"No library package that {package} depends on contains {name}.")
        place = "lib64/" if name.startswith("ld-linux") else "lib/"
        self.tree.copy(os.path.realpath(self.places[name]), place + name, 0o755)
        self.add_for(self.places[name], package)


def libraries_of(package):
    """Returns the library packages that the package depends on, directly or not."""
    done = subprocess.run(("apt-cache", "depends", "--recurse", "--no-recommends", "--no-suggests", "--no-conflicts",
                           "--no-breaks", "--no-replaces", "--no-enhances", package),
                          capture_output=True, text=True, check=False)
    names = {line.strip() for line in done.stdout.splitlines() if line[:1].isalnum()}
    return sorted(name for name in names if name.startswith("lib") and ":" not in name)


def likely_packages(library, packages):
    """Returns the packages in the order in which to look for the library. By convention, libcurl.so.4 is in libcurl4,
    and libnghttp2.so.14 in libnghttp2-14. Packages with several libraries have a similar name."""
    base, _, version = library.partition(".so.")
    usual = base.lower().replace("_", "-") + ("-" if base[-1:].isdigit() else "") + version
    return sorted(packages, key=lambda name: (-len(os.path.commonprefix((name, usual))), name))


def is_program(path):
    if os.path.islink(path) or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def replace_applet(tree, name):
    """A program takes the place of the busybox applet of that name."""
    place = tree.path(name)
    if os.path.lexists(place):
        os.unlink(place)


def add_tools(libraries, tools):
    tree = libraries.tree
    for package, path in tools:
        program = libraries.packages.file(package, path)
        name = "bin/" + os.path.basename(path)
        replace_applet(tree, name)
        tree.copy(program, name, 0o755)
        libraries.add_for(program, package)
    if tools is RESCUE_TOOLS:
        for name in LVM_NAMES:
            replace_applet(tree, "bin/" + name)
            os.symlink("lvm", tree.path("bin/" + name))
        tree.write("root/.profile", "[ -x /bin/bash ] && [ -z \"$BASH\" ] && [ -t 0 ] && exec /bin/bash\n")


def add_package(libraries, package):
    """Copies all files of a package, except documentation, and the libraries of its programs."""
    folder = libraries.packages.unpacked(package)
    for path, _, names in os.walk(folder):
        inside = os.path.relpath(path, folder)
        if any((inside + "/").startswith(one + "/") for one in LEFT_OUT):
            continue
        for name in names:
            add_file(libraries, package, os.path.join(path, name), os.path.normpath(os.path.join(inside, name)))


def add_file(libraries, package, source, name):
    # Programs of all folders are in /bin, and /sbin is a link to it.
    parts = name.split("/")
    if parts[-2:-1] and parts[-2] in ("bin", "sbin"):
        name = "bin/" + parts[-1]
    tree = libraries.tree
    replace_applet(tree, name)
    if os.path.islink(source):
        os.makedirs(os.path.dirname(tree.path(name)), exist_ok=True)
        os.symlink(os.readlink(source), tree.path(name))
        return
    tree.copy(source, name, 0o755 if os.access(source, os.X_OK) else 0o644)
    if is_program(source):
        libraries.add_for(source, package)
