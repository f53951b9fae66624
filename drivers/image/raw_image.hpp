#pragma once

#include "drivers/port/permit.hpp"
#include "messages/base/errors.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace ironbus {

/// How an image is made raw.
struct raw_order {
  std::string qcow2;   ///< A file that judge_image() has let through.
  std::string target;  ///< Is made, or made anew.
  uint64_t bytes_max = 0;
  std::chrono::seconds limit{3600};
};

/// Has qemu-img write a qcow2 image as what it stands for, in a process of its own that may use so
/// much time, memory and disk and no more. Holes stay holes. Blocks. `unavailable` if qemu-img
/// cannot be run or is made to end; `invalid` with its last words.
std::optional<failure> make_raw(const raw_order& order, const permit& allowed,
                                const std::atomic<bool>& stopping);

}  // namespace ironbus
