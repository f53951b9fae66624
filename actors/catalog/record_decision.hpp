#pragma once

#include "actors/node/base/context.hpp"
#include "messages/model/record.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/commit.hpp"
#include "messages/ports/query.hpp"
#include "messages/wire/record_commands.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// The result of a message to a record: the next snapshot and everything to be committed and sent
/// with it.
class record_decision {
public:
  /// Starts with a copy of the record. `seed` determines the ids: the id of the message.
  record_decision(const record_type& type, std::string uuid, record_snapshot before,
                  const context& ctx, std::string_view seed);

  record_snapshot next;
  reply answer;
  bool changed = false;    ///< There is a change to commit.
  bool duplicate = false;  ///< The message was applied before, or came too late to matter.
  bool erased = false;     ///< The decision deletes the record.
  /// A query that must be answered first; its rows come back as a message.
  std::optional<query> question;

  const record_type& type() const { return type_; }
  const std::string& uuid() const { return uuid_; }
  const context& ctx() const { return ctx_; }
  id_source& ids() { return ids_; }

  void refuse(failure why) { answer.refused = std::move(why); }
  /// Emits the event "<type><suffix>"; it gets the record's next sequence number.
  void emit(std::string_view suffix, json data);
  /// Sends a command to a node; the node applies a repeated id only once.
  void tell_node(const std::string& uuid, const command& command, const std::string& id);
  /// Answers a waiting client, which may have gone away.
  void answer_waiting(const awaited_reply& awaited, const reply& reply);
  /// Sends any other message.
  void send(outgoing x) { messages_.push_back(std::move(x)); }

  const std::vector<outgoing>& messages() const { return messages_; }

private:
  std::string source() const;

  const record_type& type_;
  std::string uuid_;
  const context& ctx_;
  id_source ids_;
  const trace_context trace_;  ///< The span of handling the message.
  std::vector<outgoing> messages_;
};

}  // namespace ironbus
