#pragma once

#include "messages/base/json.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::inspection {

/// What inspection rules read and change: a value, so that a dry run works on a copy.
struct documents {
  json node;                          ///< The node's fields as the API names them; null: early.
  std::vector<std::string> traits;    ///< The node's.
  json ports = json::array();         ///< Each an object as the API shows it.
  json port_groups = json::array();   ///< Read only.
  json inventory = json::object();    ///< As the agent sent it; read only.
  json plugin_data = json::object();  ///< All else that the agent sent or a hook derived.

  bool operator==(const documents&) const = default;
};

/// How much one run of all rules may make, so that rules and inventories that feed on each other
/// end in an error and not in a full memory.
struct rule_limits {
  size_t rendered_bytes = 64 * 1024 * 1024;  ///< All values that placeholders gave.
  size_t written_bytes = 4 * 1024 * 1024;    ///< All values that actions wrote.
  size_t iterations = 100'000;               ///< All turns of all loops.
  /// Of regular expressions that placeholders are part of: instructions times bytes of text. One
  /// takes up to 10 ns.
  size_t matching_steps = 100'000'000;
};

/// Roughly the bytes a value takes as text. Cheap; a deep value costs its depth in stack.
size_t weight_of(const json& document);
/// Levels of nesting: 0 for a scalar.
size_t depth_of_value(const json& value);

/// What is left of the limits. Once one is passed, `spent` says so and the run ends.
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
  /// What the rules do too much, as a sentence's end; empty: nothing.
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
