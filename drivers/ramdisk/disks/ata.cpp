#include "drivers/ramdisk/disks/ata.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"

#include <fcntl.h>
#include <scsi/sg.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace ironbus::ramdisk {

namespace {

constexpr unsigned char pass_through_16 = 0x85;  // SAT: ATA PASS-THROUGH (16)
constexpr unsigned char identify_device = 0xec;
constexpr unsigned char security_set_password = 0xf1;
constexpr unsigned char security_erase_prepare = 0xf3;
constexpr unsigned char security_erase_unit = 0xf4;
constexpr unsigned char security_disable_password = 0xf6;
constexpr std::size_t sector = 512;
constexpr unsigned ata_short_ms = 30'000;
constexpr unsigned ata_erase_ms = 24U * 3600 * 1000;
// A fixed password, so that a disk can be unlocked after an interrupted erase.
constexpr std::string_view password = "ironbus-erase";

enum class transfer { none, read, write };

bool ata_command(int device, unsigned char code, transfer way, std::string& data,
                 unsigned time_ms) {
  std::array<unsigned char, 16> block{};
  block[0] = pass_through_16;
  block[1] = static_cast<unsigned char>((way == transfer::none   ? 3
                                         : way == transfer::read ? 4
                                                                 : 5)
                                        << 1);
  if (way != transfer::none) {
    block[2] = static_cast<unsigned char>(0x06 | (way == transfer::read ? 0x08 : 0));
    block[6] = 1;  // one sector
  }
  block[14] = code;
  std::array<unsigned char, 32> sense{};
  sg_io_hdr request{};
  request.interface_id = 'S';
  request.dxfer_direction = way == transfer::none   ? SG_DXFER_NONE
                            : way == transfer::read ? SG_DXFER_FROM_DEV
                                                    : SG_DXFER_TO_DEV;
  request.cmdp = block.data();
  request.cmd_len = block.size();
  request.dxferp = data.data();
  request.dxfer_len = static_cast<unsigned>(data.size());
  request.sbp = sense.data();
  request.mx_sb_len = sense.size();
  request.timeout = time_ms;
  return ::ioctl(device, SG_IO, &request) == 0 && request.status == 0 && request.host_status == 0;
}

bool send(int device, unsigned char code, bool enhanced, unsigned time_ms) {
  std::string data(sector, '\0');
  if (enhanced) data[0] = 0x02;
  std::copy(password.begin(), password.end(), data.begin() + 2);
  return ata_command(device, code, transfer::write, data, time_ms);
}

}  // namespace

ata_security ata_security_of(const std::string& identify) {
  ata_security out;
  if (identify.size() < sector) return out;
  const auto bits = static_cast<unsigned char>(identify[std::size_t{128} * 2]);
  out.supported = (bits & 0x01) != 0;
  out.enabled = (bits & 0x02) != 0;
  out.locked = (bits & 0x04) != 0;
  out.frozen = (bits & 0x08) != 0;
  out.enhanced = (bits & 0x20) != 0;
  return out;
}

ata_security ask_ata(const std::string& device) {
  const auto file = open_file(device, O_RDONLY | O_NONBLOCK);
  std::string data(sector, '\0');
  if (!file || !ata_command(file.get(), identify_device, transfer::read, data, ata_short_ms))
    return {};
  return ata_security_of(data);
}

void ata_erase(const std::string& device, const ata_security& security) {
  const auto file = open_file(device, O_RDWR);
  if (!file) throw erase_failed(device + " cannot be opened: " + last_error());
  if (security.frozen)
    throw erase_failed("Block device " + device +
                       " is frozen and cannot be erased: power-cycle the machine");
  if (!security.enabled && !send(file.get(), security_set_password, false, ata_short_ms))
    throw erase_failed("The security password of " + device + " cannot be set");
  std::string nothing;
  const bool erased =
      ata_command(file.get(), security_erase_prepare, transfer::none, nothing, ata_short_ms) &&
      send(file.get(), security_erase_unit, security.enhanced, ata_erase_ms);
  if (erased) return;
  send(file.get(), security_disable_password, false, ata_short_ms);
  throw erase_failed(security.enabled
                         ? "The security of " + device + " is enabled with an unknown password"
                         : "The ATA secure erase of " + device + " failed");
}

}  // namespace ironbus::ramdisk
