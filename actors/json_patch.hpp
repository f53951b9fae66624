#pragma once

#include "messages/model/field.hpp"
#include "messages/wire/commands.hpp"

#include <span>
#include <string>
#include <vector>

namespace ironbus {

/// Applies JSON patch operations (RFC 6902) to a resource as the API shows it. Only root fields
/// flagged in_patch may be touched; a removed root field gets its default; where a masked value
/// is written back as it was shown, at any depth, the value stays. Gives the names of the fields
/// that were touched, in order. Failures: `invalid` naming the path, also of a mask that stands for
/// no value beyond doubt; `not_acceptable` for a field the version does not know.
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
