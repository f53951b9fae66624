#pragma once

#include "drivers/ramdisk/base/files.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// An open disk or partition. What fails throws command_failure (BlockDeviceEraseError) with the
/// device's name and the kernel's reason.
class block_device {
public:
  enum class access { read, write };

  block_device(std::string name, access how);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] int number() const { return file_.get(); }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  [[nodiscard]] std::string read(std::uint64_t place, std::size_t count) const;
  void write(std::uint64_t place, const char* bytes, std::size_t count) const;
  /// Zeros by the device's own command where it has one, else written by the kernel.
  void zero(std::uint64_t place, std::uint64_t count) const;
  /// Whether the device took it. What is read afterwards is its own affair.
  [[nodiscard]] bool discard() const;
  /// What was written is on the device, and what is read comes from there.
  void flush() const;
  /// The kernel reads the partition table anew; a few tries, since somebody may be looking at it.
  void read_partitions_again() const;

private:
  [[noreturn]] void fail(const char* what) const;

  std::string name_;
  descriptor file_;
  std::uint64_t size_ = 0;
};

/// Pieces of a device that prove what became of it: its beginning, its end, and some by chance.
struct device_samples {
  std::vector<std::uint64_t> places;
  std::vector<std::string> bytes;
};

device_samples take_samples(const block_device& device, int count = 64);
/// The same places once more.
device_samples take_again(const block_device& device, const device_samples& before);
/// Whether nothing of what was there can be read: each piece is of one value throughout or other
/// than before.
bool is_gone(const device_samples& before, const device_samples& after);
bool is_uniform(const std::string& bytes);

}  // namespace ironbus::ramdisk
