#pragma once

#include "messages/base/json.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::inspection {

/// The data that inspection rules read and change. A value type, so that a dry run works on a copy.
struct documents {
  json node;  ///< The node's fields under their API names; null in the phase early.
  std::vector<std::string> traits;    ///< Of the node.
  json ports = json::array();         ///< Each an object in API form.
  json port_groups = json::array();   ///< Read only.
  json inventory = json::object();    ///< As the agent sent it; read only.
  json plugin_data = json::object();  ///< The rest of the agent's data, and the results of hooks.

  bool operator==(const documents&) const = default;
};

/// Limits of one run of all rules, so that a malicious combination of rules and inventory ends with
/// an error before memory runs out.
struct rule_limits {
  size_t rendered_bytes = 64 * 1024 * 1024;  ///< Total size of placeholder values.
  size_t written_bytes = 4 * 1024 * 1024;    ///< Total size of the values that actions write.
  size_t iterations = 100'000;               ///< Total turns of all loops.
  /// For regular expressions with placeholders: instructions times bytes of text. A step takes up
  /// to 10 ns.
  size_t matching_steps = 100'000'000;
};

/// The approximate size of a value as text, in bytes. Cheap; recursion depth is that of the value.
size_t weight_of(const json& document);
/// Levels of nesting: 0 for a scalar.
size_t depth_of_value(const json& value);

/// The remaining limits. Once one is exceeded, `spent` is true and the run ends.
class budget {
public:
  explicit budget(const rule_limits& limits) : left_(limits) {}

  void render(size_t bytes) {
    take(left_.rendered_bytes, bytes, "produce more data than is allowed");
  }
  void write(size_t bytes) { take(left_.written_bytes, bytes, "write more data than is allowed"); }
  void iterate() { take(left_.iterations, 1, "run more loop iterations than are allowed"); }
  void match(size_t steps) { take(left_.matching_steps, steps, "match more text than is allowed"); }

  bool spent() const { return !excess_.empty(); }
  /// The exceeded limit as the end of a sentence; empty: none.
  std::string_view excess() const { return excess_; }

private:
  void take(size_t& left, size_t amount, std::string_view excess) {
    if (amount > left && excess_.empty()) excess_ = excess;
    left -= std::min(left, amount);
  }

  rule_limits left_;
  std::string_view excess_;
};

}  // namespace ironbus::inspection
