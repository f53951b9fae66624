#pragma once

#include "messages/base/errors.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ironbus {

/// A regular file that is open for reading; closed with the object.
class open_file {
public:
  open_file(int descriptor, uint64_t size) : descriptor_{descriptor}, size_bytes_{size} {}
  open_file(open_file&& file) noexcept;
  open_file& operator=(open_file&& file) noexcept;
  ~open_file();

  uint64_t size_bytes() const { return size_bytes_; }  ///< When it was opened.

  /// Fills `target` from the byte `number` on, as far as the file goes; blocks. `unavailable` if it
  /// cannot be read.
  result<size_t> read(uint64_t number, std::span<char> target) const;

private:
  int descriptor_ = -1;
  uint64_t size_bytes_ = 0;
};

/// Judges a path as it stands, without looking at any disk: `invalid` names it and the folders if
/// it is not absolute or leads out of all of them; unset: it may be opened.
std::optional<failure> check_below(const std::string& path,
                                   const std::vector<std::string>& folders);

/// Opens a file below one of the folders. Whatever the path leads through (links, "..") is resolved
/// before that is judged, and a path that is outside as it stands is not looked at at all; so a
/// refusal says nothing of what there is elsewhere. `invalid` names the path and the folders;
/// `not_found` if there is no such file below them.
result<open_file> open_below(const std::string& path, const std::vector<std::string>& folders);

/// The path in a file:// URL, which is taken as it stands; `invalid` if it is no such URL, or one
/// of another host.
result<std::string> path_of_file_url(const std::string& url);

}  // namespace ironbus
