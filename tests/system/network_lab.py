"""A network with real DHCP and real firmware: its own namespace, a bridge, and QEMU machines (without KVM)."""

import glob
import os
import shutil
import subprocess
import sys
import time

from harness import ROOT, poll, read

HOST = "192.0.2.1"
RANGE = "192.0.2.100-192.0.2.200"
BRIDGE = "br0"
INSIDE = "NETWORK_LAB_INSIDE"  # This variable is set for the script inside the namespace.
PAYLOAD = os.path.join(ROOT, "build", "network_payload")
FIRMWARE = "/usr/share/OVMF"

PROGRAMS = ("qemu-system-x86_64", "dnsmasq", "ip", "unshare", "cpio", "zstd", "mkfs.vfat", "mcopy", "mmd")
FILES = (FIRMWARE + "/OVMF_CODE_4M.secboot.fd", FIRMWARE + "/OVMF_VARS_4M.ms.fd", "/usr/lib/ipxe/snponly.efi",
         "/usr/lib/shim/shimx64.efi.signed", "/usr/lib/grub/x86_64-efi-signed/grubnetx64.efi.signed", "/bin/busybox")

# The ramdisk's script: configures its network card, gets an address, and looks up its node.
INIT = """#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc p /proc; mount -t sysfs s /sys
for module in virtio_ring virtio virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci failover net_failover virtio_net
do insmod /lib/$module.ko; done
ip link set eth0 up
udhcpc -n -q -i eth0 -s /bin/bound
api=$(sed 's/.*ipa-api-url=\\([^ ]*\\).*/\\1/' /proc/cmdline)
mac=$(cat /sys/class/net/eth0/address)
echo "COMMAND LINE $(cat /proc/cmdline)"
echo "LOOKUP $(wget -qO- --header 'X-OpenStack-Ironic-API-Version: 1.22' "$api/v1/lookup?addresses=$mac")"
poweroff -f
"""
BOUND = """#!/bin/sh
[ "$1" = bound ] && ip addr add $ip/24 dev eth0
exit 0
"""


