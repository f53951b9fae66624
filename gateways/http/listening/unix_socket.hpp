#pragma once

#include "messages/base/errors.hpp"

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::http {

/// Where a server listens for clients on its own host.
struct unix_socket_options {
  std::string path;           ///< Empty: no Unix socket.
  std::string mode = "0660";  ///< Octal, see parse_mode().
  std::string group;          ///< Name of the socket's group; empty: the group of the process.
};

/// The permissions in an octal text from "0000" to "0777", such as "0660" or "660".
std::optional<mode_t> parse_mode(std::string_view text);

/// A listening Unix socket. The destructor removes its file, unless another process has replaced
/// it.
class unix_socket {
public:
  /// Binds a temporary name, sets owner and mode, listens, and then renames the file. So a client
  /// always finds a socket that accepts, even while another process takes over the path.
  /// `unavailable` if the path names something other than a socket, which is never removed, or if
  /// the system refuses.
  static result<std::unique_ptr<unix_socket>> open(const unix_socket_options& options);
  ~unix_socket();
  unix_socket(const unix_socket&) = delete;
  unix_socket& operator=(const unix_socket&) = delete;

  /// The listening descriptor, for the caller to close. Call it once.
  int release();

private:
  unix_socket(std::string path, int descriptor);

  const std::string path_;
  int descriptor_;
  dev_t device_ = 0;  ///< Of the file that this object has made.
  ino_t inode_ = 0;
};

}  // namespace ironbus::http
