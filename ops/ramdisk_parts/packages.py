"""Downloads Debian packages and unpacks them into a cache folder. Installs nothing."""

import glob
import os
import re
import shutil
import subprocess
import tempfile


class Failed(Exception):
    """A failure that the user sees as one message, without a traceback."""


def run(*command, **how):
    done = subprocess.run(command, capture_output=True, check=False, **how)
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip() or "no reason given"
        raise Failed(f"{command[0]} failed with exit code {done.returncode}: {reason[-2000:]}")
    return done.stdout


class Packages:
    """Finds files in packages. `cache`: folder of downloaded packages."""

    def __init__(self, cache):
        self.cache = os.path.abspath(cache)
        os.makedirs(self.cache, exist_ok=True)
        self.known = {}
        self.files = {}

    def unpacked(self, name):
        """Returns the folder with the files of a package, in the version that apt would install."""
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
        """Returns the path of one file of a package."""
        found = os.path.join(self.unpacked(name), path.lstrip("/"))
        if not os.path.exists(found):
            raise Failed(f"The package {name} contains no file {path}.")
        return found

    def depended_on(self, name, pattern):
        """Returns the dependency of a package that matches the pattern; a metapackage names its kernel that way."""
        said = run("dpkg-deb", "-f", self._downloaded(name), "Depends").decode()
        found = re.search(pattern, said)
        if not found:
            raise Failed(f"No dependency of {name} matches {pattern}. Its dependencies: {said.strip()}")
        return found[0]

    def _downloaded(self, name):
        file = self._file_name(name)
        path = os.path.join(self.cache, file)
        if not os.path.exists(path):
            self._download(name)
        if not os.path.exists(path):
            raise Failed(f"`apt-get download {name}` did not write {file}.")
        return path

    def look_up(self, *names):
        """Asks apt for the file names of several packages with one call, because each call takes a second."""
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
        if kept:  # no network and no package lists, but an earlier download
            return os.path.basename(kept[-1])
        raise Failed(f"Cannot download the package {name}: {why or 'apt does not know it'}")

    def _download(self, name):
        fresh = tempfile.mkdtemp(dir=self.cache)
        os.chmod(fresh, 0o777)  # apt downloads as its own user
        try:
            for again in (False, True):
                done = subprocess.run(("apt-get", "download", "-qq", name), cwd=fresh,
                                      capture_output=True, text=True, check=False)
                if done.returncode == 0:
                    break
                if again:
                    raise Failed(f"Cannot download the package {name}: {done.stderr.strip()}")
                subprocess.run(("apt-get", "update", "-qq"), capture_output=True, check=False)
            for file in os.listdir(fresh):
                os.replace(os.path.join(fresh, file), os.path.join(self.cache, file))
        finally:
            shutil.rmtree(fresh)

    def versions(self):
        """Returns the package file of each used package."""
        return {name: os.path.basename(folder) for name, folder in sorted(self.known.items())}
