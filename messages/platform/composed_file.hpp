#pragma once

#include "messages/platform/open_file.hpp"

#include <memory>
#include <vector>

namespace ironbus {

/// Bytes of an open file, one after the other.
struct file_span {
  std::shared_ptr<const open_file> file;
  uint64_t first = 0;
  uint64_t bytes = 0;
};

/// What is handed out as one file: a file as it is, or parts of several, one after the other, of
/// which nobody makes a copy.
class composed_file {
public:
  /// A file as it is, of which nothing but what is known of it has to be looked at.
  composed_file(open_file whole);  // NOLINT(google-explicit-constructor)
  /// Several parts; `stamp` tells one composition from the next, but for its size.
  composed_file(std::vector<file_span> all, file_stamp stamp);

  uint64_t size_bytes() const { return static_cast<uint64_t>(stamp_.bytes); }
  const file_stamp& stamp() const { return stamp_; }

  /// The parts in which these bytes lie, in their order; as far as there are so many.
  std::vector<file_span> spans(uint64_t first, uint64_t bytes) const;

private:
  std::vector<file_span> all_;
  file_stamp stamp_;
};

}  // namespace ironbus
