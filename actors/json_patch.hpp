#pragma once

#include "messages/model/field.hpp"
#include "messages/wire/commands.hpp"

#include <span>
#include <string>
#include <vector>

namespace ironbus {

/// Applies JSON patch operations (RFC 6902) to a resource as the API shows it. Only root fields
/// flagged in_patch may change; a removed root field gets its default. A masked value that is
/// written back unchanged keeps the stored value, at any depth. Returns the names of the changed
/// fields in order. Failures: `invalid` with the path, also for a mask that matches no stored
/// value; `not_acceptable` for a field that the API version lacks.
result<std::vector<std::string>> apply_patch(json& document,
                                             std::span<const field_spec* const> fields,
                                             const std::vector<patch_operation>& patch,
                                             int api_version);

template <class T>
std::vector<const field_spec*> specs_of(std::span<const field<T>> fields) {
  std::vector<const field_spec*> out;
  for (const auto& row : fields) out.push_back(&row.spec);
  return out;
}

}  // namespace ironbus
