#pragma once

#include "actors/runtime/aggregate/aggregate.hpp"
#include "messages/model/driver_catalog.hpp"
#include "tests/fuzz/draw.hpp"

namespace ironbus {

/// A stored node or record, and the environment of its decisions.
class revived {
public:
  explicit revived(const std::string& subject);

  /// Reads it. Returns false if it is unreadable; such a subject gets no messages.
  bool restore(const std::string& text);
  /// Decides on a message like a conductor, which treats any exception as an error of that message.
  /// The decision takes effect. Returns its text; unset if nothing changes.
  std::optional<std::string> tell(std::variant<node_message, record_message> what);

private:
  const std::string subject_;
  std::unique_ptr<aggregate> it_;
  timestamp now_;
  uint64_t told_ = 0;
};

inline constexpr const char* lived_node_uuid = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";

/// A stored node at some point of its life; the choices determine its history.
std::string lived_node(draw& choices);

}  // namespace ironbus
