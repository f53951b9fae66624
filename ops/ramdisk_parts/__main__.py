"""Builds kernel, ramdisk and boot files into a folder, for ops/ramdisk."""

import argparse
import concurrent.futures
import fcntl
import glob
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from boot_files import PACKAGES, add_boot_files
from firmware import Firmware, available
from hardware import COMMON, FOLDERS, FREE_FIRMWARE, NAMES, NON_FREE_FIRMWARE, PHYSICAL, PLAIN, SKIPPED
from initramfs import Tree
from modules import Modules
from packages import Failed, Packages, run
from tools import LIBRARY_PACKAGES, RESCUE_TOOLS, TOOLS, Libraries, add_package, add_tools

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KERNELS = {"general": "linux-image-amd64", "cloud": "linux-image-cloud-amd64", "rescue": "linux-image-amd64"}


def module_names(modules, options):
    if options.flavor == "cloud":
        return [*NAMES, *options.module]
    folders = [name for name in modules.below(*FOLDERS) if name not in SKIPPED]
    return [*NAMES, *PHYSICAL, *COMMON, *folders, *options.module]


def add_modules(modules, tree, wanted):
    """Writes the drivers and a table with the lines `module NAME NEEDED…`, then `alias PATTERN NAME`."""
    names = modules.with_what_they_need(wanted)

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
    return names


def firmware_packages(options):
    """Returns (packages to take, packages that the archives of this machine lack)."""
    wanted = [] if options.flavor == "cloud" else [*FREE_FIRMWARE]
    wanted += NON_FREE_FIRMWARE if options.non_free_firmware else []
    found = available(wanted) if wanted else []
    named = [one for one in options.firmware if "/" not in one]
    return [*found, *named], [name for name in wanted if name not in found]


def add_firmware(packages, modules, names, tree, options):
    """Returns {module: its missing files}. Virtual machines need none."""
    firmware = Firmware()
    for folder in options.firmware:
        if "/" in folder:
            firmware.add_folder(folder)
    for name in firmware_packages(options)[0]:
        firmware.add_package(packages, name)
    missing = firmware.copy_for(modules, names, tree)
    return {} if options.flavor == "cloud" else missing


def authorities(packages):
    """Returns the CA certificates that the agent trusts for https, for the path that OpenSSL reads."""
    folder = packages.file("ca-certificates", "usr/share/ca-certificates/mozilla")
    texts = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            texts.append(file.read())
    return "".join(texts)


def write_settings(packages, tree):
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


def make_ramdisk(packages, kernel_package, output, options):
    """Returns what was left out."""
    with tempfile.TemporaryDirectory() as scratch:
        tree = Tree(scratch)
        tree.add_busybox(packages.file("busybox-static", "bin/busybox"))
        tree.copy(options.agent, "bin/ironbus_agent", 0o755)
        run("strip", tree.path("bin/ironbus_agent"))
        libraries = Libraries(packages, tree)
        add_tools(libraries, TOOLS)
        if options.flavor == "rescue":
            add_tools(libraries, RESCUE_TOOLS)
        modules = Modules(packages.unpacked(kernel_package) + "/lib/modules")
        wanted = module_names(modules, options)
        unknown = modules.missing(options.module)
        if unknown:
            raise Failed(f"The kernel {kernel_package} has no module {', '.join(unknown)}.")
        names = add_modules(modules, tree, wanted)
        missing_firmware = add_firmware(packages, modules, names, tree, options)
        write_settings(packages, tree)
        for package in options.package:
            add_package(libraries, package)
        for hook in options.hook:
            run_hook(hook, tree)
        tree.pack(output, options.level)
    return {"modules": modules.missing(wanted), "firmware_packages": firmware_packages(options)[1],
            "firmware": missing_firmware}


def run_hook(hook, tree):
    """A hook is a program that gets the folder of the ramdisk's files, and may change them."""
    done = subprocess.run((os.path.abspath(hook), tree.folder), check=False)
    if done.returncode:
        raise Failed(f"The hook {hook} failed with exit code {done.returncode}.")


