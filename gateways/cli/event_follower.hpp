#pragma once

#include "gateways/cli/asked_gateway.hpp"
#include "gateways/cli/event_filter.hpp"
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
  asked_gateway gateway;
  event_filter filter;
  std::string since;  ///< Place behind which it begins; empty: from now on.
  bool json = false;  ///< One CloudEvents object a line instead of a line to read.
  /// Goes on behind the last event after the gateway was lost, instead of from then on.
  bool resumes = true;
  std::chrono::milliseconds reconnect_pause{2'000};
  bool reconnect = true;  ///< False: end when the gateway ends the stream.
};

/// What a follower calls, on the thread of its io_context. Those that are empty are not called.
struct follower_handlers {
  std::function<void()> connected;                    ///< Events come from now on.
  std::function<void(std::string_view event)> event;  ///< A CloudEvents object in JSON.
  std::function<void(const std::string& why)> lost;   ///< Once each time; it tries again.
  std::function<void()> ended;                        ///< `outcome` says why.
};

/// Follows GET /v1/events/stream of a gateway, and comes back when the gateway does: behind the
/// last event that came whole, so that none is missed while the log keeps them. A gateway that is
/// silent for three keep-alives counts as lost.
class event_follower {
public:
  /// `invalid` if the URL or the identity is not usable.
  static result<std::unique_ptr<event_follower>> make(boost::asio::io_context& io,
                                                      const follow_options& options,
                                                      follower_handlers handlers);
  event_follower(const event_follower&) = delete;
  event_follower& operator=(const event_follower&) = delete;
  ~event_follower();

  void start();

  /// Why it has ended: `forbidden` if the gateway refuses whoever asks, `not_found` if what
  /// followed that place is not kept any more, `unavailable` if it is no gateway or does not prove
  /// who it is. Nothing: the stream has ended and is not to be followed on.
  const result<std::monostate>& outcome() const;

private:
  class connection;
  explicit event_follower(std::unique_ptr<connection> connection);

  std::unique_ptr<connection> connection_;
};

}  // namespace ironbus::cli
