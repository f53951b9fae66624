#pragma once

#include "actors/node/base/context.hpp"
#include "actors/node/base/handler_result.hpp"
#include "actors/node/decision/observations.hpp"
#include "messages/model/record.hpp"
#include "messages/model/snapshot.hpp"
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

/// Whether the time of a heartbeat is saved: at once, or only with other changes.
enum class heartbeat_stamp : uint8_t { none, with_changes, due };

/// The result of a message: the next snapshot and everything to be committed and sent with it.
/// Handlers write into it; nothing is visible outside before the commit.
class decision {
public:
  /// Starts with a copy of the node; null: there is no node of that UUID yet. `seed` determines the
  /// ids: the id of the message.
  decision(const node_snapshot* before, const std::string& uuid, const context& ctx,
           std::string_view seed);

  node_snapshot next;
  reply answer;
  bool changed = false;    ///< There is a change to commit; set at the end of the decision.
  bool duplicate = false;  ///< The message was applied before, or came too late to matter.
  bool erased = false;     ///< The decision deletes the node.
  heartbeat_stamp stamp = heartbeat_stamp::none;
  observations seen;  ///< For the metrics.

  const context& ctx() const { return ctx_; }
  std::string fresh_id() { return ids_.next(); }
  /// Whether there is a change to commit so far: the node differs, or a message must not be lost.
  /// Valid only while `before` lives.
  bool has_changed() const;
  /// The user on whose behalf this is done: the sender of the message, or the user who requested
  /// the work that it concerns; empty: unknown.
  const std::string& user() const { return user_; }
  /// The API request that caused this: that of the message, or the one that started the running
  /// work; empty: unknown.
  const std::string& request_id() const { return request_id_; }
  /// The enclosing span: that of handling the message, or the one that started the running work.
  const trace_context& trace() const { return trace_; }

  /// Rejects the message and discards everything else that was decided.
  void refuse(failure why) { answer.refused = std::move(why); }
  /// The same for handlers with a result.
  verdict::stay refused(failure why) {
    refuse(std::move(why));
    return {};
  }

  /// The usual duration of such runs; unset: too few are known. Records that the decision used it.
  std::optional<usual_time> usual(const std::string& kind);
  const std::vector<usual_time>& usual_asked() const { return usual_asked_; }

  /// The inspection rules in force; null: unknown. Records that the decision used them.
  const inspection::rules_in_force& rules();
  bool has_asked_rules() const { return has_asked_rules_; }

  /// Emits an event with the node's next sequence number.
  void emit(std::string_view event_type, json data);
  /// Requests a step from the drivers.
  void request(step_request x);
  /// Requests the progress of a step that waits for its agent or a task. Not committed: if it is
  /// lost, the agent's next heartbeat or the clock causes another one.
  void probe(const step_request& x);
  /// Sends any other message.
  void send(outgoing x) { messages_.push_back(std::move(x)); }
  /// Sends a command to a record, or to another node.
  void tell(const std::string& subject, const record_command& x);
  void tell(const std::string& node, const command& x);
  /// Sends a deferred command to the node once more, unchanged.
  void tell_again(const deferred_command& deferred);
  /// Replies to an earlier message, whose sender may have gone away.
  void answer_later(const std::string& id, const std::string& reply_to,
                    const std::string& correlation_id, const reply& reply);
  /// Adds an error or a milestone to the node's history.
  void add_history(std::string_view severity, std::string_view event_type, const std::string& text);
  /// Stores the record of a finished operation.
  void add_ended_operation(const operation& ended);
  /// Sets last_error, cut to its limit, and adds it to the history.
  void record_error(std::string_view event_type, const std::string& text);
  /// Writes a log record after the commit, with a text from outside.
  void log(log::level how, std::string text);
  /// Writes a log record about the node after the commit, with these fields, without empty ones.
  /// The runtime adds its name, the request, the user and the revision.
  void report(log::level how, std::string text, std::vector<log::field> fields);
  /// Records a finished span after the commit.
  void record(tracing::span x) { spans_.push_back(std::move(x)); }
  /// Replaces the inventory of the node.
  void keep_inventory(const json& inventory);

  const std::vector<outgoing>& messages() const { return messages_; }
  /// The size of the inventory that replaces the old one; unset: it stays.
  const std::optional<extent>& inventory() const { return inventory_; }
  const std::vector<log::record>& logs() const { return logs_; }
  const std::vector<tracing::span>& spans() const { return spans_; }
  const std::vector<row>& rows() const { return rows_; }
  const std::vector<std::pair<std::string, std::string>>& removed_rows() const { return removed_; }

private:
  template <class Command>
  void send_command(const std::string& subject, const Command& x);
  outgoing to_drivers(const step_request& request, std::string_view type, std::string id) const;

  /// Signs the result of a cleaning if the operator has configured a key.
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
