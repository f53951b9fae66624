#pragma once

#include "messages/base/time.hpp"
#include "messages/model/field.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus {

/// A kind of independent resource beside the nodes: chassis, deploy templates, runbooks,
/// allocations, inspection rules, webhooks, tokens. Each record is an aggregate with one writing
/// actor, like a node. On the bus and in the store its name is its subject, "<type>/<uuid>".
struct record_type {
  std::string_view name;        ///< "deploy_template".
  std::string_view collection;  ///< "deploy_templates": of its rows and in API paths.
  std::string_view title;       ///< "Deploy template": in error texts.
  int since = 1;                ///< First microversion that has it.
  std::span<const field_spec> fields;
  std::span<const std::string_view> unique;   ///< Fields with unique values, besides the UUID.
  std::span<const std::string_view> columns;  ///< Columns that lists filter and sort by.
};

std::span<const record_type> record_types();
/// Null if there is no such type.
const record_type* find_record_type(std::string_view name);

std::string record_subject(std::string_view type, std::string_view uuid);
/// {type, uuid}; the type is empty if the subject is a node.
std::pair<std::string_view, std::string_view> split_subject(std::string_view subject);

/// A client that waits for an answer which a later decision gives.
struct awaited_reply {
  std::string reply_to;
  std::string correlation_id;
};

/// A record with all state that is needed after a crash. One record in the store ("record",
/// subject).
struct record_snapshot {
  static constexpr int schema = 1;

  json attributes = json::object();  ///< All fields of the type, by name.
  uint64_t sequence = 0;             ///< Number of the last event; without gaps.
  std::vector<std::string> applied;
  /// Of an allocation: the node that was asked to accept or release it, and the id of the message.
  /// A node handles a repeated message with the same id only once.
  std::optional<std::string> asked;
  std::string asked_as;
  /// It records the instance that `asked` already runs, and asks no other node.
  bool backfill = false;
  bool ending = false;  ///< `asked` has to release it; then the allocation is deleted.
  std::vector<std::string> refused_by;   ///< Nodes that have refused it.
  std::optional<awaited_reply> creator;  ///< Waits until a back-fill has succeeded or failed.
  std::vector<awaited_reply> enders;     ///< Clients that wait until it is deleted.
  std::optional<timestamp> until;        ///< When the owner checks again by itself.
};

member_codecs<awaited_reply> members_of(const awaited_reply*);
member_codecs<record_snapshot> members_of(const record_snapshot*);

std::string encode_record(const record_snapshot& x);
/// `internal` if the text is damaged or was written by a newer release.
result<record_snapshot> decode_record(std::string_view text);

}  // namespace ironbus
