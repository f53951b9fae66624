#!/usr/bin/python3
"""The metadata service for instances, read by cloud-init's own code."""

import copy
import glob
import http.client
import json
import os
import shutil
import subprocess
import sys
import time
import unittest
import urllib.parse

from harness import ROOT, Daemon, main, scratch

TOKEN = "0123456789abcdef-of-the-instance"
MACS = {"first": "52:54:00:cc:00:01", "second": "52:54:00:cc:00:02"}
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKEY admin@example.org"
USER_DATA = "#cloud-config\npackages: [htop]\n"
DRIVE = {
    "meta_data": {"public_keys": {"admin": KEY}, "hostname": "web-1"},
    "user_data": USER_DATA,
    "vendor_data": {"cloud-init": "#cloud-config\ntimezone: UTC\n"},
    "network_data": {
        "links": [{"id": "nic", "type": "phy", "ethernet_mac_address": MACS["first"].upper(), "mtu": 1500}],
        "networks": [{"id": "n", "link": "nic", "type": "ipv4", "ip_address": "192.0.2.50",
                      "netmask": "255.255.255.0",
                      "routes": [{"network": "0.0.0.0", "netmask": "0.0.0.0", "gateway": "192.0.2.1"}]}],
        "services": [{"type": "dns", "address": "192.0.2.53"}]},
}


def cloud_init():
    """Unpacks its packages without installing them: an installed cloud-init would configure this machine."""
    folder = os.path.join(ROOT, "build", "cloud-init")
    found = os.path.join(folder, "root/usr/lib/python3/dist-packages")
    if not os.path.isdir(os.path.join(found, "cloudinit")):
        os.makedirs(folder, exist_ok=True)
        for package in ("cloud-init", "python3-configobj"):
            got = subprocess.run(["apt-get", "download", package], cwd=folder, check=False,
                                 capture_output=True)
            for file in glob.glob(f"{folder}/{package}_*.deb") if got.returncode == 0 else ():
                subprocess.run(["dpkg-deb", "-x", file, f"{folder}/root"], check=True)
    sys.path.insert(0, found)
    try:
        import cloudinit.sources.DataSourceNoCloud  # noqa: F401
    except ImportError as why:
        raise unittest.SkipTest(f"cloud-init cannot be had: {why}") from why


