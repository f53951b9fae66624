#pragma once

#include "messages/base/codec.hpp"

namespace ironbus {

/// The priority of a step: a number from 0, also with a fraction. 0: runs only on request.
///
/// JSON: a number; a whole one has no fraction, for clients that expect integers.
class step_priority {
public:
  constexpr step_priority(double x = 0) : value_{x} {}
  constexpr operator double() const { return value_; }

private:
  double value_;
};

inline constexpr double step_priority_max = 1'000'000;

/// A number from 0 to step_priority_max.
bool is_step_priority(const json& x);
std::string to_string(step_priority x);

void to_json(json& out, const step_priority& step_priority);
/// Throws json::exception if it is not a number.
void from_json(const json& document, step_priority& x);
void write_json(std::string& out, const step_priority& x);
void read_json(json_value& json_value, step_priority& out);

}  // namespace ironbus
