"""Builds kernel, ramdisk and boot files into a folder, for ops/ramdisk."""

import argparse
import concurrent.futures
import fcntl
import glob
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time

from boot_files import PACKAGES, add_boot_files
from hardware import NAMES, PLAIN
from initramfs import Tree
from modules import Modules
from packages import Failed, Packages, run

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KERNELS = {"general": "linux-image-amd64", "cloud": "linux-image-cloud-amd64"}
# Programs that the agent runs: package, file. Their libraries are copied as well.
TOOLS = (("fdisk", "sbin/sfdisk"), ("e2fsprogs", "sbin/mke2fs"), ("dosfstools", "sbin/mkfs.fat"), ("dropbear-bin", "usr/sbin/dropbear"),
         ("dropbear-bin", "usr/bin/dropbearkey"))
LIBRARY_PACKAGES = ("libc6", "libfdisk1", "libblkid1", "libuuid1", "libsmartcols1", "libtinfo6", "libreadline8",
                    "libext2fs2", "libcom-err2", "libss2", "libcrypt1", "libtomcrypt1", "libtommath1",
                    "zlib1g", "libgmp10", "libselinux1", "libpcre2-8-0")


class Libraries:
    """Copies the shared libraries of programs, including indirect dependencies."""

    def __init__(self, packages, tree):
        self.tree = tree
        self.places = {}
        for package in LIBRARY_PACKAGES:
            for folder, _, files in os.walk(packages.unpacked(package)):
                for name in files:
                    if ".so" in name:
                        self.places.setdefault(name, os.path.join(folder, name))
        self.done = set()

    def add_for(self, program):
        for line in run("readelf", "--dynamic", program).decode().splitlines():
            if "(NEEDED)" in line:
                self.add(line.split("[")[1].split("]")[0])

    def add(self, name):
        if name in self.done:
            return
        self.done.add(name)
        if name not in self.places:
            raise Failed(f"No package of LIBRARY_PACKAGES contains {name}. Add the package to the list.")
        place = "lib64/" if name.startswith("ld-linux") else "lib/"
        self.tree.copy(os.path.realpath(self.places[name]), place + name, 0o755)
        self.add_for(self.places[name])


def add_tools(packages, tree):
    libraries = Libraries(packages, tree)
    for package, path in TOOLS:
        program = packages.file(package, path)
        name = tree.path("bin/" + os.path.basename(path))
        if os.path.lexists(name):
            os.unlink(name)  # the busybox applet of that name
        tree.copy(program, "bin/" + os.path.basename(path), 0o755)
        libraries.add_for(program)


def add_modules(packages, tree, kernel_package):
    """Writes the drivers and a table with the lines `module NAME NEEDED…`, then `alias PATTERN NAME`."""
    modules = Modules(packages.unpacked(kernel_package) + "/lib/modules")
    names = modules.with_what_they_need(NAMES)

    def add(name):
        copy = tree.copy if name in PLAIN else tree.copy_packed
        copy(modules.files[name], f"lib/modules/{name}.ko")

    with concurrent.futures.ThreadPoolExecutor() as workers:
        list(workers.map(add, names))
    lines = []
    for name in names:
        needed = [one for one in modules.facts(name)[0] if one in names]
        lines.append(" ".join(["module", name, *needed]))
    for name in names:
        lines += [f"alias {alias} {name}" for alias in modules.facts(name)[1] if " " not in alias and ":" in alias]
    tree.write("lib/modules/table", "\n".join(lines) + "\n")


def authorities(packages):
    """Returns the CA certificates that the agent trusts for https, for the path that OpenSSL reads."""
    folder = packages.file("ca-certificates", "usr/share/ca-certificates/mozilla")
    texts = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            texts.append(file.read())
    return "".join(texts)


