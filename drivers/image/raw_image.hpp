#pragma once

#include "drivers/port/permit.hpp"
#include "messages/base/errors.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace ironbus {

/// Parameters of a conversion to raw.
struct raw_order {
  std::string qcow2;   ///< A file that passed check_image_content().
  std::string target;  ///< Created or replaced.
  uint64_t bytes_max = 0;
  std::chrono::seconds limit{3600};
};

/// Converts a qcow2 image to raw with qemu-img, in a process with limits on time, memory and disk
/// space. Holes stay holes. Blocks. `unavailable` if qemu-img cannot run or is killed; `invalid`
/// with its error message.
std::optional<failure> make_raw(const raw_order& order, const permit& allowed,
                                const std::atomic<bool>& stopping);

}  // namespace ironbus
