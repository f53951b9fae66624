#pragma once

#include "messages/platform/open_file.hpp"

#include <memory>
#include <vector>

namespace ironbus {

/// A range of bytes of an open file.
struct file_span {
  std::shared_ptr<const open_file> file;
  uint64_t first = 0;
  uint64_t bytes = 0;
};

/// A file to be sent: one file as it is, or ranges of several in sequence, without a copy.
class composed_file {
public:
  /// One whole file; its stamp and size are known already.
  composed_file(open_file whole);  // NOLINT(google-explicit-constructor)
  /// Several ranges. `stamp` distinguishes versions of the composition; its size is computed.
  composed_file(std::vector<file_span> all, file_stamp stamp);

  uint64_t size_bytes() const { return static_cast<uint64_t>(stamp_.bytes); }
  const file_stamp& stamp() const { return stamp_; }

  /// The ranges that contain these bytes, in order, up to the end of the file.
  std::vector<file_span> spans(uint64_t first, uint64_t bytes) const;

private:
  std::vector<file_span> all_;
  file_stamp stamp_;
};

}  // namespace ironbus
