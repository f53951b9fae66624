#pragma once

#include <string>
#include <string_view>

// The places that encrypted values of the store are bound to. They are the same in both stores and
// in a back-up, and survive a restore.
namespace ironbus::sealing {

inline std::string snapshot_place(std::string_view id) { return "snapshot " + std::string{id}; }
inline std::string outbox_place(std::string_view id) { return "outbox " + std::string{id}; }
inline std::string row_place(std::string_view collection, std::string_view id) {
  return "row " + std::string{collection} + " " + std::string{id};
}
inline std::string event_place(std::string_view subject) { return "event " + std::string{subject}; }
inline std::string claim_place(std::string_view key) { return "claim " + std::string{key}; }

}  // namespace ironbus::sealing
