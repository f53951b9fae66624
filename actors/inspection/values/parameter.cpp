#include "actors/inspection/values/parameter.hpp"

#include "actors/inspection/values/network.hpp"

namespace ironbus::inspection {

namespace {

std::string excerpt_of(const json& value) {
  auto out = value.is_structured() ? std::string{value.type_name()} : to_text(value);
  return out.size() > 80 ? out.substr(0, 77) + "..." : out;
}

}  // namespace

tl::unexpected<failure> must_be(const std::string& what, const json& value) {
  return fail(error_code::invalid, "must be " + what + ", not " + excerpt_of(value));
}

tl::unexpected<failure> bad_path(const json& value, const failure& why) {
  return fail(error_code::invalid, "is " + excerpt_of(value) + ": " + why.message);
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

checked is_address(const json& value) {
  if (value.is_string() && parse_address(value.get_ref<const std::string&>())) return {};
  return must_be("an IP address", value);
}

checked is_network(const json& value) {
  if (value.is_string() && parse_network(value.get_ref<const std::string&>())) return {};
  return must_be("an IP network such as 192.0.2.0/24", value);
}

}  // namespace ironbus::inspection
