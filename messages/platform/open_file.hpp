#pragma once

#include "messages/base/errors.hpp"
#include "messages/platform/file_stamp.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ironbus {

/// The result of sending a part of a file to a socket.
struct file_sent {
  uint64_t bytes = 0;
  bool ended = false;  ///< The end of the file is reached.
};

/// A regular file, open for reading. Closes it when destroyed.
class open_file {
public:
  open_file(int descriptor, file_stamp stamp) : descriptor_{descriptor}, stamp_{stamp} {}
  open_file(open_file&& file) noexcept;
  open_file& operator=(open_file&& file) noexcept;
  ~open_file();

  uint64_t size_bytes() const { return static_cast<uint64_t>(stamp_.bytes); }
  const file_stamp& stamp() const { return stamp_; }  ///< The stamp at the time of opening.

  /// Reads from byte `number` on into `target`, up to the end of the file; blocks. `unavailable` if
  /// the file cannot be read.
  result<size_t> read(uint64_t number, std::span<char> target) const;
  /// Reads without waiting for the disk. False if not all of `target` is in the host's memory, or
  /// if that is unknown.
  bool read_now(uint64_t number, std::span<char> target) const;
  /// Sends up to `bytes` bytes from byte `number` on to a non-blocking socket, without copying
  /// (sendfile(2)); blocks for the disk only. Fewer bytes: the socket is full, or the file became
  /// shorter; `file_sent` tells which. `unavailable` if the file cannot be read or the client has
  /// disconnected, which raises no SIGPIPE.
  result<file_sent> send(int socket, uint64_t number, uint64_t bytes) const;
  /// The current path of the file; empty if unknown.
  std::string place() const;
  /// Opens other files in this file's folder by their names, which have no separators, in the same
  /// order. The check of this file's path holds for them as well. `not_found` if one is not a
  /// regular file (links are not followed), or if this file no longer exists there.
  result<std::vector<open_file>> open_beside(const std::vector<std::string>& names) const;

private:
  int descriptor_ = -1;
  file_stamp stamp_;
};

/// Checks a path without disk access. `invalid` names the path and the folders if it is not
/// absolute or leads out of all of them. Unset: it may be opened.
std::optional<failure> check_below(const std::string& path,
                                   const std::vector<std::string>& folders);

/// Opens a file below one of the folders. Links and ".." in the path are resolved before the check.
/// A path that is outside as written is not looked up, so a rejection reveals nothing about other
/// folders. `invalid` names the path and the folders; `not_found` if there is no such file below
/// them.
result<open_file> open_below(const std::string& path, const std::vector<std::string>& folders);

/// The path of a file:// URL, without decoding. `invalid` if it is not such a URL or names another
/// host.
result<std::string> path_of_file_url(const std::string& url);

}  // namespace ironbus