def tell_left_out(left_out, options):
    if left_out["modules"]:
        print("left out, because the kernel has no such modules: " + " ".join(left_out["modules"]))
    if left_out["firmware_packages"]:
        print("left out, because the package archives of this machine lack them (section non-free-firmware): "
              + " ".join(left_out["firmware_packages"]))
    if left_out["firmware"]:
        count = sum(len(files) for files in left_out["firmware"].values())
        print(f"left out: {count} firmware files, which these drivers may need (contents.json lists them): "
              + " ".join(sorted(left_out["firmware"])))
        if not options.non_free_firmware:
            print("--non-free-firmware takes most of them from Debian's packages")


def inputs_of(packages, kernel_package, options):
    """Returns a hash of all inputs. If it is unchanged, the ramdisk need not be rebuilt."""
    sum_of_all = hashlib.sha256(f"{options.flavor} {options.level} {kernel_package} {options.module} {options.firmware} "
                                f"{options.non_free_firmware} {options.package} {options.hook}".encode())
    for path in [options.agent, *options.hook, *sorted(glob.glob(os.path.join(HERE, "*")))]:
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


def read_options():
    parser = argparse.ArgumentParser(prog="ops/ramdisk", description="builds the ramdisk of ironbus")
    parser.add_argument("--output", default=os.path.join(ROOT, "build", "ramdisk", "image"))
    parser.add_argument("--flavor", choices=sorted(KERNELS), default="general")
    parser.add_argument("--agent", required=True)
    parser.add_argument("--cache", default=os.path.join(ROOT, "build", "ramdisk", "packages"))
    parser.add_argument("--level", type=int, default=19, help="zstd compression level, 1 to 19")
    parser.add_argument("--module", action="append", default=[], metavar="NAME", help="a further kernel module")
    parser.add_argument("--firmware", action="append", default=[], metavar="PACKAGE|FOLDER",
                        help="a package with firmware, or a folder like /lib/firmware")
    parser.add_argument("--non-free-firmware", action="store_true", help="Debian's packages of non-free firmware")
    parser.add_argument("--package", action="append", default=[], metavar="NAME", help="a further Debian package")
    parser.add_argument("--hook", action="append", default=[], metavar="PROGRAM",
                        help="a program that may change the ramdisk's files; it gets their folder")
    return parser.parse_args()


def main():
    options = read_options()
    began = time.monotonic()
    packages = Packages(options.cache)
    tools = TOOLS + RESCUE_TOOLS if options.flavor == "rescue" else TOOLS
    packages.look_up(KERNELS[options.flavor], "busybox-static", "ca-certificates", 
                     *{row[0] for row in tools}, *LIBRARY_PACKAGES, *PACKAGES)
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
    left_out = make_ramdisk(packages, kernel_package, os.path.join(folder, "ramdisk.new"), options)
    add_boot_files(packages, folder)
    for name in ("kernel", "ramdisk"):
        os.replace(os.path.join(folder, name + ".new"), os.path.join(folder, name))
    sizes = {name: os.path.getsize(os.path.join(folder, name)) for name in ("kernel", "ramdisk")}
    with open(os.path.join(folder, "contents.json"), "w", encoding="utf-8") as file:
        json.dump({"inputs": inputs, "flavor": options.flavor, "kernel_package": kernel_package, "bytes": sizes,
                   "packages": packages.versions(), "left_out": left_out}, file, indent=2)
        file.write("\n")
    tell_left_out(left_out, options)
    total = sum(sizes.values())
    print(f"{folder}: kernel {sizes['kernel'] / 1e6:.1f} MB + ramdisk {sizes['ramdisk'] / 1e6:.1f} MB = {total / 1e6:.1f} MB, "
          f"{time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    try:
        main()
    except Failed as reason:
        sys.exit(f"ops/ramdisk: {reason}")