def missing():
    """Returns a sentence that says what this machine lacks for a lab, or an empty text."""
    programs = [x for x in PROGRAMS if not shutil.which(x, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")]
    lacking = programs + [x for x in FILES if not os.path.exists(x)]
    if lacking:
        return "not installed: " + ", ".join(lacking)
    if subprocess.run(["unshare", "--net", "true"], capture_output=True, check=False).returncode:
        return "no permission to make a network namespace"
    if not os.access("/dev/net/tun", os.R_OK | os.W_OK):
        return "no permission for /dev/net/tun"
    return ""


def enter():
    """Runs the calling script again in its own namespace, which ends with it."""
    if os.environ.get(INSIDE) or missing():
        return
    unpacked_kernel()  # No download is possible inside the namespace.
    os.environ[INSIDE] = "1"
    os.execvp("unshare", ["unshare", "--net", sys.executable, *sys.argv])


def make_network():
    for command in ("link set lo up",
                    f"link add {BRIDGE} type bridge forward_delay 0 mcast_snooping 0",
                    f"addr add {HOST}/24 dev {BRIDGE}",
                    f"-6 addr add fd00:c0::1/64 dev {BRIDGE} nodad",
                    "tuntap add tap0 mode tap",
                    f"link set tap0 master {BRIDGE}",
                    "link add v0 type veth peer name v1",
                    f"link set v0 master {BRIDGE}",
                    f"link set {BRIDGE} up", "link set tap0 up", "link set v0 up", "link set v1 up"):
        subprocess.run(["ip", *command.split()], check=True)


def ask_dhcp(mac):
    """Returns the DHCP reply to a client with that address as a dict, or None without a reply."""
    script = os.path.join(PAYLOAD, "client")
    with open(script, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\n[ "$1" = bound ] && echo "ip=$ip bootfile=$bootfile"\nexit 0\n')
    os.chmod(script, 0o755)
    subprocess.run(["ip", "link", "set", "v1", "address", mac], check=True)
    told = subprocess.run(["busybox", "udhcpc", "-i", "v1", "-n", "-q", "-f", "-t", "2", "-T", "1", "-O", "bootfile",
                           "-x", "0x5d:0000", "-s", script], capture_output=True, text=True, check=False).stdout
    lines = [x for x in told.splitlines() if x.startswith("ip=")]
    return dict(x.split("=", 1) for x in lines[0].split()) if lines else None


# -- boot files -------------------------------------------------------------------------------------------------------

def unpacked_kernel():
    """Returns the folder of Debian's signed kernel for virtual machines, or an empty text if there is none."""
    folder = os.path.join(PAYLOAD, "package")
    if glob.glob(folder + "/boot/vmlinuz-*"):
        return folder
    os.makedirs(folder, exist_ok=True)
    names = subprocess.run(["apt-cache", "depends", "linux-image-cloud-amd64"], capture_output=True, text=True,
                           check=False).stdout.split()
    name = next((x for x in names if x.startswith("linux-image-") and x != "linux-image-cloud-amd64"), None)
    if not name or subprocess.run(["apt-get", "download", name], cwd=folder, capture_output=True,
                                  check=False).returncode:
        return ""
    for package in glob.glob(folder + "/*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
        os.remove(package)
    return folder


def make_initramfs(package, target):
    folder = os.path.join(PAYLOAD, "initramfs")
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("bin", "lib", "proc", "sys", "dev"):
        os.makedirs(os.path.join(folder, name))
    shutil.copy("/bin/busybox", folder + "/bin")
    for name in ("net/core/failover", "drivers/net/net_failover", "drivers/net/virtio_net"):
        shutil.copy(glob.glob(f"{package}/lib/modules/*/kernel/{name}.ko")[0], folder + "/lib")
    for module in glob.glob(package + "/lib/modules/*/kernel/drivers/virtio/virtio*.ko"):
        shutil.copy(module, folder + "/lib")
    for name, text in (("init", INIT), ("bin/bound", BOUND)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(os.path.join(folder, name), 0o755)
    subprocess.run(f"find . | cpio --quiet -o -H newc | zstd -q -f -o {target}", shell=True, cwd=folder, check=True)


def make_system_partition(target):
    """Makes a FAT image with Debian's signed shim and GRUB, which reads /boot/grub/grub.cfg from any medium."""
    config = os.path.join(PAYLOAD, "esp.cfg")
    with open(config, "w", encoding="utf-8") as file:
        file.write("search --file --set=root /boot/grub/grub.cfg\nset prefix=($root)/boot/grub\n"
                   "configfile $prefix/grub.cfg\n")
    with open(target, "wb") as file:
        file.truncate(8 * 1024 * 1024)
    subprocess.run(["mkfs.vfat", target], check=True, capture_output=True)
    subprocess.run(["mmd", "-i", target, "::EFI", "::EFI/BOOT", "::EFI/debian"], check=True)
    for source, name in (("/usr/lib/shim/shimx64.efi.signed", "BOOT/BOOTX64.EFI"),
                         ("/usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed", "BOOT/grubx64.efi"),
                         (config, "debian/grub.cfg")):
        subprocess.run(["mcopy", "-i", target, source, "::EFI/" + name], check=True)


def make_ramdisk():
    """Makes a folder for `ironbusd --ramdisk` with a ramdisk that only looks up its node. Empty without a kernel."""
    folder = os.path.join(PAYLOAD, "ramdisk")
    os.makedirs(folder + "/network", exist_ok=True)
    package = unpacked_kernel()
    if not package:
        return ""
    shutil.copy(glob.glob(package + "/boot/vmlinuz-*")[0], folder + "/kernel")
    make_initramfs(package, folder + "/ramdisk")
    make_system_partition(folder + "/esp.img")
    for source, name in (("/usr/lib/ipxe/undionly.kpxe", "undionly.kpxe"), ("/usr/lib/ipxe/snponly.efi", "snponly.efi"),
                         ("/usr/lib/shim/shimx64.efi.signed", "shimx64.efi"),
                         ("/usr/lib/grub/x86_64-efi-signed/grubnetx64.efi.signed", "grubx64.efi")):
        shutil.copy(source, f"{folder}/network/{name}")
    return folder


# -- machines ---------------------------------------------------------------------------------------------------------

class Machine:
    """A virtual machine that boots from its network card. With UEFI, Secure Boot is on."""

    def __init__(self, folder, mac, uefi, only=""):
        self.console_path = os.path.join(folder, "console-" + mac.replace(":", "-"))
        argv = ["qemu-system-x86_64", "-accel", "tcg", "-m", "1024", "-nodefaults", "-display", "none", "-no-reboot",
                "-serial", "file:" + self.console_path,
                "-netdev", "tap,id=net,ifname=tap0,script=no,downscript=no",
                "-device", f"virtio-net-pci,netdev=net,mac={mac},bootindex=1" + (",romfile=" if uefi else "")]
        if uefi:
            variables = self.console_path + ".vars"
            shutil.copy(FIRMWARE + "/OVMF_VARS_4M.ms.fd", variables)
            argv += ["-machine", "q35,smm=on", "-global", "driver=cfi.pflash01,property=secure,value=on",
                     "-global", "ICH9-LPC.disable_s3=1", "-drive",
                     f"if=pflash,unit=0,format=raw,readonly=on,file={FIRMWARE}/OVMF_CODE_4M.secboot.fd",
                     "-drive", f"if=pflash,unit=1,format=raw,file={variables}"]
        if only == "http":  # Otherwise firmware tries PXE first.
            for name in ("IPv4PXESupport", "IPv6PXESupport"):
                argv += ["-fw_cfg", f"name=opt/org.tianocore/{name},string=n"]
        self.began = time.monotonic()
        self.process = subprocess.Popen(argv, stdin=subprocess.DEVNULL)

    def console(self):
        return read(self.console_path) if os.path.exists(self.console_path) else ""

    def until_said(self, text, limit=240):
        """Waits for this text on the console. Returns the seconds since the start."""
        def said():
            assert self.process.poll() in (None, 0), self.console()[-3000:]
            return text in self.console()
        try:
            poll(said, text, limit)
        except AssertionError as e:
            raise AssertionError(f"{e}\n{self.console()[-3000:]}") from None
        return time.monotonic() - self.began

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
