"""The payloads of virtual machines in tests: the demo's system as a disk, as an ISO and over HTTP, and a file server
that answers range requests, as BMCs and QEMU need it."""

import http.server
import os
import subprocess
import threading

from emulated_machine import KERNEL_PARAMETERS
from harness import ROOT

ISOLINUX = "/usr/lib/ISOLINUX/isolinux.bin"
LDLINUX = "/usr/lib/syslinux/modules/bios/ldlinux.c32"
SHIM = "/usr/lib/shim/shimx64.efi.signed"
GRUB = "/usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed"
ESP_OFFSET = 1 << 20  # The offset in the demo's image.
ARGUMENTS = f"console=ttyS0 quiet medium=disc {KERNEL_PARAMETERS}"

ISOLINUX_SETTINGS = f"""DEFAULT target
PROMPT 0
LABEL target
  LINUX /target/vmlinuz
  INITRD /target/initrd
  APPEND {ARGUMENTS}
"""
GRUB_SETTINGS = f"""set timeout=0
search --no-floppy --set=root --file /target/vmlinuz
linux /target/vmlinuz {ARGUMENTS}
initrd /target/initrd
boot
"""


def run(*argv):
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{argv}: {done.stdout[-500:]} {done.stderr[-500:]}"


def make_image(path):
    """Makes the demo's system as a raw disk."""
    run("/usr/bin/python3", os.path.join(ROOT, "ops/ramdisk_parts/demo_image.py"), "--output", path)


def make_disc(folder, image):
    """Makes an ISO that BIOS and UEFI boot, also with Secure Boot. It has the image's kernel and initramfs."""
    tree = os.path.join(folder, "disc")
    for name in ("target", "isolinux"):
        os.makedirs(os.path.join(tree, name))
    inside = f"{image}@@{ESP_OFFSET}"
    for name in ("vmlinuz", "initrd"):
        run("mcopy", "-i", inside, f"::/target/{name}", os.path.join(tree, "target", name))
    run("cp", ISOLINUX, LDLINUX, os.path.join(tree, "isolinux"))
    with open(os.path.join(tree, "isolinux/isolinux.cfg"), "w", encoding="ascii") as file:
        file.write(ISOLINUX_SETTINGS)
    settings = os.path.join(folder, "grub.cfg")
    with open(settings, "w", encoding="ascii") as file:
        file.write(GRUB_SETTINGS)
    # After a start from the ISO, GRUB reads files of the ISO itself that are beside the boot image.
    os.makedirs(os.path.join(tree, "EFI/debian"))
    run("cp", settings, os.path.join(tree, "EFI/debian/grub.cfg"))
    esp = os.path.join(tree, "esp.img")
    run("mkfs.vfat", "-C", esp, "6144")
    run("mmd", "-i", esp, "::/EFI", "::/EFI/BOOT", "::/EFI/debian")
    run("mcopy", "-i", esp, SHIM, "::/EFI/BOOT/BOOTX64.EFI")
    run("mcopy", "-i", esp, GRUB, "::/EFI/BOOT/grubx64.efi")
    run("mcopy", "-i", esp, settings, "::/EFI/debian/grub.cfg")
    disc = os.path.join(folder, "disc.iso")
    run("xorriso", "-as", "mkisofs", "-quiet", "-R", "-o", disc, "-b", "isolinux/isolinux.bin",
        "-no-emul-boot", "-boot-load-size", "4", "-boot-info-table", "-eltorito-alt-boot",
        "-e", "esp.img", "-no-emul-boot", tree)
    return disc


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self._answer(False)

    def do_GET(self):
        self._answer(True)

    def _answer(self, with_body):
        self.server.asked.append((self.command, self.path, self.headers.get("Range")))
        path = os.path.join(self.server.folder, os.path.basename(self.path.split("?")[0]))
        if not os.path.isfile(path):
            return self.send_error(404)
        size = os.path.getsize(path)
        first, last = self._range(size)
        partial = self.headers.get("Range") is not None
        self.send_response(206 if partial else 200)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(last - first + 1))
        if partial:
            self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.end_headers()
        if with_body:
            with open(path, "rb") as file:
                file.seek(first)
                self.wfile.write(file.read(last - first + 1))
        return None

    def _range(self, size):
        asked = self.headers.get("Range")
        if not asked:
            return 0, size - 1
        first, _, last = asked.removeprefix("bytes=").partition("-")
        return int(first), min(int(last or size - 1), size - 1)

    def log_message(self, *_):
        pass


class FileServer:
    """Serves the files of one folder over HTTP and keeps the requests."""

    def __init__(self, folder, host="127.0.0.1"):
        self.server = http.server.ThreadingHTTPServer((host, 0), Handler)
        self.server.folder = folder
        self.server.asked = []
        self.url = f"http://{host}:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def asked(self):
        return list(self.server.asked)

    def close(self):
        self.server.shutdown()
        self.server.server_close()
