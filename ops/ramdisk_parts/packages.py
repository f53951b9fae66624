"""Debian packages, downloaded and unpacked into a folder that is kept; nothing is installed."""

import glob
import os
import re
import shutil
import subprocess
import tempfile


class Failed(Exception):
    """What whoever builds is told; no traceback."""


def run(*command, **how):
    done = subprocess.run(command, capture_output=True, check=False, **how)
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip() or "no reason given"
        raise Failed(f"{command[0]} ended with {done.returncode}: {reason[-2000:]}")
    return done.stdout


class Packages:
    """Finds what is in packages; `cache` keeps what has been downloaded."""

    def __init__(self, cache):
        self.cache = os.path.abspath(cache)
        os.makedirs(self.cache, exist_ok=True)
        self.known = {}
        self.files = {}

    def unpacked(self, name):
        """The folder with a package's files, of the version that apt would install."""
        if name not in self.known:
            package = self._downloaded(name)
            folder = package.removesuffix(".deb")
            if not os.path.isdir(folder):
                fresh = tempfile.mkdtemp(dir=self.cache)
                run("dpkg-deb", "-x", package, fresh)
                os.chmod(fresh, 0o755)
                try:
                    os.rename(fresh, folder)
                except OSError:  # another build was quicker
                    shutil.rmtree(fresh)
            self.known[name] = folder
        return self.known[name]

    def file(self, name, path):
        """One file of a package."""
        found = os.path.join(self.unpacked(name), path.lstrip("/"))
        if not os.path.exists(found):
            raise Failed(f"the package {name} has no {path}")
        return found

    def depended_on(self, name, pattern):
        """The package that this one depends on whose name matches, as a metapackage names its kernel."""
        said = run("dpkg-deb", "-f", self._downloaded(name), "Depends").decode()
        found = re.search(pattern, said)
        if not found:
            raise Failed(f"{name} depends on nothing like {pattern}, but on: {said.strip()}")
        return found[0]

    def _downloaded(self, name):
        file = self._file_name(name)
        path = os.path.join(self.cache, file)
        if not os.path.exists(path):
            self._download(name)
        if not os.path.exists(path):
            raise Failed(f"apt-get download {name} left no {file}")
        return path

    def look_up(self, *names):
        """Asks apt for the files of several packages at once: each question takes it a second."""
        for again in (False, True):
            done = subprocess.run(("apt-get", "download", "--print-uris", *names), cwd=self.cache,
                                  capture_output=True, text=True, check=False)
            found = re.findall(r"^'[^']*' (([^_\s]+)_\S+\.deb) ", done.stdout, re.MULTILINE)
            self.files.update({name: file for file, name in found})
            if done.returncode == 0 or again:
                return done.stderr.strip()
            subprocess.run(("apt-get", "update", "-qq"), capture_output=True, check=False)
        return ""

    def _file_name(self, name):
        why = "" if name in self.files else self.look_up(name)
        if name in self.files:
            return self.files[name]
        kept = sorted(glob.glob(os.path.join(self.cache, name + "_*.deb")), key=os.path.getmtime)
        if kept:  # no network and no lists, but it was here before
            return os.path.basename(kept[-1])
        raise Failed(f"the package {name} cannot be downloaded: {why or 'apt does not know it'}")

    def _download(self, name):
        fresh = tempfile.mkdtemp(dir=self.cache)
        os.chmod(fresh, 0o777)  # apt downloads as a user of its own
        try:
            for again in (False, True):
                done = subprocess.run(("apt-get", "download", "-qq", name), cwd=fresh,
                                      capture_output=True, text=True, check=False)
                if done.returncode == 0:
                    break
                if again:
                    raise Failed(f"the package {name} cannot be downloaded: {done.stderr.strip()}")
                subprocess.run(("apt-get", "update", "-qq"), capture_output=True, check=False)
            for file in os.listdir(fresh):
                os.replace(os.path.join(fresh, file), os.path.join(self.cache, file))
        finally:
            shutil.rmtree(fresh)

    def versions(self):
        """Of each package that was used: the file that it came in."""
        return {name: os.path.basename(folder) for name, folder in sorted(self.known.items())}
