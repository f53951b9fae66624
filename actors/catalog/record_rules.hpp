#pragma once

#include "messages/model/record.hpp"

namespace ironbus {

/// What the declarations of a type's fields cannot say: names, steps, fields that exclude each
/// other. `attributes` are the whole record; `invalid` names the field.
result<std::monostate> check_record(const record_type& type, const json& attributes,
                                    int api_version);

/// Whether a record may become another: what its fields alone cannot say. `invalid` if not.
result<std::monostate> check_record_change(const record_type& type, const json& before,
                                           const json& after);

/// Brings fields that follow from others in line after a change.
void normalize_record(const record_type& type, json& attributes,
                      const std::vector<std::string>& touched);

}  // namespace ironbus
