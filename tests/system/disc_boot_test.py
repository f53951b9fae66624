#!/usr/bin/python3
"""Virtual machines boot the disc that is made for a node, read by ranges from where it is handed out, as a
BMC does it: by BIOS, by UEFI, and by UEFI with Secure Boot on. The machines' processor is emulated."""

import os
import shutil
import subprocess
import time
import unittest

import disc_parts
from disc_fixture import Machines
from harness import ROOT, main, read

OVMF = "/usr/share/OVMF/"
QEMU = "qemu-system-x86_64"
LIMIT = 180  # a machine of two cores has other work
FIRMWARES = {
    "bios": ["-machine", "pc", "-boot", "d"],
    "uefi": ["-machine", "q35", "-drive",
             f"if=pflash,unit=0,format=raw,readonly=on,file={OVMF}OVMF_CODE_4M.fd"],
    "secure": ["-machine", "q35,smm=on", "-global", "driver=cfi.pflash01,property=secure,value=on",
               "-drive", f"if=pflash,unit=0,format=raw,readonly=on,file={OVMF}OVMF_CODE_4M.secboot.fd"],
}
VARIABLES = {"uefi": "OVMF_VARS_4M.fd", "secure": "OVMF_VARS_4M.ms.fd"}


@unittest.skipUnless(shutil.which(QEMU), "no " + QEMU)
class Boots(Machines):
    def setUp(self):
        super().setUp()
        kernel = disc_parts.find_kernel(os.path.join(ROOT, "build", "test-kernel"))
        if not kernel:
            self.skipTest("no kernel can be downloaded")
        disc_parts.make_folder(self.sources, kernel)
        self.start(1)

    def boot(self, firmware, url):
        """What the machine wrote to its console, and how long it took."""
        console = os.path.join(self.folder, firmware + ".console")
        words = [QEMU, "-accel", "tcg", "-m", "512", "-nodefaults", "-display", "none", "-no-reboot",
                 "-serial", "file:" + console, "-nic", "none", *FIRMWARES[firmware]]
        if firmware in VARIABLES:
            own = os.path.join(self.folder, firmware + ".vars")
            shutil.copy(OVMF + VARIABLES[firmware], own)
            words += ["-drive", f"if=pflash,unit=1,format=raw,file={own}"]
        words += ["-drive", f"if=none,id=cd,media=cdrom,format=raw,readonly=on,file={url}",
                  "-device", "ide-cd,drive=cd,bootindex=1"]
        began = time.monotonic()
        with subprocess.Popen(words, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as machine:
            try:
                said = machine.communicate(timeout=LIMIT)[1]
            except subprocess.TimeoutExpired:
                machine.kill()
                said = machine.communicate()[1]
        text = read(console)
        self.assertIn("\nEND", text.replace("\r", ""), f"{firmware}: {said!r}, console: {text[-2000:]}")
        return text[text.index("BEGIN"):], time.monotonic() - began

    def test_each_firmware_boots_the_disc_with_the_parameters_of_its_node(self):
        _, url = self.clean(0, driver_info={"kernel_append_params": "console=ttyS0 quiet note=\"a b\""})
        for firmware in FIRMWARES:
            with self.subTest(firmware):
                console, seconds = self.boot(firmware, url)
                print(f"{firmware}: {seconds:.1f} s", flush=True)
                for word in (f"ipa-api-url={self.api.url}", "ipa-agent-token=", "boot_method=vmedia",
                             "note=a b" if firmware != "bios" else "note=\"a b\""):
                    self.assertIn(word, console)
                self.assertIn("firmware " + ("bios" if firmware == "bios" else "uefi"), console)
                self.assertIn("[integrity]" if firmware == "secure" else "[none]", console)


if __name__ == "__main__":
    main()
