#include "messages/model/step_priority.hpp"

#include <cmath>

namespace ironbus {

bool is_step_priority(const json& x) {
  return x.is_number() && x.get<double>() >= 0 && x.get<double>() <= step_priority_max;
}

std::string to_string(step_priority x) { return to_text(json(x)); }

void to_json(json& out, const step_priority& step_priority) {
  const double value = step_priority;
  constexpr double whole_max = 9007199254740992.0;  // 2^53; a priority that was read may be greater
  const auto whole = std::abs(value) <= whole_max ? static_cast<int64_t>(value) : 0;
  if (static_cast<double>(whole) == value)
    out = whole;
  else
    out = value;
}

void from_json(const json& document, step_priority& x) { x = document.get<double>(); }

void write_json(std::string& out, const step_priority& x) { write_json(out, json(x)); }

void read_json(json_value& source, step_priority& out) {
  double value = 0;
  read_json(source, value);
  out = value;
}

}  // namespace ironbus
