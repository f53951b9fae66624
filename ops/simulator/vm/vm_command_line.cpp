#include "ops/simulator/vm/vm_command_line.hpp"

#include "messages/base/json.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace ironbus::simulator {

namespace {

constexpr const char* qemu = "/usr/bin/qemu-system-x86_64";

struct class_row {
  std::string_view target;
  char device;  ///< 'd': disk, 'c': optical drive, 'u': USB stick, 'n': network.
};

constexpr std::array class_rows{
    class_row{"Hdd", 'd'}, class_row{"Cd", 'c'},       class_row{"UsbCd", 'c'},
    class_row{"Usb", 'u'}, class_row{"UsbHdd", 'u'},   class_row{"Floppy", 'u'},
    class_row{"Pxe", 'n'}, class_row{"UefiHttp", 'n'},
};

/// Doubles commas, as QEMU's options require.
std::string quoted(std::string text) {
  for (size_t comma = 0; (comma = text.find(',', comma)) != std::string::npos; comma += 2)
    text.insert(comma, ",");
  return text;
}

class builder {
public:
  builder(const vm_description& machine, const start_request& order) : machine_(machine) {
    for (const auto& target : order.targets) {
      const auto* row = std::ranges::find(class_rows, target, &class_row::target);
      if (row != class_rows.end()) places_.emplace(row->device, places_.size());
    }
  }

  void add(std::string_view option, std::string value) {
    out.emplace_back(option);
    out.push_back(std::move(value));
  }

  void add_identity() {
    add("-name", quoted(machine_.name));
    add("-uuid", machine_.uuid);
    add("-smbios", "type=1,manufacturer=" + quoted(machine_.manufacturer) +
                       ",product=" + quoted(machine_.model) + ",serial=" + quoted(machine_.serial) +
                       ",uuid=" + machine_.uuid);
  }

  void add_disks() {
    for (size_t i = 0; i < machine_.disks.size(); ++i) add_disk(i, machine_.disks[i]);
  }

  void add_slots() {
    if (std::ranges::any_of(machine_.slots, [](const vm_slot& x) { return !x.optical; }))
      add("-device", "qemu-xhci,id=usb");
    for (size_t i = 0; i < machine_.slots.size(); ++i) add_slot(i, machine_.slots[i]);
  }

  void add_cards(const std::vector<int>& taps, bool firmware_has_network) {
    for (size_t i = 0; i < machine_.macs.size(); ++i) {
      const auto id = "net" + std::to_string(i);
      const auto& user = machine_.network.user_settings;
      add("-netdev", taps.empty() ? "user,id=" + id + (i > 0 || user.empty() ? "" : "," + user)
                                  : "tap,id=" + id + ",fd=" + std::to_string(taps[i]));
      add("-device", "virtio-net-pci,netdev=" + id + ",mac=" + machine_.macs[i] +
                         (firmware_has_network ? ",romfile=" : "") + place('n', i));
    }
  }

  std::vector<std::string> out{qemu};

private:
  // Devices of one kind are tried in order. Each kind has its own range of boot indexes.
  std::string place(char device, size_t number) const {
    constexpr size_t most_of_a_kind = 16;
    const auto found = places_.find(device);
    if (found == places_.end()) return {};
    return ",bootindex=" + std::to_string(1 + found->second * most_of_a_kind + number);
  }

  void add_disk(size_t number, const vm_disk& disk) {
    const auto id = "disk" + std::to_string(number);
    add("-drive", "if=none,id=" + id + ",file=" + quoted(disk.file) +
                      ",format=raw,cache=unsafe,discard=unmap,detect-zeroes=unmap");
    const auto rest = ",drive=" + id + ",serial=" + quoted(disk.serial) + place('d', number);
    if (disk.bus == disk_bus::virtio) return add("-device", "virtio-blk-pci" + rest);
    if (disk.bus == disk_bus::nvme) return add("-device", "nvme" + rest);
    add("-device", "ide-hd,bus=ide." + std::to_string(ide_used_++) + rest);
  }

