#include "drivers/ramdisk/disks/block_device.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <random>
#include <thread>

namespace ironbus::ramdisk {

namespace {

constexpr std::size_t sample_size = 64 * 1024;
constexpr std::size_t zero_block = 1 << 20;
constexpr int table_attempts = 10;

}  // namespace

block_device::block_device(std::string name, access how)
    : name_{std::move(name)}, file_{open_file(name_, how == access::write ? O_RDWR : O_RDONLY)} {
  if (!file_) fail("cannot be opened");
  const auto end = ::lseek(number(), 0, SEEK_END);
  if (end < 0) fail("has no size");
  size_ = static_cast<std::uint64_t>(end);
}

void block_device::fail(const char* what) const {
  throw erase_failed(name_ + " " + what + ": " + last_error());
}

std::string block_device::read(std::uint64_t place, std::size_t count) const {
  auto out = read_at(number(), count, static_cast<long long>(place));
  if (!out) fail("cannot be read");
  return std::move(*out);
}

void block_device::write(std::uint64_t place, const char* bytes, std::size_t count) const {
  if (!write_all(number(), bytes, count, static_cast<long long>(place))) fail("cannot be written");
}

void block_device::zero(std::uint64_t place, std::uint64_t count) const {
  std::array<std::uint64_t, 2> range{place, count};
  if (count == 0 || ::ioctl(number(), BLKZEROOUT, range.data()) == 0) return;
  static const std::string zeros(zero_block, '\0');
  while (count > 0) {  // a plain file, or a range of incomplete sectors
    const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(count, zeros.size()));
    write(place, zeros.data(), piece);
    place += piece;
    count -= piece;
  }
}

bool block_device::discard() const {
  std::array<std::uint64_t, 2> range{0, size_};
  return ::ioctl(number(), BLKDISCARD, range.data()) == 0;
}

void block_device::flush() const {
  if (::fsync(number()) != 0) fail("cannot be flushed");
  ::ioctl(number(), BLKFLSBUF, 0);
  ::posix_fadvise(number(), 0, 0, POSIX_FADV_DONTNEED);
}

void block_device::read_partitions_again() const {
  for (int attempt = 0; attempt < table_attempts; ++attempt) {
    if (::ioctl(number(), BLKRRPART, 0) == 0 || errno != EBUSY) return;
    std::this_thread::sleep_for(std::chrono::milliseconds{200});
  }
}

bool is_uniform(const std::string& bytes) {
  return std::adjacent_find(bytes.begin(), bytes.end(), std::not_equal_to<>{}) == bytes.end();
}

device_samples take_samples(const block_device& device, int count) {
  device_samples out;
  const auto last = device.size() > sample_size ? device.size() - sample_size : 0;
  std::mt19937_64 chance{std::random_device{}()};
  std::uniform_int_distribution<std::uint64_t> places{0, last / 512};
  out.places = {0, last};
  while (static_cast<int>(out.places.size()) < count) out.places.push_back(places(chance) * 512);
  return take_again(device, out);
}

device_samples take_again(const block_device& device, const device_samples& before) {
  device_samples out;
  out.places = before.places;
  for (const auto place : out.places) out.bytes.push_back(device.read(place, sample_size));
  return out;
}

bool is_gone(const device_samples& before, const device_samples& after) {
  for (std::size_t i = 0; i < after.bytes.size(); ++i)
    if (!is_uniform(after.bytes[i]) &&
        (i >= before.bytes.size() || after.bytes[i] == before.bytes[i]))
      return false;
  return true;
}

}  // namespace ironbus::ramdisk