def make_ramdisk(packages, kernel_package, agent, output, level):
    with tempfile.TemporaryDirectory() as scratch:
        tree = Tree(scratch)
        tree.add_busybox(packages.file("busybox-static", "bin/busybox"))
        tree.copy(agent, "bin/ironbus_agent", 0o755)
        run("strip", tree.path("bin/ironbus_agent"))
        add_tools(packages, tree)
        add_modules(packages, tree, kernel_package)
        tree.write("etc/passwd", "root:*:0:0:root:/root:/bin/sh\nsshd:*:22:22:sshd:/run:/bin/nologin\n")
        tree.write("etc/shadow", "root:*:19000:0:99999:7:::\n", 0o600)
        tree.write("etc/group", "root:x:0:\n")
        tree.write("etc/ironbus-ramdisk", "The agent works only where this file is.\n")
        tree.write("etc/shells", "/bin/sh\n")
        tree.write("etc/nsswitch.conf", "passwd: files\nshadow: files\ngroup: files\nhosts: files dns\n")
        tree.write("usr/lib/ssl/cert.pem", authorities(packages))
        tree.write("etc/hosts", "127.0.0.1 localhost\n::1 localhost\n")
        tree.copy(os.path.join(HERE, "udhcpc.script"), "etc/udhcpc.script", 0o755)
        tree.copy(os.path.join(HERE, "start_dhcp"), "etc/start_dhcp")
        tree.copy(os.path.join(HERE, "init"), "init", 0o755)
        tree.pack(output, level)


def inputs_of(packages, kernel_package, options):
    """Returns a hash of all inputs. If it is unchanged, the ramdisk need not be rebuilt."""
    sum_of_all = hashlib.sha256(f"{options.flavor} {options.level} {kernel_package}".encode())
    for path in [options.agent, *sorted(glob.glob(os.path.join(HERE, "*")))]:
        if os.path.isfile(path):
            with open(path, "rb") as file:
                sum_of_all.update(file.read())
    for name in sorted(packages.files):
        sum_of_all.update(packages.files[name].encode())
    return sum_of_all.hexdigest()


def is_made(folder, inputs):
    try:
        with open(os.path.join(folder, "contents.json"), encoding="utf-8") as file:
            return json.load(file)["inputs"] == inputs
    except (OSError, ValueError, KeyError):
        return False


def main():
    parser = argparse.ArgumentParser(prog="ops/ramdisk", description="builds the ramdisk of ironbus")
    parser.add_argument("--output", default=os.path.join(ROOT, "build", "ramdisk", "image"))
    parser.add_argument("--flavor", choices=sorted(KERNELS), default="general")
    parser.add_argument("--agent", required=True)
    parser.add_argument("--cache", default=os.path.join(ROOT, "build", "ramdisk", "packages"))
    parser.add_argument("--level", type=int, default=19, help="zstd compression level, 1 to 19")
    options = parser.parse_args()
    began = time.monotonic()
    packages = Packages(options.cache)
    packages.look_up(KERNELS[options.flavor], "busybox-static", "ca-certificates", *{row[0] for row in TOOLS}, *LIBRARY_PACKAGES, *PACKAGES)
    kernel_package = packages.depended_on(KERNELS[options.flavor], r"linux-image-[0-9][^ ,]*")
    kernel = packages.file(kernel_package, "boot/" + kernel_package.replace("linux-image", "vmlinuz"))
    folder = os.path.abspath(options.output)
    os.makedirs(folder, exist_ok=True)
    lock = open(os.path.join(folder, ".lock"), "w", encoding="utf-8")
    fcntl.flock(lock, fcntl.LOCK_EX)  # held until exit; a second build waits and finds the result
    inputs = inputs_of(packages, kernel_package, options)
    if is_made(folder, inputs):
        print(f"{folder}: up to date")
        return
    shutil.copyfile(kernel, os.path.join(folder, "kernel.new"))
    make_ramdisk(packages, kernel_package, options.agent, os.path.join(folder, "ramdisk.new"), options.level)
    add_boot_files(packages, folder)
    for name in ("kernel", "ramdisk"):
        os.replace(os.path.join(folder, name + ".new"), os.path.join(folder, name))
    sizes = {name: os.path.getsize(os.path.join(folder, name)) for name in ("kernel", "ramdisk")}
    with open(os.path.join(folder, "contents.json"), "w", encoding="utf-8") as file:
        json.dump({"inputs": inputs, "flavor": options.flavor, "kernel_package": kernel_package, "bytes": sizes,
                   "packages": packages.versions()}, file, indent=2)
        file.write("\n")
    total = sum(sizes.values())
    print(f"{folder}: kernel {sizes['kernel'] / 1e6:.1f} MB + ramdisk {sizes['ramdisk'] / 1e6:.1f} MB = {total / 1e6:.1f} MB, "
          f"{time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    try:
        main()
    except Failed as reason:
        sys.exit(f"ops/ramdisk: {reason}")
