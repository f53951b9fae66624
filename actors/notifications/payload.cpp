#include "actors/notifications/payload.hpp"

#include "messages/base/secrets.hpp"

namespace ironbus {

namespace {

/// "2026-11-21T10:12:10" of the API's time.
constexpr size_t length_to_seconds = 19;

}  // namespace

json make_payload(const payload_class& type, json data) {
  return {{"ironic_object.name", type.name},
          {"ironic_object.namespace", "ironic"},
          {"ironic_object.version", type.version},
          {"ironic_object.data", std::move(data)}};
}

json payload_value(const field_spec& spec, json value) {
  if (spec.type == field_type::time && value.is_string())
    return value.get_ref<const std::string&>().substr(0, length_to_seconds) + "Z";
  return spec.is_document() ? mask_secrets(std::move(value)) : value;
}

json payload_data(const payload_class& type, std::span<const field_spec> fields,
                  const json& attributes) {
  auto out = json::object();
  for (const auto name : type.fields)
    for (const auto& spec : fields)
      if (spec.name == name)
        out.emplace(name, payload_value(spec, attributes.value(std::string{name}, json{})));
  return out;
}

}  // namespace ironbus
