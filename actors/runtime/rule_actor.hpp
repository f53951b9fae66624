#pragma once

#include "actors/inspection/processing/rule_registry.hpp"
#include "actors/runtime/protocol.hpp"
#include "messages/ports/listings.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace ironbus::inspection {

inline constexpr std::string_view rule_type = "inspection_rule";

/// The context of a rule_actor; must outlive the actor.
struct rule_source {
  listings& records;
  rule_registry& rules;
  /// Reports problems that the operator should know.
  std::function<void(const std::string&)> report;
};

/// Reads all rules, page after page, and single rules after their events.
class rule_state {
public:
  static inline constexpr const char* name = "inspection rules";

  using pointer = runtime::rule_actor::stateful_pointer<rule_state>;

  explicit rule_state(pointer self) : self_(self) {}

  runtime::rule_actor::behavior_type start(const rule_source* source);

private:
  void check_after(std::chrono::milliseconds delay);
  void read_all();
  void read_page(std::string marker);
  void take_page(const result<std::vector<listed>>& rows);
  void take_all();
  void read_one(const std::string& subject);
  void take_one(const std::string& subject, const result<stored>& found);

  pointer self_;
  const rule_source* source_ = nullptr;
  bool reading_ = false;
  bool again_ = false;  ///< Read again after the running read.
  std::vector<json> all_;
  size_t page_size_ = 0;
  uint64_t changes_ = 0;       ///< Events so far.
  uint64_t changes_then_ = 0;  ///< At the start of the complete reading.
  uint64_t generation_ = 0;
};

runtime::rule_actor::behavior_type rule_behavior(rule_state::pointer self,
                                                 const rule_source* source);

}  // namespace ironbus::inspection
