#pragma once

#include "actors/runtime/aggregate/aggregate.hpp"
#include "messages/model/driver_catalog.hpp"
#include "tests/fuzz/draw.hpp"

namespace ironbus {

/// A node or a record that a conductor finds in its store, and the world that it decides in.
class revived {
public:
  explicit revived(const std::string& subject);

  /// Whether it can be read. One that cannot is told nothing.
  bool restore(const std::string& text);
  /// Tells it something, as a conductor does, which takes any exception of a decision for a defect
  /// of that one message. What is decided holds from then on; its text, unset if nothing changes.
  std::optional<std::string> tell(std::variant<node_message, record_message> what);

private:
  const std::string subject_;
  std::unique_ptr<aggregate> it_;
  timestamp now_;
  uint64_t told_ = 0;
};

inline constexpr const char* lived_node_uuid = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";

/// A node somewhere in its life, as it is stored; the choices say what has happened to it.
std::string lived_node(draw& choices);

}  // namespace ironbus
