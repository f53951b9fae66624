#pragma once

#include "drivers/ramdisk/base/files.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// An open disk or partition. Errors throw command_failure (BlockDeviceEraseError) with the
/// device's name and the kernel's message.
class block_device {
public:
  enum class access { read, write };

  block_device(std::string name, access how);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] int number() const { return file_.get(); }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  [[nodiscard]] std::string read(std::uint64_t place, std::size_t count) const;
  void write(std::uint64_t place, const char* bytes, std::size_t count) const;
  /// Writes zeros, with the device's own command if possible, else from the kernel.
  void zero(std::uint64_t place, std::uint64_t count) const;
  /// Whether the device accepted it. The content afterwards is undefined.
  [[nodiscard]] bool discard() const;
  /// Flushes writes, and drops cached reads.
  void flush() const;
  /// Makes the kernel reread the partition table. Retries, because the device may be busy.
  void read_partitions_again() const;

private:
  [[noreturn]] void fail(const char* what) const;

  std::string name_;
  descriptor file_;
  std::uint64_t size_ = 0;
};

/// Samples of a device to verify an erase: its start, its end, and random places.
struct device_samples {
  std::vector<std::uint64_t> places;
  std::vector<std::string> bytes;
};

device_samples take_samples(const block_device& device, int count = 64);
/// The same places again.
device_samples take_again(const block_device& device, const device_samples& before);
/// Whether nothing of the old content is readable: each sample is constant or differs from before.
bool is_gone(const device_samples& before, const device_samples& after);
bool is_uniform(const std::string& bytes);

}  // namespace ironbus::ramdisk
