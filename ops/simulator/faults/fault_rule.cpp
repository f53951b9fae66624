#include "ops/simulator/faults/fault_rule.hpp"

#include "messages/base/enum_text.hpp"
#include "messages/base/text.hpp"

namespace ironbus::simulator {

namespace {

constexpr std::array<std::string_view, static_cast<size_t>(fault_kind::count_)> fault_names{
    "slow",        "unavailable", "session_lost", "half_answer", "no_answer",
    "bmc_restart", "stuck_post",  "wrong_etag",   "task_failure"};
constexpr enum_text<fault_kind> fault_texts{fault_names};

}  // namespace

std::string_view to_string(fault_kind x) { return fault_texts[x]; }

std::optional<fault_kind> fault_kind_from(std::string_view name) { return fault_texts.find(name); }

std::string fault_kind_names() { return join(fault_names); }

// Returns to the last `*` whenever the text after it does not match.
bool fits_pattern(std::string_view pattern, std::string_view text) {
  size_t asked = 0;
  size_t read = 0;
  size_t star = std::string_view::npos;
  size_t resume = 0;
  while (read < text.size()) {
    if (asked < pattern.size() && pattern[asked] == '*') {
      star = asked++;
      resume = read;
    } else if (asked < pattern.size() && pattern[asked] == text[read]) {
      ++asked;
      ++read;
    } else if (star != std::string_view::npos) {
      asked = star + 1;
      read = ++resume;
    } else {
      return false;
    }
  }
  while (asked < pattern.size() && pattern[asked] == '*') ++asked;
  return asked == pattern.size();
}

}  // namespace ironbus::simulator
