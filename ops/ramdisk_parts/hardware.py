"""Names of the kernel modules in the ramdisk."""

# Modules of every flavour: file systems, software RAID, VLANs and bonds, and the devices of virtual machines. A kernel
# that lacks one is no failure, but the build says so.
NAMES = """
virtio_pci virtio_mmio virtio_net virtio_blk virtio_scsi
sd_mod sr_mod sg loop isofs vfat nls_ascii nls_cp437 ext4 xfs btrfs squashfs efivarfs
ahci ata_piix ata_generic nvme nvme_core
hv_storvsc hv_netvsc hv_vmbus
e1000 e1000e vmxnet3 8139cp vmw_pvscsi
usbhid hid_generic xhci_pci ehci_pci ohci_pci uhci_hcd usb_storage
raid1 raid0 raid10 raid456 dm_mod
8021q bonding crc32c_generic
""".split()

# Physical machines only.
PHYSICAL = """
crc32c_intel ipmi_si ipmi_devintf ipmi_msghandler
uas cdc_ether cdc_ncm rndis_host r8152 ax88179_178a
dm_crypt dm_multipath dm_snapshot dm_thin_pool dm_raid linear
""".split()

# Drivers that operators look for. They are in the folders below; if Debian's kernel lacks one, the build says so.
COMMON = """
vmd megaraid_sas mpt3sas mptsas mptspi mpi3mr hpsa smartpqi aacraid arcmsr 3w_9xxx 3w_sas pm80xx isci mvsas qla2xxx lpfc
igb igc ixgbe i40e ice ixgbevf iavf tg3 bnx2 bnx2x bnxt_en be2net enic mlx4_en mlx5_core r8169 realtek 8139too
qede atlantic cxgb4 sfc ionic nfp ib_ipoib
""".split()

# Folders of the kernel whose modules all belong to physical machines: storage, network cards with their PHYs, and
# InfiniBand. vmd, in drivers/pci/controller, makes NVMe disks behind Intel VMD visible.
FOLDERS = """
drivers/ata drivers/nvme/host drivers/scsi drivers/message/fusion drivers/pci/controller drivers/mmc
drivers/net/ethernet drivers/net/phy drivers/net/mdio drivers/net/pcs
drivers/infiniband/hw drivers/infiniband/ulp/ipoib
""".split()

# Simulated devices and test modules in these folders.
SKIPPED = ("scsi_debug", "netdevsim", "mmc_test", "mlxsw_spectrum", "prestera", "prestera_pci", "sparx5_switch")

# Debian's packages of firmware for these drivers. The second list is in the section non-free-firmware of the archive.
FREE_FIRMWARE = ("firmware-linux-free",)
NON_FREE_FIRMWARE = ("firmware-bnx2", "firmware-bnx2x", "firmware-cavium", "firmware-misc-nonfree", "firmware-myricom",
                     "firmware-netronome", "firmware-netxen", "firmware-qlogic", "firmware-realtek")

# The boot devices of virtual machines: stored uncompressed in the ramdisk. Every other module is compressed by itself
# and unpacked when a device needs it: unpacking all of them adds half a second to the start.
PLAIN = """
virtio virtio_ring virtio_pci virtio_pci_modern_dev virtio_pci_legacy_dev virtio_net net_failover failover virtio_blk
virtio_scsi nvme nvme_core nvme_common t10_pi crc64_rocksoft crc64_rocksoft_generic crc64 crc_t10dif crct10dif_generic
crct10dif_common ahci libahci libata ata_piix ata_generic scsi_mod scsi_common sd_mod sr_mod cdrom sg efivarfs
""".split()
