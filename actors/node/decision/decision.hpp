#pragma once

#include "actors/node/base/context.hpp"
#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/observations.hpp"
#include "messages/model/record.hpp"
#include "messages/platform/log.hpp"
#include "messages/platform/tracing.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/commit.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/events.hpp"
#include "messages/wire/record_commands.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// When the time of an agent's call is saved: by itself, or only with what else is.
enum class call_stamp : uint8_t { none, with_changes, due };

/// What a message leads to: the next snapshot and everything that must become true with it.
/// Handlers write into it; nothing outside sees it before it is committed.
class decision {
public:
  /// Begins with a copy of the node as it is; null: there is none of that UUID yet. `seed` makes
  /// the ids: the id of the message.
  decision(const node_snapshot* before, const std::string& uuid, const context& ctx,
           std::string_view seed);

  node_snapshot next;
  reply answer;
  bool changed = false;    ///< There is something to commit; set when all is decided.
  bool duplicate = false;  ///< The message had been applied before, or came too late to matter.
  bool erased = false;     ///< The node ends with this decision.
  call_stamp stamp = call_stamp::none;
  observations seen;  ///< For the metrics.

  const context& ctx() const { return ctx_; }
  std::string fresh_id() { return ids_.next(); }
  /// Whether there is something to commit so far: the node is another one, or somebody must be told
  /// something that may not be lost. Only while `before` lives.
  bool has_changed() const;
  /// Who this is done for: the user who sent the message, or else who asked for what the message
  /// is about; empty: nobody known.
  const std::string& user() const { return user_; }
  /// The API request that it is done for: the one that led to the message, or else the one that
  /// began the work in progress; empty: nobody knows.
  const std::string& request_id() const { return request_id_; }
  /// The span that it is done within: that of handling the message, or else the one that began the
  /// work in progress.
  const trace_context& trace() const { return trace_; }

  /// Refuses the message: whatever else has been decided counts for nothing.
  void refuse(failure why) { answer.refused = std::move(why); }
  /// The same, for handlers with a result.
  verdict::stay refused(failure why) {
    refuse(std::move(why));
    return {};
  }

  /// How long such runs take as a rule; unset: too little is known. That it was asked is noted.
  std::optional<usual_time> usual(const std::string& kind);
  const std::vector<usual_time>& usual_asked() const { return usual_asked_; }

  /// The inspection rules in force; null: not known. That they were asked for is noted.
  const inspection::rules_in_force& rules();
  bool has_asked_rules() const { return has_asked_rules_; }

  /// Tells the world a fact; it gets the node's next sequence number.
  void emit(std::string_view event_type, json data);
  /// Asks the drivers for a step.
  void request(step_request x);
  /// Asks the drivers how a step is going that waits for its agent or a task. Not worth a commit:
  /// if it is lost, the agent's next heartbeat, or the clock, leads to another.
  void probe(const step_request& x);
  /// Sends any other message.
  void send(outgoing x) { messages_.push_back(std::move(x)); }
  /// Sends a command to a record, or to another node.
  void tell(const std::string& subject, const record_command& x);
  void tell(const std::string& node, const command& x);
  /// Sends the node a command that has waited once more, as it came.
  void tell_again(const deferred_command& deferred);
  /// Answers a message of before; whoever sent it may have gone.
  void answer_later(const std::string& id, const std::string& reply_to,
                    const std::string& correlation_id, const reply& reply);
  /// Notes an error or a milestone in the node's history.
  void add_history(std::string_view severity, std::string_view event_type, const std::string& text);
  /// Keeps the record of an operation that has ended.
  void add_ended_operation(const operation& ended);
  /// Sets last_error, cut to its limit, and remembers it.
  void record_error(std::string_view event_type, const std::string& text);
  /// A record for the log of the service, once what is decided holds: somebody else's words.
  void log(log::level how, std::string text);
  /// The same of what the node has done: with these fields, less empty ones, and with its name, the
  /// request, the user and the revision, which the runtime fills in.
  void report(log::level how, std::string text, std::vector<log::field> fields);
  /// Something that has ended, for who follows the trace, once what is decided holds.
  void record(tracing::span x) { spans_.push_back(std::move(x)); }
  /// Replaces the inventory of the node.
  void keep_inventory(const json& inventory);

  const std::vector<outgoing>& messages() const { return messages_; }
  /// How large the inventory is that replaces the old one; nothing: it stays.
  const std::optional<extent>& inventory() const { return inventory_; }
  const std::vector<log::record>& logs() const { return logs_; }
  const std::vector<tracing::span>& spans() const { return spans_; }
  const std::vector<row>& rows() const { return rows_; }
  const std::vector<std::pair<std::string, std::string>>& removed_rows() const { return removed_; }

private:
  template <class Command>
  void send_command(const std::string& subject, const Command& x);
  outgoing to_drivers(const step_request& request, std::string_view type, std::string id) const;

  /// Signs what has become of a cleaning, where the operator has a key for it.
  void certify(const operation& ended);
  void append_row(std::string_view collection, uint64_t& first, uint64_t& end, size_t max,
                  json summary);

  const node_snapshot* before_;
  const context& ctx_;
  id_source ids_;
  const std::string user_;
  const std::string request_id_;
  const trace_context trace_;
  std::vector<outgoing> messages_;
  std::vector<log::record> logs_;
  std::vector<tracing::span> spans_;
  std::vector<row> rows_;
  std::optional<extent> inventory_;
  std::vector<usual_time> usual_asked_;
  bool has_asked_rules_ = false;
  std::vector<std::pair<std::string, std::string>> removed_;
};

}  // namespace ironbus
