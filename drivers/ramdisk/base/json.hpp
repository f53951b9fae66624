#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus::ramdisk {

/// Parses a document; nothing if it is invalid or nested too deeply.
std::optional<nlohmann::json> parse_json(std::string_view text);
/// As text; invalid UTF-8 is replaced.
std::string text_of(const nlohmann::json& document);

/// Members of an object, or the default if the member is missing or has another type.
std::string text_member(const nlohmann::json& object, const char* name, std::string otherwise = {});
bool bool_member(const nlohmann::json& object, const char* name, bool otherwise);
/// Also accepts numbers as text, "10", because the service stores what users wrote.
std::int64_t int_member(const nlohmann::json& object, const char* name, std::int64_t otherwise);
/// An object member; otherwise an empty object.
const nlohmann::json& object_member(const nlohmann::json& object, const char* name);

}  // namespace ironbus::ramdisk
