"""Kernel parameters for an emulated processor (QEMU without KVM), for any ramdisk, boot ISO or disk."""

# The kernel waits for timer ticks at its start. On a busy host they come too late, and it panics: "IO-APIC + timer
# doesn't work". Physical machines do not need the parameter, so the service does not set it by default.
PARAMETERS = "no_timer_check"
