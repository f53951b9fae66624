#pragma once

#include "messages/crypto/signing_key.hpp"
#include "messages/model/operation.hpp"

#include <optional>
#include <string>

namespace ironbus {

struct node_snapshot;

// A signed proof of a cleaning. Anybody with the operator's public key can check it without this
// service. It is a JSON Web Signature (crypto/signed_document.hpp) of this document:
//
//     {"node": {"uuid", "name", "driver", "mac_addresses"},
//      "operation": {"id", "kind", "started_at", "ended_at", "result", "reason", "user",
//                    "request_id"},
//      "agent_version": text or null,
//      "previous": SHA-256 of the payload before it of the same node, or null,
//      "entries": [{"interface", "name", "index", "attempt", "started_at", "finished_at", "status",
//                   "worker", "evidence", "report", "hash"}]}
//
// The result is done, failed or skipped. The report is the machine's report of the step. The hash
// is a SHA-256 in hexadecimal. It covers the previous hash (empty for the first entry), a line
// break, and the entry without "hash" as compact JSON with sorted names.

/// The type in the signature.
inline constexpr std::string_view certificate_type = "ironbus-cleaning";

/// The payload for a finished cleaning; unset if the operation was no cleaning.
std::optional<json> certificate_of(const node_snapshot& node, const operation& ended,
                                   timestamp ended_at);

/// The value of "previous" in the node's next certificate.
std::string certificate_digest(const json& payload);

/// Checks the signature and the chain of entries, and returns the payload. `invalid` says which
/// check failed.
result<json> read_certificate(const verifying_key& key, const json& certificate);

}  // namespace ironbus
