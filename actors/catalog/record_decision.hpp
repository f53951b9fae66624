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

/// What a message to a record leads to: the next snapshot and all that must become true with it.
class record_decision {
public:
  /// Begins with a copy of the record as it is. `seed` makes the ids: the id of the message.
  record_decision(const record_type& type, std::string uuid, record_snapshot before,
                  const context& ctx, std::string_view seed);

  record_snapshot next;
  reply answer;
  bool changed = false;    ///< There is something to commit.
  bool duplicate = false;  ///< The message had been applied before, or came too late to matter.
  bool erased = false;     ///< The record ends with this decision.
  /// What must be read from the store to go on; the rows found come back as a message.
  std::optional<query> question;

  const record_type& type() const { return type_; }
  const std::string& uuid() const { return uuid_; }
  const context& ctx() const { return ctx_; }
  id_source& ids() { return ids_; }

  void refuse(failure why) { answer.refused = std::move(why); }
  /// Tells the world "<type><suffix>"; it gets the record's next sequence number.
  void emit(std::string_view suffix, json data);
  /// Sends a command to a node; the same under the same id is applied once.
  void tell_node(const std::string& uuid, const command& command, const std::string& id);
  /// Answers somebody who has been waiting; they may have gone.
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
