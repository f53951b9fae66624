#pragma once

#include "messages/crypto/signing_key.hpp"
#include "messages/model/operation.hpp"
#include "messages/model/snapshot.hpp"

#include <optional>
#include <string>

namespace ironbus {

// What an operator can show of a cleaning, and anybody with the operator's public key can check
// without this service. It is a JSON Web Signature (crypto/signed_document.hpp) of
//
//   {"node": {"uuid", "name", "driver", "mac_addresses"},
//    "operation": {"id", "kind", "started_at", "ended_at", "result", "reason", "user",
//                  "request_id"},
//    "agent_version": text or null,
//    "previous": SHA-256 of the payload before it of the same node, or null,
//    "entries": [{"interface", "name", "index", "attempt", "started_at", "finished_at", "status",
//                 "worker", "evidence", "report", "hash"}]}
//
// "result" is done, failed or skipped. "report" is what the machine says of the step. "hash" is the
// SHA-256, in hexadecimal, of the hash before it (of the first: of nothing), a line break, and the
// entry without "hash" as compact JSON with sorted names.

/// What the signature says that it signs.
inline constexpr std::string_view certificate_type = "ironbus-cleaning";

/// The payload for a cleaning that has ended; unset where it was no cleaning.
std::optional<json> certificate_of(const node_snapshot& node, const operation& ended,
                                   timestamp ended_at);

/// What "previous" of the node's next one says.
std::string certificate_digest(const json& payload);

/// Checks the signature and the chain of its entries, and gives the payload. `invalid` says what
/// does not hold.
result<json> read_certificate(const verifying_key& key, const json& certificate);

}  // namespace ironbus
