#pragma once

#include "gateways/amqp/amqp_options.hpp"

#include <amqp.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus::amqp {

using status = result<std::monostate>;

/// The library's view of a text; valid as long as the text.
amqp_bytes_t bytes_of(std::string_view x);
std::string text_of(amqp_bytes_t x);

/// One AMQP connection with its only channel. Not thread safe, but may move between threads.
///
/// After any failure it is unusable. The destructor closes the socket without a close handshake.
class connection {
public:
  static constexpr amqp_channel_t channel = 1;

  /// Connects (with TLS if the address says so), logs in and opens the channel. Blocks for at most
  /// the three timeouts. `unavailable` with the reason. `role` becomes part of the connection name
  /// at the broker.
  static result<std::unique_ptr<connection>> open(const amqp_address& where,
                                                  const amqp_options& how, std::string_view role);

  amqp_connection_state_t raw() const { return state_.get(); }
  int socket() const { return amqp_get_sockfd(raw()); }

  /// The result of the last declaration; `doing` starts the error text.
  status answered(std::string_view doing) const;
  /// The result of a call that returns the library's status.
  static status sent(int library_status, std::string_view doing);

  /// Passes the available frames to `take` without waiting. A frame is valid during its call. Also
  /// sends and checks heartbeats, even without input. Fails when the connection or `take` fails.
  /// Stops after `frames_max`, so that other work gets its turn; then check has_buffered().
  status read(const std::function<status(const amqp_frame_t&)>& take, size_t frames_max = 1024);
  /// Whether frames are available that polling the socket would not show. TLS holds none back,
  /// because the library reads more than one TLS record at a time.
  bool has_buffered() const;

  /// Closes with a handshake and a short wait, so that the broker reads everything first. Closing
  /// the socket alone may lose acks.
  void close();

private:
  struct deleter {
    void operator()(amqp_connection_state_t x) const { amqp_destroy_connection(x); }
  };

  connection(const amqp_address& where, const amqp_options& how);

  status connect(const amqp_address& where, const amqp_options& how);
  result<amqp_socket_t*> make_socket(const amqp_address& where);
  status log_in(const amqp_address& where, const amqp_options& how, std::string_view role);
  void tune_socket(const amqp_options& how) const;

  tls_peer peer_;
  std::unique_ptr<amqp_connection_state_t_, deleter> state_;
};

}  // namespace ironbus::amqp