class Metadata(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.leases = os.path.join(cls.folder, "leases")
        never, gone = 0, int(time.time()) - 10
        with open(cls.leases, "w", encoding="utf-8") as file:
            file.write(f"{never} {MACS['first']} 127.0.0.1 web-1 *\n"
                       f"{int(time.time()) + 600} {MACS['second']} 127.0.0.2 * *\n"
                       f"{gone} {MACS['first']} 127.0.0.3 * *\n")
        cls.daemon = Daemon(cls.folder, settings=(
            f"metadata_listen: 127.0.0.1:0\napi:\n  metadata_leases: {cls.leases}\n")).start()
        cls.api = cls.daemon.api
        cls.place = dict(word.partition("=")[::2] for word in cls.daemon.ready_line.split())["metadata_listen"]
        cls.url = "http://" + cls.place
        cls.uuids = {}
        for name, mac in MACS.items():
            node = cls.api.create(name, automated_clean=False,
                                  instance_info={"metadata_token": TOKEN} if name == "first" else {})
            cls.uuids[name] = node["uuid"]
            cls.api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": mac})
            cls.api.move(name, "manage", "manageable", "provide", "available")
        cls.api.ask_for_state("first", "active", configdrive=DRIVE)
        cls.api.until("first", "active")

    @classmethod
    def tearDownClass(cls):
        code = cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)
        assert code == 0, code

    def get(self, path, source="127.0.0.1", method="GET"):
        at = urllib.parse.urlsplit(self.url)
        connection = http.client.HTTPConnection(at.hostname, at.port, timeout=10,
                                                source_address=(source, 0))
        try:
            connection.request(method, path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def named(self, token=TOKEN, name="first"):
        return f"/instance/{self.uuids[name]}/{token}"


class CloudInit(Metadata):
    @classmethod
    def setUpClass(cls):
        cloud_init()
        from cloudinit.sources.helpers import openstack
        openstack.MetadataReader._read_ec2_metadata = lambda _: {}  # It would ask 169.254.169.254.
        super().setUpClass()

    def test_nocloud(self):
        from cloudinit import util
        meta, user, vendor = util.read_seeded(self.url + self.named() + "/nocloud/", timeout=5, retries=0)
        self.assertEqual(meta["instance-id"], self.uuids["first"])
        self.assertEqual(meta["local-hostname"], "web-1")
        self.assertEqual(meta["public-keys"], [KEY])
        self.assertEqual(user.decode(), USER_DATA)
        self.assertIn(b"timezone", vendor)

    def test_ec2(self):
        from cloudinit.sources.helpers import ec2
        meta = ec2.get_instance_metadata("latest", self.url, timeout=5, retries=0)
        self.assertEqual(meta["instance-id"], self.uuids["first"])
        self.assertEqual(meta["local-hostname"], "web-1")
        self.assertEqual(meta["public-keys"], {"admin": KEY})
        self.assertEqual(ec2.get_instance_userdata("latest", self.url).decode(), USER_DATA)

    def test_openstack(self):
        from cloudinit import sources
        from cloudinit.sources.helpers import openstack
        for base in (self.url, self.url + self.named()):
            found = openstack.MetadataReader(base, timeout=5).read_v2()
            self.assertEqual(found["metadata"]["uuid"], self.uuids["first"])
            self.assertEqual(found["metadata"]["public_keys"], {"admin": KEY})
            self.assertEqual(found["userdata"], USER_DATA.encode())
            self.assertEqual(found["networkdata"], DRIVE["network_data"])
            self.assertEqual(sources.convert_vendordata(found["vendordata"]),
                             DRIVE["vendor_data"]["cloud-init"])

    def test_cloud_init_makes_the_same_network_from_openstacks_form(self):
        from cloudinit.net import network_state
        from cloudinit.sources.helpers import openstack
        _, text = self.get("/nocloud/network-config")
        ours = network_state.parse_net_config_data(json.loads(text))
        link, = json.loads(text)["ethernets"].values()
        self.assertEqual(link["match"]["macaddress"], MACS["first"])
        theirs = network_state.parse_net_config_data(openstack.convert_net_json(
            copy.deepcopy(DRIVE["network_data"]), known_macs={MACS["first"]: "nic"}))
        for state in (ours, theirs):
            interface, = state.iter_interfaces()
            subnet, = interface["subnets"]
            self.assertEqual(subnet["address"].partition("/")[0], "192.0.2.50")
            self.assertEqual((subnet.get("prefix"), interface["mtu"]), (24, 1500))

    def test_a_whole_data_source(self):
        from cloudinit import helpers, settings
        from cloudinit.distros import debian
        from cloudinit.sources import DataSourceOpenStack as module
        paths = helpers.Paths({"cloud_dir": self.folder, "run_dir": self.folder})
        known = {**settings.CFG_BUILTIN,
                 "datasource": {"OpenStack": {"metadata_urls": [self.url], "timeout": 5, "retries": 0}}}
        source = module.DataSourceOpenStack(known, debian.Distro("debian", known, paths), paths)
        self.assertTrue(source.wait_for_metadata_service())
        crawled = source._crawl_metadata()
        self.assertEqual(crawled["metadata"]["uuid"], self.uuids["first"])
        self.assertEqual(crawled["version"], 2)


class Access(Metadata):
    def test_all_paths_are_listed(self):
        self.assertEqual(self.get("/")[1].split("\n"), ["2009-04-04", "latest", "nocloud", "openstack"])
        self.assertEqual(self.get("/latest/")[1].split("\n"), ["meta-data", "user-data"])
        self.assertEqual(self.get("/latest/meta-data/")[1].split("\n"), [
            "ami-launch-index", "hostname", "instance-id", "local-hostname", "public-keys/"])
        self.assertEqual(self.get("/latest/meta-data/public-keys/")[1], "0=admin")
        self.assertEqual(self.get("/2009-04-04/meta-data/public-keys/0/openssh-key"), (200, KEY))

    def test_a_session_token_is_available(self):
        status, token = self.get("/latest/api/token", method="PUT")
        self.assertEqual(status, 200)
        self.assertGreater(len(token), 16)

    def test_other_callers_receive_nothing(self):
        nothing = self.get("/latest/meta-data/", source="127.0.0.9")
        self.assertEqual(nothing[0], 404)
        self.assertNotIn(self.uuids["first"], nothing[1])
        for path in (self.named(TOKEN + "x"), self.named(""), self.named("0" * 32),
                     self.named(name="second"), "/instance/nobody/" + TOKEN,
                     "/instance/00000000-0000-4000-8000-000000000000/" + TOKEN):
            self.assertEqual(self.get(path + "/latest/meta-data/", source="127.0.0.9"), nothing, path)
        self.assertEqual(self.get("/latest/meta-data/", source="127.0.0.3"), nothing, "its lease has expired")
        self.assertEqual(self.get("/latest/meta-data/", source="127.0.0.2"), nothing, "it has no instance")
        self.assertEqual(self.get("/latest/nothing"), nothing)

    def test_only_reading_is_allowed(self):
        for method in ("POST", "DELETE", "PATCH"):
            self.assertEqual(self.get("/latest/meta-data/", method=method)[0], 405)
        self.assertEqual(self.get("/v1/nodes")[0], 404)
        self.assertEqual(self.get("/latest/../latest")[0], 400)

    def test_the_metadata_ends_with_the_instance(self):
        self.api.ask_for_state("second", "active", configdrive={"user_data": "echo second"})
        self.api.until("second", "active")
        self.assertEqual(self.get("/latest/user-data", source="127.0.0.2"), (200, "echo second"))
        self.api.move("second", "deleted", "available")
        self.assertEqual(self.get("/latest/user-data", source="127.0.0.2")[0], 404)

    def test_the_token_is_never_shown(self):
        self.assertEqual(self.api.node("first")["instance_info"]["metadata_token"], "******")
        self.assertNotIn(TOKEN, self.daemon.log())


if __name__ == "__main__":
    main()
