#pragma once

#include "gateways/http/transport/client_stream.hpp"
#include "gateways/http/transport/connection_set.hpp"
#include "gateways/http/transport/file_traffic.hpp"
#include "gateways/http/transport/message.hpp"

#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace ironbus::http {

/// The result of sending a file.
enum class file_end : uint8_t {
  whole,   ///< Everything was sent.
  broken,  ///< The client closed the connection, or the file cannot be read or became shorter.
  slow     ///< The client read nothing for too long.
};

/// The receiver of a file.
struct file_receiver {
  client_stream& stream;
  connection_set& all;
  file_traffic::client who;
  std::chrono::milliseconds patience;  ///< How long the client may read nothing.
};

/// Sends a part of a file to a client: with sendfile(2), or in blocks through TLS. Disk threads
/// wait for the disk. While the client reads nothing, no thread waits.
///
/// Memory per client, however slow: without TLS only this object, with TLS one block of
/// `block_bytes`, which a connection may hold anyway (small_body_bytes). The kernel keeps up to
/// `unsent_bytes_max` unsent bytes and the bytes that the client has not acknowledged. Without TLS
/// these are references to its cache of the file, not copies. A thousand clients that read nothing
/// cost the process 8 MiB without TLS, including their connections. With TLS they cost 94 MiB;
/// TLS itself uses 78 of them.
///
/// All members except `grant` are used on the connection's strand only.
class file_writer final : public file_sender, public std::enable_shared_from_this<file_writer> {
public:
  /// Calls `ended` once with the result. The objects in `receiver` must live until then.
  file_writer(file_receiver receiver, file_part what, std::function<void(file_end)> ended);
  ~file_writer() override;

  void begin();
  void grant(uint64_t bytes) override;

  static constexpr size_t block_bytes = 16 * 1024;
  static constexpr int unsent_bytes_max = 64 * 1024;

private:
  using error = boost::system::error_code;

  file_span& next() { return left_.spans[span_]; }
  void go_on();
  void ask();
  void send();
  void sent(uint64_t wanted, const result<file_sent>& done);
  void await_room();
  void read_block();
  void write_block(const result<size_t>& got);
  void advance(uint64_t bytes);
  void wait(std::optional<std::chrono::milliseconds> patience);
  void stop_waiting();

  const file_receiver receiver_;
  file_traffic& traffic_;
  file_part left_;   ///< The part that was not sent yet.
  size_t span_ = 0;  ///< The span that is being sent.
  const std::function<void(file_end)> ended_;
  boost::asio::steady_timer timer_;
  std::vector<char> block_;
  uint64_t granted_ = 0;
  bool late_ = false;
};

}  // namespace ironbus::http
