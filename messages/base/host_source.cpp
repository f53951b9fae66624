#include "messages/base/host_source.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>

namespace ironbus {

namespace {

constexpr size_t entropy_at_once = 256;  // getentropy returns at most this many

const host_source host;
constinit std::atomic<const host_source*> replacement{nullptr};

}  // namespace

std::chrono::system_clock::time_point host_source::system_now() const {
  return std::chrono::system_clock::now();
}

host_source::steady_time host_source::steady_now() const {
  return std::chrono::steady_clock::now();
}

std::chrono::nanoseconds host_source::boot_now() const {
  timespec out{};
  ::clock_gettime(CLOCK_BOOTTIME, &out);
  return std::chrono::seconds{out.tv_sec} + std::chrono::nanoseconds{out.tv_nsec};
}

void host_source::note_wait(steady_time) const {}

void host_source::fill(std::span<uint8_t> bytes) const {
  while (!bytes.empty()) {
    const auto part = bytes.first(std::min(bytes.size(), entropy_at_once));
    // does not fail for up to 256 bytes
    if (::getentropy(part.data(), part.size()) != 0) std::abort();
    bytes = bytes.subspan(part.size());
  }
}

const host_source& host_source::current() {
  const auto* other = replacement.load(std::memory_order_acquire);
  return other != nullptr ? *other : host;
}

void host_source::replace(const host_source* other) {
  replacement.store(other, std::memory_order_release);
}

}  // namespace ironbus
