#pragma once

#include "actors/node/base/context.hpp"
#include "messages/ports/bus.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// What has happened, as event types say it: "baremetal.<object>.<action>.<status>".
struct notified_fact {
  std::string_view object;
  std::string_view action;
  std::string_view status;   ///< "start", "end", "success" or "error".
  std::string_view service;  ///< The service that says so in Ironic; see below.
};

inline constexpr std::string_view api_service = "ironic-api";
inline constexpr std::string_view conductor_service = "ironic-conductor";

/// Writes notifications as oslo.messaging's driver messagingv2 does (message format 2.0), for one
/// decision. They are sent with what else it says: nobody who has bound no queue keeps them.
class notifier {
public:
  /// `fresh_id`: of the decision, so that the same notification has the same ids when it is made
  /// again. `user` and `request_id` are on whose behalf; empty: nobody knows.
  notifier(const context& ctx, std::string user, std::string request_id,
           std::function<std::string()> fresh_id);

  /// Whether a fact of that status is to be told, as the operator has it.
  bool wants(std::string_view status) const;
  /// Tells a fact; asks nobody whether it is to be.
  void tell(const notified_fact& fact, json payload);
  /// What the sensors of a machine say. Not versioned, and on topics of its own.
  void tell_sensors(const std::string& driver, json payload);

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
