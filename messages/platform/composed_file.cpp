#include "messages/platform/composed_file.hpp"

#include <algorithm>

namespace ironbus {

composed_file::composed_file(open_file whole) : stamp_{whole.stamp()} {
  const auto bytes = whole.size_bytes();
  all_.push_back({std::make_shared<const open_file>(std::move(whole)), 0, bytes});
}

composed_file::composed_file(std::vector<file_span> all, file_stamp stamp)
    : all_{std::move(all)}, stamp_{stamp} {
  stamp_.bytes = 0;
  for (const auto& one : all_) stamp_.bytes += static_cast<int64_t>(one.bytes);
}

std::vector<file_span> composed_file::spans(uint64_t first, uint64_t bytes) const {
  std::vector<file_span> out;
  for (const auto& one : all_) {
    if (bytes == 0) break;
    if (first >= one.bytes) {
      first -= one.bytes;
      continue;
    }
    const auto taken = std::min(bytes, one.bytes - first);
    out.push_back({one.file, one.first + first, taken});
    first = 0;
    bytes -= taken;
  }
  return out;
}

}  // namespace ironbus
