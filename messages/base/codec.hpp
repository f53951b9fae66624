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
