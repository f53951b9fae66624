"""A QEMU machine that boots our ramdisk's kernel directly (with Secure Boot: from a USB stick), or its disk. Its
network is QEMU's own (slirp): the host is 10.0.2.2, and the agent's port is forwarded to a loopback port."""

import json
import os
import shutil
import subprocess
import threading
import time

import iso_parts
from emulated_machine import FIRMWARES, KERNEL_PARAMETERS, OVMF, VARIABLES
from harness import ROOT, free_port

RAMDISK = os.environ.get("IRONBUS_RAMDISK") or os.path.join(ROOT, "build", "ramdisk", "image")
GIB = 1 << 30
STICK_MIB = 48
STICK_SETTINGS = """linux /kernel {arguments}
initrd /ramdisk
boot
"""


def make_ramdisk():
    """Returns the folder with kernel and ramdisk, built if necessary and kept in the build folder."""
    if os.environ.get("IRONBUS_RAMDISK"):
        return RAMDISK
    built = subprocess.run([os.path.join(ROOT, "ops", "ramdisk")], capture_output=True, text=True, check=False)
    assert built.returncode == 0, "ops/ramdisk failed: " + built.stdout + built.stderr
    return RAMDISK


def plant(path, size, places):
    """Makes a sparse disk with known bytes at these places."""
    with open(path, "wb") as file:
        file.truncate(size)
        for place in places:
            file.seek(place)
            file.write(b"PLANTED-SECRET." * 1000)


def holds_planted(path):
    """Returns whether any of these bytes are left. Skips holes."""
    with open(path, "rb") as file:
        end = file.seek(0, os.SEEK_END)
        place = 0
        while place < end:
            try:
                place = file.seek(place, os.SEEK_DATA)
            except OSError:
                return False
            if b"PLANTED-SECRET." in file.read(1 << 20):
                return True
            place += 1 << 20
    return False


def make_stick(path, arguments):
    """Makes a USB stick with Debian's signed shim and GRUB, which starts the ramdisk with Secure Boot."""
    iso_parts.make_esp(path, STICK_SETTINGS.format(arguments=arguments), STICK_MIB)
    for name in ("kernel", "ramdisk"):
        iso_parts.run("mcopy", "-i", path, os.path.join(RAMDISK, name), "::/" + name)


class Machine:
    """A machine whose power follows the daemon's journal of simulated machines for `node`."""

    def __init__(self, folder, node, mac, journal, parameters, firmware="bios"):
        self.folder = folder
        self.node = node
        self.mac = mac
        self.journal = journal
        self.parameters = parameters  # Called at each network boot. Returns the kernel parameters.
        self.secure = firmware == "secure"
        self.firmware = self._firmware(firmware)
        self.port = free_port()
        self.from_disk = False
        self.starts = []  # Times of the starts.
        self.process = None
        self.ended = threading.Event()
        self.root = os.path.join(folder, "root.img")
        self.data = os.path.join(folder, "data.img")
        self.console = os.path.join(folder, "console")
        self.root_drive = f"file={self.root},format=raw"
        self.ssh_port = free_port()
        self.network = (f"user,id=net,hostfwd=tcp:127.0.0.1:{self.port}-:9999,"
                        f"hostfwd=tcp:127.0.0.1:{self.ssh_port}-:22")
        self.card = "virtio-net-pci"  # The model of the network card.
        self.clock = "utc"
        self.devices = []  # QEMU arguments of further devices.
        threading.Thread(target=self._follow, daemon=True).start()

    def _firmware(self, name):
        if name == "bios":
            return ["-machine", "q35"]
        variables = os.path.join(self.folder, "variables.fd")
        shutil.copyfile(OVMF + VARIABLES[name], variables)
        return [*FIRMWARES[name], "-drive", f"if=pflash,format=raw,unit=1,file={variables}"]

    def stop(self):
        self.ended.set()
        self._off()

    def cut_power(self):
        """Turns the machine off without the service's knowledge."""
        self._off()

    def console_size(self):
        return os.path.getsize(self.console) if os.path.exists(self.console) else 0

    def tail(self, begin=0):
        """Returns the end of the console output after the first `begin` bytes."""
        if not os.path.exists(self.console):
            return ""
        with open(self.console, "rb") as file:
            file.seek(begin)
            return file.read().decode(errors="replace")[-6000:]

    def _follow(self):
        place = 0
        while not self.ended.wait(0.05):
            if not os.path.exists(self.journal):
                continue
            with open(self.journal, encoding="utf-8") as file:
                file.seek(place)
                lines = file.readlines()
                place = file.tell()
            for line in lines:
                row = json.loads(line)
                if row.get("node") == self.node and "target" in row:
                    self._power(row["target"], row["what"])

    def _power(self, target, what):
        if what == "start" and target != "power on":
            self._off()
        if what == "done" and not target.endswith("power off") and not self._is_on():
            self._on()

    def _is_on(self):
        return self.process is not None and self.process.poll() is None

    def _off(self):
        if self._is_on():
            self.process.kill()
            self.process.wait()
        self.process = None

    def _ramdisk(self):
        arguments = f"console=ttyS0 quiet {KERNEL_PARAMETERS} {self.parameters(self)}"
        if not self.secure:
            return ["-kernel", os.path.join(RAMDISK, "kernel"), "-initrd", os.path.join(RAMDISK, "ramdisk"),
                    "-append", arguments]
        stick = os.path.join(self.folder, "stick.img")
        make_stick(stick, arguments)
        return ["-drive", f"if=none,id=stick,file={stick},format=raw,readonly=on",
                "-device", "virtio-blk-pci,drive=stick,bootindex=0"]

    def _on(self):
        boot = [] if self.from_disk else self._ramdisk()
        self.starts.append(time.monotonic())
        self.process = subprocess.Popen([
            "qemu-system-x86_64", "-accel", "tcg", "-m", "1024", "-nodefaults", "-display", "none",
            "-no-reboot", "-chardev", f"file,id=console,path={self.console},append=on", "-serial", "chardev:console",
            "-drive", f"if=none,id=root,{self.root_drive},discard=unmap,detect-zeroes=unmap,cache=unsafe",
            "-device", "virtio-blk-pci,drive=root,serial=ROOT-1,bootindex=1",
            "-drive", f"if=none,id=data,file={self.data},format=raw,discard=unmap,cache=unsafe",
            "-device", "nvme,drive=data,serial=DATA-1",
            "-netdev", self.network, "-rtc", "base=" + self.clock,
            "-device", f"{self.card},netdev=net,mac={self.mac},romfile=", *self.devices,
            *self.firmware, *boot],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def have_qemu():
    return shutil.which("qemu-system-x86_64") is not None
