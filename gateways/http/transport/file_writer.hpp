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

/// How the sending of a file has ended.
enum class file_end : uint8_t {
  whole,   ///< The client has been sent all that was promised.
  broken,  ///< It has gone, or the file cannot be read or has become shorter.
  slow     ///< It has taken nothing for too long.
};

/// Whom a file is sent to.
struct file_receiver {
  client_stream& stream;
  connection_set& all;
  file_traffic::client who;
  std::chrono::milliseconds patience;  ///< How long it may take nothing.
};

/// A part of a file on its way to a client: by sendfile(2) in the clear, by blocks through TLS.
/// Whatever waits for the disk does so aside; while the client takes nothing no thread waits.
///
/// Memory for a client, however slow: in the clear none but this object; through TLS one block of
/// `block_bytes`, which is what a connection may hold anyway (small_body_bytes). The kernel keeps
/// `unsent_bytes_max` that have not left the host, and what the net carries and the client has not
/// acknowledged; in the clear these are references to its own cache of the file, not copies. So a
/// thousand clients that take nothing cost the process 8 MiB in the clear, their connections
/// included, and 94 MiB through TLS, of which all but 16 are TLS' own.
///
/// Members are used on the connection's strand only, but for `grant`.
class file_writer final : public file_sender, public std::enable_shared_from_this<file_writer> {
public:
  /// `ended` is told once how it has ended, and keeps what `receiver` refers to until then.
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
  file_part left_;   ///< What has not been sent yet.
  size_t span_ = 0;  ///< Which of its spans is being sent.
  const std::function<void(file_end)> ended_;
  boost::asio::steady_timer timer_;
  std::vector<char> block_;
  uint64_t granted_ = 0;
  bool late_ = false;
};

}  // namespace ironbus::http