  void add_slot(size_t number, const vm_slot& slot) {
    const auto id = drive_of_slot(number);
    const auto drive = ",drive=" + id + "-drive,id=" + id;
    if (slot.optical) {
      add("-drive", "if=none,id=" + id + "-drive,media=cdrom,readonly=on");
      return add("-device",
                 "ide-cd,bus=ide." + std::to_string(ide_used_++) + drive + place('c', number));
    }
    add("-drive", "if=none,id=" + id + "-drive,readonly=on");
    add("-device", "usb-storage,bus=usb.0,removable=on" + drive + place('u', number));
  }

  const vm_description& machine_;
  std::map<char, size_t> places_;
  unsigned ide_used_ = 0;
};

void add_flash(builder& out, const vm_flash& flash) {
  if (flash.code.empty()) return;
  if (flash.locked) out.add("-global", "driver=cfi.pflash01,property=secure,value=on");
  out.add("-drive", "if=pflash,format=raw,unit=0,readonly=on,file=" + quoted(flash.code));
  out.add("-drive", "if=pflash,format=raw,unit=1,file=" + quoted(flash.variables));
}

// Without these settings the firmware tries every network boot method, which takes half a minute.
void choose_network_ways(builder& out, const start_request& order) {
  out.add("-fw_cfg", "name=opt/org.tianocore/IPv6PXESupport,string=n");
  if (!order.targets.empty() && order.targets.front() == "UefiHttp")
    out.add("-fw_cfg", "name=opt/org.tianocore/IPv4PXESupport,string=n");
}

void add_consoles(builder& out, const vm_description& machine, const vm_files& files) {
  out.add("-chardev", "socket,id=monitor,fd=" + std::to_string(files.monitor));
  out.add("-mon", "chardev=monitor,mode=control");
  out.add("-chardev", "socket,id=serial,fd=" + std::to_string(files.serial) +
                          ",logfile=" + quoted(machine.folder + "/console.log") + ",logappend=on");
  out.add("-serial", "chardev:serial");
  if (machine.ipmi_port == 0) return;
  out.add("-chardev", "socket,id=bmc,host=127.0.0.1,port=" + std::to_string(machine.ipmi_port) +
                          ",reconnect=1");
  out.add("-device", "ipmi-bmc-extern,id=bmc0,chardev=bmc");
  out.add("-device", "isa-ipmi-kcs,bmc=bmc0");
}

}  // namespace

std::string image_file_name(const std::string& url) {
  if (!url.starts_with("https://")) return url;
  return "json:" + to_text({{"driver", "https"}, {"url", url}, {"sslverify", false}});
}

std::string drive_of_slot(size_t number) { return "slot" + std::to_string(number); }

std::vector<std::string> vm_command_line(const vm_description& machine, const start_request& order,
                                         const vm_flash& flash, const vm_files& files) {
  builder out{machine, order};
  out.add_identity();
  // Without graphics, the BIOS and boot loaders use the serial line.
  out.add("-machine", std::string{"q35,graphics=off,accel="} + (machine.kvm ? "kvm:tcg" : "tcg") +
                          (flash.locked ? ",smm=on" : ",smm=off"));
  out.add("-m", std::to_string(machine.memory_mib));
  out.out.insert(out.out.end(), {"-nodefaults", "-no-user-config", "-S"});
  out.add("-display", "none");
  out.add("-action", "reboot=shutdown");
  out.add("-device", "virtio-rng-pci");
  add_consoles(out, machine, files);
  add_flash(out, flash);
  if (!flash.code.empty()) choose_network_ways(out, order);
  out.add_disks();
  out.add_slots();
  out.add_cards(files.taps, !flash.code.empty());
  return std::move(out.out);
}

}  // namespace ironbus::simulator
