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

/// What a command takes along of the request that it comes from.
struct origin {
  trace_context trace;  ///< The span of the request.
  std::string user;     ///< Who has been authenticated; empty: nobody was asked.
  std::string request_id;
};

/// Sends commands to nodes and records and matches the answers. Thread safe; callbacks run on the
/// bus's threads or on that of `expire`.
class commander {
public:
  using answered = std::function<void(result<std::string>)>;
  using sent = std::function<void(result<std::monostate>)>;
  using time_point = std::chrono::steady_clock::time_point;

  commander(bus& messages, const ironbus::clock& time, commander_options options);

  /// Takes the bus's replies from now on.
  void start();

  /// Sends a command and gives the body of the node's answer, or its refusal. `unavailable` if no
  /// conductor takes it or the broker is away, `timeout` if no answer comes.
  void ask(const command& x, const std::string& node, const origin& sender, answered done);
  /// The same to a record; the subject is its "<type>/<uuid>".
  void ask(const record_command& x, const std::string& subject, const origin& sender,
           answered done);

  /// Sends a command that nobody waits for; done when the bus has taken responsibility.
  void tell(const command& content, const std::string& node, const origin& sender, sent done);

  /// Ends the waits whose time is up; to be called a few times a second.
  void expire(time_point now);
  /// Ends every wait as `unavailable`: the service stops.
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
  std::deque<deadline> deadlines_;  ///< In order: all waits are equally long.
};

}  // namespace ironbus::http
