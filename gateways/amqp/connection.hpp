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

/// The library's view of our bytes; valid as long as they are.
amqp_bytes_t bytes_of(std::string_view x);
std::string text_of(amqp_bytes_t x);

/// One AMQP connection with its only channel. Not thread safe, but may change threads.
///
/// After any failure it is of no further use; the destructor closes the socket without a word.
class connection {
public:
  static constexpr amqp_channel_t channel = 1;

  /// Connects, over TLS if the address says so, logs in and opens the channel. Blocks for at most
  /// the three timeouts; `unavailable` with the reason. `role` becomes part of the name the broker
  /// shows.
  static result<std::unique_ptr<connection>> open(const amqp_address& where,
                                                  const amqp_options& how, std::string_view role);

  amqp_connection_state_t raw() const { return state_.get(); }
  int socket() const { return amqp_get_sockfd(raw()); }

  /// The outcome of the declaration just made; `doing` begins the sentence of a failure.
  status answered(std::string_view doing) const;
  /// The outcome of a call that returns the library's status.
  static status sent(int library_status, std::string_view doing);

  /// Hands over the frames that are at hand, without waiting; a frame is valid during its call.
  /// Also sends and checks heartbeats, even when nothing has come in. Fails when the connection or
  /// `take` does. Ends after `frames_max`, so that nobody else starves: ask has_buffered().
  status read(const std::function<status(const amqp_frame_t&)>& take, size_t frames_max = 1024);
  /// Frames are at hand that polling the socket would not show. TLS holds none back: the library
  /// reads more than a record of TLS at a time.
  bool has_buffered() const;

  /// Says goodbye and waits briefly, so that the broker has read everything before the socket
  /// closes: closing alone may throw away acks still under way.
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
