#pragma once

#include "messages/base/json.hpp"

// Defines to_json and from_json of a plain struct in a source file, by its member names. A member
// that a document lacks keeps its default, so that documents of an older release load.
// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define IRONBUS_CODEC(Type, ...)                                                            \
  void to_json(json& nlohmann_json_j, const Type& nlohmann_json_t) {                        \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))                \
  }                                                                                         \
  void from_json(const json& nlohmann_json_j, Type& nlohmann_json_t) {                      \
    const Type nlohmann_json_default_obj{};                                                 \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM_WITH_DEFAULT, __VA_ARGS__)) \
  }
// NOLINTEND(cppcoreguidelines-macro-usage)

namespace ironbus {

/// Reads a document that the store keeps; T::schema is the newest form that this release knows.
/// `internal` if the text is damaged or was written by a newer release.
template <class T>
result<T> decode_stored(std::string_view text, const std::string& what) {
  auto document = parse_own_json(text);
  if (!document) return tl::unexpected(std::move(document.error()));
  if (!document->is_object()) return fail(error_code::internal, "the " + what + " is no object");
  if (auto schema = document->find("schema"); schema != document->end()) {
    if (!schema->is_number_unsigned())
      return fail(error_code::internal, "the schema of the " + what + " is no number");
    if (schema->template get<uint64_t>() > T::schema)
      return fail(error_code::internal, "the " + what + " was written by a newer release");
  }
  return decode<T>(*document);
}

}  // namespace ironbus
