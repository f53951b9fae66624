#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::ramdisk {

/// A document, or nothing where the text is none or is nested deeper than anything we are sent.
std::optional<nlohmann::json> parse_json(std::string_view text);
/// As text; bytes that are no UTF-8 are replaced.
std::string text_of(const nlohmann::json& document);

/// Members of an object, or the value given where there is none of that type.
std::string text_member(const nlohmann::json& object, const char* name, std::string otherwise = {});
bool bool_member(const nlohmann::json& object, const char* name, bool otherwise);
/// Numbers also as text, as "10": the service stores what its users wrote.
std::int64_t int_member(const nlohmann::json& object, const char* name, std::int64_t otherwise);
/// A member that is an object; an empty one otherwise.
const nlohmann::json& object_member(const nlohmann::json& object, const char* name);

}  // namespace ironbus::ramdisk
