#pragma once

#include "messages/base/time.hpp"
#include "messages/model/record.hpp"
#include "messages/ports/bus.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/record_commands.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>

namespace ironbus::http {

struct commander_options {
  std::string source;  ///< Of the messages: "/ironbus/gateway/<member name>".
  uint32_t shards = 64;
  std::chrono::milliseconds reply_timeout{command_lifetime};
};

/// The part of a request that its command carries.
struct origin {
  trace_context trace;  ///< The span of the request.
  std::string user;     ///< The authenticated user; empty without authentication.
  std::string request_id;
  std::optional<seen_access> seen{};  ///< What the permission is based on, see envelope.
};

/// Sends commands to nodes and records and matches the answers. Thread safe. Callbacks run on the
/// bus's threads or on the thread that calls `expire`.
class commander {
public:
  using answered = std::function<void(result<std::string>)>;
  using sent = std::function<void(result<std::monostate>)>;
  using time_point = std::chrono::steady_clock::time_point;

  commander(bus& messages, const ironbus::clock& time, commander_options options);

  /// Receives the bus's replies from now on.
  void start();

  /// Sends a command and returns the body of the node's answer, or its refusal. `unavailable` if no
  /// conductor consumes it or the broker is disconnected, `timeout` without an answer.
  void ask(const command& x, const std::string& node, const origin& sender, answered done);
  /// The same to a record; the subject is its "<type>/<uuid>".
  void ask(const record_command& x, const std::string& subject, const origin& sender,
           answered done);

  /// Sends a command without waiting for an answer. Calls `sent` when the bus has confirmed it.
  void tell(const command& content, const std::string& node, const origin& sender, sent done);

  /// Ends the waits that have timed out. Call it a few times a second.
  void expire(time_point now);
  /// Ends all waits as `unavailable`, because the service is stopping.
  void abandon();

private:
  struct deadline {
    time_point deadline;
    std::string id;
  };

  template <class Command>
  outgoing message(const Command& x, const std::string& subject, const origin& sender,
                   std::optional<timestamp> expires = {}) const;
  void ask(outgoing message, answered done);
  void take_reply(const delivery& message);
  void finish(const std::string& id, result<std::string> outcome);

  bus& bus_;
  const ironbus::clock& clock_;
  const commander_options options_;
  std::mutex mutex_;
  std::unordered_map<std::string, answered> waiting_;
  std::deque<deadline> deadlines_;  ///< In order, because all waits are equally long.
};

}  // namespace ironbus::http
