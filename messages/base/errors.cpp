#include "messages/base/errors.hpp"

#include <array>

namespace ironbus {

namespace {

struct error_info {
  error_code code;
  std::string_view name;
  bool retryable;
};

constexpr std::array errors{
    error_info{error_code::invalid, "invalid", false},
    error_info{error_code::not_found, "not_found", false},
    error_info{error_code::forbidden, "forbidden", false},
    error_info{error_code::conflict, "conflict", false},
    error_info{error_code::not_acceptable, "not_acceptable", false},
    error_info{error_code::too_large, "too_large", false},
    error_info{error_code::unavailable, "unavailable", true},
    error_info{error_code::timeout, "timeout", true},
    error_info{error_code::stale_version, "stale_version", true},
    error_info{error_code::fenced, "fenced", true},
    error_info{error_code::access_changed, "access_changed", true},
    error_info{error_code::driver_failed, "driver_failed", false},
    error_info{error_code::internal, "internal", false},
};

constexpr bool in_order() {
  for (size_t i = 0; i < errors.size(); ++i)
    if (static_cast<size_t>(errors[i].code) != i) return false;
  return true;
}

static_assert(errors.size() == static_cast<size_t>(error_code::count_), "a code without a row");
static_assert(in_order(), "rows must be in the order of their enum");

}  // namespace

std::string_view to_string(error_code x) { return errors[static_cast<size_t>(x)].name; }

error_code error_code_from(std::string_view name) {
  for (const auto& row : errors)
    if (row.name == name) return row.code;
  return error_code::internal;
}

bool retryable(error_code x) { return errors[static_cast<size_t>(x)].retryable; }

}  // namespace ironbus
