#pragma once

#include "messages/model/components.hpp"
#include "messages/model/node.hpp"
#include "messages/model/node_parts.hpp"
#include "messages/model/operation.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// All state of a node that is needed after a crash: the node, its parts, and the running work. One
/// aggregate, one writer, one record in the store ("node", uuid).
///
/// JSON: the members by name, plus "schema". History entries and the inventory are separate rows
/// (collections "history" and "inventory"), because they would make every save larger.
struct node_snapshot {
  static constexpr int schema = 1;

  node attributes;
  std::vector<port> ports;
  std::vector<portgroup> portgroups;
  std::vector<volume_connector> volume_connectors;
  std::vector<volume_target> volume_targets;
  std::vector<std::string> traits;
  std::vector<bios_setting> bios;            ///< Sorted by name.
  std::vector<firmware_component> firmware;  ///< Sorted by component.

  std::optional<operation> current;  ///< The running workflow.
  std::optional<operation> queued;   ///< Starts when `current` has ended.
  /// A requested power change; outstanding if `in_flight` names it.
  std::optional<power_action> power;
  std::optional<power_action> power_queued;  ///< The latest request that arrived after it.
  std::vector<driver_call> calls;            ///< Oldest first; outstanding if `in_flight` names it.
  std::vector<deferred_command> deferred;    ///< Oldest first; empty if nothing runs.
  std::optional<step_in_flight> in_flight;
  std::optional<wait> waiting;

  uint64_t sequence = 0;  ///< Number of the last event; without gaps.
  /// The existing history entries are numbered [history_first, history_end).
  uint64_t history_first = 0;
  uint64_t history_end = 0;
  /// The same for finished operations (collection "operations": steps and ledger).
  uint64_t operations_first = 0;
  uint64_t operations_end = 0;
  /// The same for cleaning certificates (collection "certificates"), and the digest of the last
  /// one; empty: there is none.
  uint64_t certificates_first = 0;
  uint64_t certificates_end = 0;
  std::string last_certificate;
  uint32_t power_sync_failures = 0;
  /// Set while the recorded power state is not confirmed.
  std::optional<unconfirmed_power> power_unconfirmed;
  /// The power sync sends no order before; unset: no order has ended without a result.
  std::optional<timestamp> power_sync_rests_until;
  std::optional<power_difference> power_differs;
  std::vector<std::string> applied;  ///< Ids of the last messages applied, oldest first.

  /// Adds the id of a message.
  void record_handled(const std::string& id);

  bool operator==(const node_snapshot&) const = default;
};

/// Column of a node's row: the addresses of its BMC while it waits for inspection data.
/// The column of the projects that may see a row: owner and lessee of a node, for its parts too,
/// and the owner of a runbook. `all_projects` stands for all.
inline constexpr std::string_view project_column = "project";
inline constexpr std::string_view all_projects = "*";

inline constexpr std::string_view waiting_bmc_column = "waiting_bmc";

/// How many message ids a snapshot remembers.
inline constexpr size_t applied_max = 64;

member_codecs<node_snapshot> members_of(const node_snapshot*);

std::string encode_snapshot(const node_snapshot& x);
/// `internal` if the text is damaged or was written by a newer release.
result<node_snapshot> decode_snapshot(std::string_view text);

}  // namespace ironbus
