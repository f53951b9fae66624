#pragma once

#include "gateways/http/transport/client_stream.hpp"
#include "gateways/http/transport/connection_set.hpp"
#include "messages/platform/open_file.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace ironbus::http {

/// A file on its way to a client: read aside in pieces, never more of it in memory than one. A
/// client that does not take a piece in time is dropped. Members are used on the connection's
/// strand only.
class file_writer final : public std::enable_shared_from_this<file_writer> {
public:
  /// `patience`: for one piece. `ended` is told once whether the client has got all of it, and
  /// keeps `stream` until then.
  file_writer(client_stream& stream, connection_set& all, std::shared_ptr<const open_file> file,
              std::chrono::milliseconds patience, std::function<void(bool)> ended);

  void begin() { read_piece(); }

  static constexpr size_t piece_bytes = 256 * 1024;

private:
  void read_piece();
  void write_piece(const result<size_t>& got);

  client_stream& client_;
  connection_set& all_;
  const std::shared_ptr<const open_file> file_;
  const std::chrono::milliseconds patience_;
  const std::function<void(bool)> ended_;
  std::vector<char> piece_;
  uint64_t offset_ = 0;
};

}  // namespace ironbus::http
