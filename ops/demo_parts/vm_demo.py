"""`ops/demo --vm`: deploys Linux on new virtual machines, once for each boot method."""

import contextlib
import os
import shutil
import tempfile
import time

import vm_place
from api import Api
from daemon import Daemon, Failed
from vm_certificate import Auditor
from vm_fleet import VirtualMachine
from vm_life import Life
from vm_site import Site
from vm_timeline import MOMENTS, table
from vm_ways import WAYS

MEMORY_MIB = 1024

choose_place = vm_place.choose


class Service:
    """The service in its network, with the ramdisk. Use as a context manager. It leads one machine at a time."""

    def __init__(self, binary, ramdisk, image, place):
        self.binary = binary
        self.place = place
        self.site = Site(place.host, image)
        self.keys = tempfile.TemporaryDirectory(prefix="ironbus-demo-keys.")
        self.auditor = Auditor(binary, self.keys.name)
        settings = place.settings + f"conductor: {{certificate_key_file: {self.auditor.key}}}\n"
        self.daemon = Daemon(binary, settings, listen=f"{place.host}:{place.port}",
                             further=["--ramdisk", os.path.abspath(ramdisk)])
        self.api = None
        self.life = None

    def __enter__(self):
        self.site.__enter__()
        try:
            self.daemon.__enter__()
        except BaseException:
            self.site.__exit__()
            raise
        self.api = Api(self.daemon.url)
        self.api.follow(self._take)
        return self

    def __exit__(self, *reason):
        self.site.__exit__()
        self.keys.cleanup()
        self.daemon.__exit__(*reason)

    def _take(self, event):
        if self.life:
            self.life.take(event)

    def lead(self, way, say, limit):
        """Leads a new machine with a new disk and a new node through its life. Returns its timeline."""
        folder = tempfile.mkdtemp(prefix="ironbus-demo-machine.")
        try:
            with VirtualMachine(self.binary, way.firmware, *self.place.machines, "--profile",
                                "openbmc", "--listen", "127.0.0.1:0", "--memory",
                                str(MEMORY_MIB), "--folder", folder, *way.simulate) as machine:
                self.life = Life(self.api, self.site, machine, way, self.auditor, limit, say)
                self.life.lead()
                self._forget()
                return self.life.timeline
        except Failed as failure:
            with contextlib.suppress(Failed):  # the first failure says more
                self._forget()
            raise Failed(f"{failure}\nlast log lines of the service:\n{self.daemon.log_tail()}") from None
        finally:
            self.life = None
            shutil.rmtree(folder, ignore_errors=True)

    def _forget(self):
        """Deletes the node: the next machine has the same name and MAC address."""
        node = f"/v1/nodes/{self.life.node}"
        self.api.call("PUT", node + "/maintenance", {"reason": "the demonstration is over"})
        self.api.call("DELETE", node)


def run(options):
    ways = [WAYS[name] for name in options.ways.split(",") if name]
    began = time.monotonic()
    place = choose_place(lambda line: print(line, flush=True))
    ways = [way for way in ways if way.name in place.ways]
    shown = []
    with Service(options.binary, options.ramdisk, options.image, place) as service:
        print(service.daemon.ready_line, flush=True)
        for way in ways:
            timelines = []
            for number in range(options.repeat):
                print(f"\n{way.title}" + (f", life {number + 1} of {options.repeat}" if options.repeat > 1 else ""),
                      flush=True)
                timelines.append(service.lead(way, lambda line: print("  " + line, flush=True),
                                              options.time_limit))
            shown.append((way.title, timelines))
    print("\nSeconds since power on (last column: since enrolment):\n")
    print("\n".join(table(shown)))
    print("\n".join(f"{name}: {what}" for name, what in MOMENTS))
    lives = sum(len(timelines) for _, timelines in shown)
    print(f"\n{lives} systems deployed in {time.monotonic() - began:.0f} s. "
          "All processes are stopped and all files are deleted.")
