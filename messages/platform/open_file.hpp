#pragma once

#include "messages/base/errors.hpp"
#include "messages/platform/file_stamp.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ironbus {

/// How a part of a file has got into a socket.
struct file_sent {
  uint64_t bytes = 0;
  bool ended = false;  ///< The file has no more.
};

/// A regular file that is open for reading; closed with the object.
class open_file {
public:
  open_file(int descriptor, file_stamp stamp) : descriptor_{descriptor}, stamp_{stamp} {}
  open_file(open_file&& file) noexcept;
  open_file& operator=(open_file&& file) noexcept;
  ~open_file();

  uint64_t size_bytes() const { return static_cast<uint64_t>(stamp_.bytes); }
  const file_stamp& stamp() const { return stamp_; }  ///< When it was opened.

  /// Fills `target` from the byte `number` on, as far as the file goes; blocks. `unavailable` if it
  /// cannot be read.
  result<size_t> read(uint64_t number, std::span<char> target) const;
  /// The same without waiting for the disk: false if not all of `target` is in the host's memory,
  /// or if nobody can tell.
  bool read_now(uint64_t number, std::span<char> target) const;
  /// Sends up to so many bytes from the byte `number` on to a socket that does not block, without
  /// copying them (sendfile(2)); blocks for the disk only. Fewer than asked for: the socket takes
  /// no more for now, or the file has become shorter, which `file_sent` tells apart. `unavailable`
  /// if the file cannot be read or the client is gone.
  result<file_sent> send(int socket, uint64_t number, uint64_t bytes) const;
  /// Where it is now, whatever has become of the way to it; empty if nobody can tell.
  std::string place() const;
  /// Opens further files of the folder that this one is in, so that what was judged of the way to
  /// this one holds for them; in the order of their names, which have no separators. `not_found` if
  /// one of them is no regular file itself (links are not followed), or if this one is no longer
  /// there.
  result<std::vector<open_file>> open_beside(const std::vector<std::string>& names) const;

private:
  int descriptor_ = -1;
  file_stamp stamp_;
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
