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

/// A kind of resource that stands by itself beside the nodes: chassis, deploy templates, runbooks,
/// allocations, inspection rules, webhooks. Each record is an aggregate with one writing actor, as
/// a node is; on the bus and in the store it is named by its subject, "<type>/<uuid>".
struct record_type {
  std::string_view name;        ///< "deploy_template".
  std::string_view collection;  ///< "deploy_templates": of its rows, and in the API's paths.
  std::string_view title;       ///< "Deploy template", as error texts say it.
  int since = 1;                ///< First microversion that knows it.
  std::span<const field_spec> fields;
  std::span<const std::string_view> unique;   ///< Fields whose values are so, besides the UUID.
  std::span<const std::string_view> columns;  ///< What lists filter and sort by.
};

std::span<const record_type> record_types();
/// Null if there is no such type.
const record_type* find_record_type(std::string_view name);

std::string record_subject(std::string_view type, std::string_view uuid);
/// {type, uuid}; the type is empty if the subject is a node's.
std::pair<std::string_view, std::string_view> split_subject(std::string_view subject);

/// Somebody who waits for an answer that comes with a later decision.
struct awaited_reply {
  std::string reply_to;
  std::string correlation_id;
};

/// A record with what must be known to go on after a crash. One record in the store ("record",
/// subject).
struct record_snapshot {
  static constexpr int schema = 1;

  json attributes = json::object();  ///< Every field of the type, by its name.
  uint64_t sequence = 0;             ///< Number of the last event; gap-free.
  std::vector<std::string> applied;
  /// Of an allocation: the node that was asked to be its own, or to let go of it, and the id of the
  /// message. Asked again under the same id, a node answers once.
  std::optional<std::string> asked;
  std::string asked_as;
  bool backfill = false;                 ///< It records what `asked` runs, and asks no other node.
  bool ending = false;                   ///< `asked` is to let go; the allocation ends with that.
  std::vector<std::string> refused_by;   ///< Nodes that cannot serve it.
  std::optional<awaited_reply> creator;  ///< Waits until a back-fill has ended well or not.
  std::vector<awaited_reply> enders;     ///< Wait until it has ended.
  std::optional<timestamp> until;        ///< When the owner looks again unasked.
};

member_codecs<awaited_reply> members_of(const awaited_reply*);
member_codecs<record_snapshot> members_of(const record_snapshot*);

std::string encode_record(const record_snapshot& x);
/// `internal` if the text is damaged or was written by a newer release.
result<record_snapshot> decode_record(std::string_view text);

}  // namespace ironbus
