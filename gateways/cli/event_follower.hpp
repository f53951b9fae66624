#pragma once

#include "gateways/cli/event_filter.hpp"
#include "gateways/cli/gateway_access.hpp"
#include "messages/base/errors.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus::cli {

struct follow_options {
  gateway_access gateway;
  event_filter filter;
  std::string since;  ///< Start after this position; empty: only new events.
  bool json = false;  ///< Print one CloudEvents object a line.
  /// After a lost connection, resume after the last event. If false, follow only new events.
  bool resumes = true;
  std::chrono::milliseconds reconnect_pause{2'000};
  bool reconnect = true;  ///< False: end when the gateway ends the stream.
};

/// Callbacks of a follower, on the thread of its io_context. Empty ones are not called.
struct follower_handlers {
  std::function<void()> connected;                    ///< Events follow.
  std::function<void(std::string_view event)> event;  ///< A CloudEvents object in JSON.
  std::function<void(const std::string& why)> lost;   ///< Once per loss; the follower retries.
  std::function<void()> ended;                        ///< See `outcome`.
};

/// Follows GET /v1/events/stream of a gateway. Reconnects to a lost gateway and resumes after the
/// last complete event, so that none is missed as long as the log has it. A gateway that is silent
/// for three keep-alives counts as lost.
class event_follower {
public:
  /// `invalid` if the URL or the identity is unusable.
  static result<std::unique_ptr<event_follower>> make(boost::asio::io_context& io,
                                                      const follow_options& options,
                                                      follower_handlers handlers);
  event_follower(const event_follower&) = delete;
  event_follower& operator=(const event_follower&) = delete;
  ~event_follower();

  void start();

  /// Why it ended. `forbidden`: the gateway rejects the user. `not_found`: the log no longer has
  /// the position. `unavailable`: the server is no gateway, or its certificate is not trusted. No
  /// error: the stream ended and `reconnect` is false.
  const result<std::monostate>& outcome() const;

private:
  class connection;
  explicit event_follower(std::unique_ptr<connection> connection);

  std::unique_ptr<connection> connection_;
};

}  // namespace ironbus::cli
