#pragma once

#include "messages/model/field.hpp"

#include <span>
#include <string_view>

namespace ironbus {

/// A class of payloads as consumers know it: its name, its version, and its fields under their API
/// names. Reference: notifications of the Bare Metal service, version 38.
struct payload_class {
  std::string_view name;
  std::string_view version;
  std::span<const std::string_view> fields;
};

/// A versioned object around the values of its fields.
json make_payload(const payload_class& type, json data);

/// A field's value in payload form: times to the second with a "Z", documents with masked secrets.
json payload_value(const field_spec& spec, json value);

/// The values of the fields of `type` that are in the table `fields`; the caller adds the others.
template <class T>
json payload_data(const payload_class& type, std::span<const field<T>> fields, const T& value) {
  auto out = json::object();
  for (const auto name : type.fields)
    if (const auto* row = find_field(fields, name))
      out.emplace(name, payload_value(row->spec, row->get(value)));
  return out;
}

/// The same for a record, whose fields are members of a document.
json payload_data(const payload_class& type, std::span<const field_spec> fields,
                  const json& attributes);

}  // namespace ironbus
