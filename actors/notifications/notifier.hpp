#pragma once

#include "actors/node/base/context.hpp"
#include "messages/ports/bus.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// The fact in a notification, as event types name it: "baremetal.<object>.<action>.<status>".
struct notified_fact {
  std::string_view object;
  std::string_view action;
  std::string_view status;   ///< "start", "end", "success" or "error".
  std::string_view service;  ///< The Ironic service that sends it; see below.
};

inline constexpr std::string_view api_service = "ironic-api";
inline constexpr std::string_view conductor_service = "ironic-conductor";

/// Writes the notifications of one decision like oslo.messaging's driver messagingv2 (message
/// format 2.0). They are sent with the decision's other messages. Without a bound queue the broker
/// drops them.
class notifier {
public:
  /// `fresh_id`: of the decision, so that a repeated decision writes the same ids. `user` and
  /// `request_id` of the request; empty: unknown.
  notifier(const context& ctx, std::string user, std::string request_id,
           std::function<std::string()> fresh_id);

  /// Whether facts of that status are sent, according to the configuration.
  bool wants(std::string_view status) const;
  /// Sends a fact without asking wants().
  void tell(const notified_fact& fact, json payload);
  /// Sends sensor readings of a machine. Not versioned, and on separate topics.
  void notify_sensors(const std::string& driver, json payload);

  const context& ctx() const { return ctx_; }
  std::string fresh_id() const { return fresh_id_(); }

  std::vector<outgoing> take() { return std::move(messages_); }

private:
  void send(const std::vector<std::string>& topics, std::string_view level, const json& message);

  const context& ctx_;
  const std::string user_;
  const std::string request_id_;
  const std::function<std::string()> fresh_id_;
  std::vector<outgoing> messages_;
};

}  // namespace ironbus
