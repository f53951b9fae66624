#pragma once

#include "messages/model/record.hpp"

namespace ironbus {

/// Checks what field declarations cannot express: names, steps, fields that exclude each other.
/// `attributes` are the whole record; `invalid` names the field.
result<std::monostate> check_record(const record_type& type, const json& attributes,
                                    int api_version);

/// Whether a change of a record is allowed, beyond the checks of the result. `invalid` if not.
result<std::monostate> check_record_change(const record_type& type, const json& before,
                                           const json& after);

/// Updates fields that depend on others after a change.
void normalize_record(const record_type& type, json& attributes,
                      const std::vector<std::string>& touched);

}  // namespace ironbus
