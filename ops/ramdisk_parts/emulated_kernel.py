"""What a kernel is told that runs on an emulated processor (QEMU without KVM), of whichever ramdisk, disc or disk."""

# At its start it waits for some ticks of the timer. On a busy host they come too late, and it panics: "IO-APIC + timer
# doesn't work". No machine of metal needs it, so it is no default of the service.
PARAMETERS = "no_timer_check"
