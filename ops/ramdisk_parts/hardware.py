"""Names of the kernel modules in the ramdisk."""

# Devices of rack servers, for Debian's general kernel.
NAMES = """
virtio_pci virtio_mmio virtio_net virtio_blk virtio_scsi
sd_mod sr_mod sg loop isofs vfat nls_ascii nls_cp437 ext4 xfs btrfs squashfs efivarfs
ahci ata_piix ata_generic nvme nvme_core
megaraid_sas mpt3sas mptsas mptspi hpsa smartpqi aacraid arcmsr 3w_9xxx 3w_sas pm80xx mpi3mr isci vmw_pvscsi
hv_storvsc hv_netvsc hv_vmbus
e1000 e1000e igb igc ixgbe i40e ice ixgbevf iavf tg3 bnx2 bnx2x bnxt_en be2net enic mlx4_en mlx5_core r8169 realtek
qede atlantic cxgb4 sfc ionic vmxnet3 8139cp 8139too
usbhid hid_generic xhci_pci ehci_pci ohci_pci uhci_hcd usb_storage uas cdc_ether r8152 ax88179_178a
ipmi_si ipmi_devintf ipmi_msghandler
raid1 raid0 raid10 raid456 dm_mod
8021q bonding crc32c_intel crc32c_generic
""".split()

# The boot devices of virtual machines: stored uncompressed in the ramdisk. Every other module is compressed by itself
# and unpacked when a device needs it: unpacking all of them adds half a second to the start.
PLAIN = """
virtio virtio_ring virtio_pci virtio_pci_modern_dev virtio_pci_legacy_dev virtio_net net_failover failover virtio_blk
virtio_scsi nvme nvme_core nvme_common t10_pi crc64_rocksoft crc64_rocksoft_generic crc64 crc_t10dif crct10dif_generic
crct10dif_common ahci libahci libata ata_piix ata_generic scsi_mod scsi_common sd_mod sr_mod cdrom sg efivarfs
""".split()
