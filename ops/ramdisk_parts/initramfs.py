"""Writes an initramfs: two cpio archives. The first contains compressed modules as they are. The second is compressed
with zstd."""

import lzma
import os
import shutil
import subprocess

from packages import Failed, run

# The same modification time for all files, so that the same input produces the same ramdisk.
EPOCH = 1700000000


class Tree:
    """A folder that becomes the root file system of a ramdisk."""

    def __init__(self, folder):
        self.folder = folder
        self.packed = []  # names of files that are compressed already
        for name in ("bin", "dev", "etc", "lib", "mnt", "proc", "run", "sys", "tmp", "var/run", "root"):
            os.makedirs(self.path(name), exist_ok=True)
        os.symlink("bin", self.path("sbin"))

    def path(self, name):
        return os.path.join(self.folder, name.lstrip("/"))

    def copy(self, source, name, mode=0o644):
        target = self.path(name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(source, target)
        os.chmod(target, mode)

    def copy_packed(self, source, name):
        """Copies a file as NAME.xz, compressed so that busybox can unpack it."""
        name = name.lstrip("/") + ".xz"
        target = self.path(name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(source, "rb") as file, open(target, "wb") as out:
            out.write(lzma.compress(file.read(), check=lzma.CHECK_CRC32))
        os.chmod(target, 0o644)
        self.packed.append(name)

    def write(self, name, text, mode=0o644):
        target = self.path(name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(target, mode)

    def add_busybox(self, busybox):
        self.copy(busybox, "bin/busybox", 0o755)
        for applet in run(busybox, "--list").decode().split():
            if applet != "busybox":
                os.symlink("busybox", self.path("bin/" + applet))

    def pack(self, output, level=19):
        for folder, folders, files in os.walk(self.folder):
            for name in folders + files:
                os.utime(os.path.join(folder, name), (EPOCH, EPOCH), follow_symlinks=False)
        names = [os.path.relpath(os.path.join(folder, name), self.folder)
                 for folder, folders, files in os.walk(self.folder) for name in folders + files]
        apart = {place for name in self.packed for place in (name, *parents(name))}
        with open(output, "wb") as file:
            self._archive([name for name in names if name in apart], file)
            self._archive([name for name in names if name not in self.packed], file,
                          ("zstd", "-q", "-T0", f"-{level}", "--no-check", "-c"))

    def _archive(self, names, file, packer=("cat",)):
        made = subprocess.Popen(
            ("cpio", "--create", "--format=newc", "--owner=0:0", "--reproducible", "--quiet"),
            cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        packed = subprocess.Popen(packer, stdin=made.stdout, stdout=file)
        made.stdout.close()
        made.stdin.write("".join(name + "\n" for name in sorted(names)).encode())
        made.stdin.close()
        if made.wait() or packed.wait():
            raise Failed(f"cpio or {packer[0]} failed to write {file.name}")


def parents(name):
    """Returns the names of the folders above it."""
    parts = name.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
