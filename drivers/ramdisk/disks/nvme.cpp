#include "drivers/ramdisk/disks/nvme.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"

#include <fcntl.h>
#include <linux/nvme_ioctl.h>
#include <sys/ioctl.h>

#include <chrono>
#include <thread>

namespace ironbus::ramdisk {

namespace {

constexpr std::uint8_t command_identify = 0x06;
constexpr std::uint8_t command_log_page = 0x02;
constexpr std::uint8_t command_format = 0x80;
constexpr std::uint8_t command_sanitize = 0x84;
constexpr std::uint32_t sanitize_log = 0x81;
constexpr std::size_t page_size = 4096;
constexpr std::uint32_t short_time_ms = 60'000;
constexpr std::uint32_t erase_time_ms = 12U * 3600 * 1000;
constexpr std::chrono::hours sanitize_time{24};

class nvme_device {
public:
  explicit nvme_device(const std::string& name) : name_{name}, file_{open_file(name, O_RDWR)} {
    if (!file_) fail("cannot be opened: " + last_error());
    const int found = ::ioctl(file_.get(), NVME_IOCTL_ID, 0);
    if (found <= 0) fail("has no NVMe namespace: " + last_error());
    space_ = static_cast<std::uint32_t>(found);
  }

  [[noreturn]] void fail(const std::string& why) const { throw erase_failed(name_ + " " + why); }

  void command(nvme_admin_cmd request, const char* what) const {
    const int status = ::ioctl(file_.get(), NVME_IOCTL_ADMIN_CMD, &request);
    if (status < 0) fail(std::string{what} + " failed: " + last_error());
    if (status > 0)
      fail(std::string{what} + " was rejected with NVMe status " + std::to_string(status));
  }

  [[nodiscard]] std::string read(std::uint8_t opcode, std::uint32_t space, std::uint32_t word,
                                 std::size_t size, const char* what) const {
    std::string out(size, '\0');
    nvme_admin_cmd request{};
    request.opcode = opcode;
    request.nsid = space;
    request.addr = reinterpret_cast<std::uint64_t>(out.data());
    request.data_len = static_cast<std::uint32_t>(size);
    request.cdw10 = word;
    request.timeout_ms = short_time_ms;
    command(request, what);
    return out;
  }

  [[nodiscard]] std::uint32_t space() const { return space_; }

private:
  std::string name_;
  descriptor file_;
  std::uint32_t space_ = 0;
};

std::uint32_t byte_of(const std::string& bytes, std::size_t place) {
  return static_cast<unsigned char>(bytes[place]);
}

}  // namespace

nvme_abilities nvme_abilities_of(const std::string& identify) {
  nvme_abilities out;
  if (identify.size() < page_size) return out;
  out.format = (byte_of(identify, 256) & 0x02) != 0;         // OACS
  out.format_crypto = (byte_of(identify, 524) & 0x04) != 0;  // FNA
  out.sanitize_crypto = (byte_of(identify, 328) & 0x01) != 0;
  out.sanitize_block = (byte_of(identify, 328) & 0x02) != 0;
  return out;
}

nvme_abilities ask_nvme(const std::string& device) {
  const nvme_device disk{device};
  return nvme_abilities_of(disk.read(command_identify, 0, 1, page_size, "Identify Controller"));
}

void nvme_format(const std::string& device, bool cryptographic) {
  const nvme_device disk{device};
  const auto space = disk.read(command_identify, disk.space(), 0, page_size, "Identify Namespace");
  const auto block_format = byte_of(space, 26) & 0x0f;  // FLBAS
  nvme_admin_cmd request{};
  request.opcode = command_format;
  request.nsid = disk.space();
  request.cdw10 = block_format | (cryptographic ? 2U : 1U) << 9;
  request.timeout_ms = erase_time_ms;
  disk.command(request, "Format NVM");
}

void nvme_sanitize(const std::string& device, bool cryptographic) {
  const nvme_device disk{device};
  nvme_admin_cmd request{};
  request.opcode = command_sanitize;
  request.cdw10 = cryptographic ? 4U : 2U;
  request.timeout_ms = short_time_ms;
  disk.command(request, "Sanitize");
  const auto deadline = std::chrono::steady_clock::now() + sanitize_time;
  while (std::chrono::steady_clock::now() < deadline) {
    const auto log = disk.read(command_log_page, 0xffffffff, sanitize_log | (512 / 4 - 1) << 16,
                               512, "Sanitize Status");
    const auto status = byte_of(log, 2) & 0x07;
    if (status == 1 || status == 4) return;
    if (status == 3) disk.fail("Sanitize failed");
    std::this_thread::sleep_for(std::chrono::seconds{1});
  }
  disk.fail("Sanitize did not finish");
}

}  // namespace ironbus::ramdisk
