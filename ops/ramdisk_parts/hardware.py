"""Which drivers a ramdisk carries: by name, or all below a folder of the kernel's sources."""

# What a machine in a rack has, for Debian's general kernel.
NAMES = """
virtio_pci virtio_mmio virtio_net virtio_blk virtio_scsi
sd_mod sr_mod sg loop isofs vfat nls_ascii nls_cp437 ext4 squashfs efivarfs
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
