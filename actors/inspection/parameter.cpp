#include "actors/inspection/parameter.hpp"

#include "actors/inspection/network.hpp"
#include "actors/inspection/pattern.hpp"

namespace ironbus::inspection {

tl::unexpected<failure> must_be(const std::string& what, const json& value) {
  auto shown = value.is_structured() ? std::string{value.type_name()} : to_text(value);
  if (shown.size() > 80) shown = shown.substr(0, 77) + "...";
  return fail(error_code::invalid, "must be " + what + ", not " + shown);
}

checked is_anything(const json&) { return {}; }

checked is_text(const json& value) {
  if (value.is_string()) return {};
  return must_be("a string", value);
}

checked is_name(const json& value) {
  if (value.is_string() && !value.get_ref<const std::string&>().empty()) return {};
  return must_be("a string that is not empty", value);
}

checked is_scalar(const json& value) {
  if (!value.is_structured() && !value.is_null()) return {};
  return must_be("a string, a number or a boolean", value);
}

checked is_list(const json& value) {
  if (value.is_array()) return {};
  return must_be("a list", value);
}

checked is_object(const json& value) {
  if (value.is_object()) return {};
  return must_be("an object", value);
}

checked is_flag(const json& value) {
  if (value.is_boolean()) return {};
  return must_be("true or false", value);
}

checked is_regex(const json& value) {
  if (!value.is_string()) return must_be("a regular expression", value);
  if (auto compiled = pattern::compile(value.get_ref<const std::string&>()); !compiled)
    return fail(error_code::invalid, "does not compile: " + compiled.error().message);
  return {};
}

checked is_address(const json& value) {
  if (value.is_string() && parse_address(value.get_ref<const std::string&>())) return {};
  return must_be("an IP address", value);
}

checked is_network(const json& value) {
  if (value.is_string() && parse_network(value.get_ref<const std::string&>())) return {};
  return must_be("an IP network such as 192.0.2.0/24", value);
}

}  // namespace ironbus::inspection
