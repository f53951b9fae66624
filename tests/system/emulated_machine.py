"""A virtual machine with an emulated processor, for tests of firmware boot."""

import os
import shutil
import subprocess
import sys
import time

from harness import ROOT

sys.path.append(os.path.join(ROOT, "ops", "ramdisk_parts"))

from emulated_kernel import PARAMETERS as KERNEL_PARAMETERS  # noqa: E402,F401

QEMU = "qemu-system-x86_64"
OVMF = "/usr/share/OVMF/"
FIRMWARES = {
    "bios": ["-machine", "pc", "-boot", "d"],
    "uefi": ["-machine", "q35", "-drive",
             f"if=pflash,unit=0,format=raw,readonly=on,file={OVMF}OVMF_CODE_4M.fd"],
    "secure": ["-machine", "q35,smm=on", "-global", "driver=cfi.pflash01,property=secure,value=on",
               "-drive", f"if=pflash,unit=0,format=raw,readonly=on,file={OVMF}OVMF_CODE_4M.secboot.fd"],
}
# The firmware's variables. For Secure Boot they contain the keys of Microsoft, which signs Debian's shim.
VARIABLES = {"uefi": "OVMF_VARS_4M.fd", "secure": "OVMF_VARS_4M.ms.fd"}


def boot(folder, firmware, *devices, limit=180):
    """Runs a machine until it powers itself off. Returns its console output, the run time in seconds, and the
    messages of QEMU."""
    console = os.path.join(folder, firmware + ".console")
    words = [QEMU, "-accel", "tcg", "-m", "768", "-nodefaults", "-display", "none", "-no-reboot",
             "-serial", "file:" + console, *FIRMWARES[firmware]]
    if firmware in VARIABLES:
        own = os.path.join(folder, firmware + ".vars")
        shutil.copy(OVMF + VARIABLES[firmware], own)
        words += ["-drive", f"if=pflash,unit=1,format=raw,file={own}"]
    began = time.monotonic()
    with subprocess.Popen([*words, *devices], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as machine:
        try:
            said = machine.communicate(timeout=limit)[1]
        except subprocess.TimeoutExpired:
            machine.kill()
            said = machine.communicate()[1]
    with open(console, encoding="utf-8", errors="replace") as file:
        text = file.read().replace("\r", "")
    return text, time.monotonic() - began, said.decode(errors="replace")
