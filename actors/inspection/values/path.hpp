#pragma once

#include "messages/base/json.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus::inspection {

using path_steps = std::vector<std::string>;

/// Maximum number of steps of a path, and maximum depth of a document.
inline constexpr size_t depth_max = 40;

/// The steps of `/a/b`, `a/b` or `a.b`. A path with a slash is a JSON pointer (`~1` is a slash,
/// `~0` a tilde, dots are plain characters); its first and last slash are optional.
path_steps split_path(std::string_view text);

/// The steps of a path in plugin data, separated by dots only.
path_steps split_data_path(std::string_view text);

/// `invalid` if the path is empty, deeper than depth_max, longer than 1024 bytes or contains
/// control characters.
result<std::monostate> check_steps_of(const path_steps& path);

// In a list a step is an index (0, 1, …), and a last step `-` is the position after the end, as in
// JSON Patch (RFC 6902, with the indexes of RFC 6901).

/// The value at a path in a document; null if there is none.
const json* find_at(const json& root, std::span<const std::string> path);

/// The path with the index for a last `-` in a list.
path_steps with_index(const json& root, path_steps path);

/// Sets a value, in a list that of an item or of a new last one. Creates missing objects on the
/// way; an empty document becomes an object. `invalid` without a change if a value on the way is
/// neither object nor list, or a list has no such item.
result<std::monostate> set_at(json& root, std::span<const std::string> path, json value);

/// Appends to a list, which is created if missing; with `unique` only if the list lacks the value.
/// Returns whether the list grew. `invalid` if the value at the path is not a list.
result<bool> extend_at(json& root, std::span<const std::string> path, const json& value,
                       bool unique);

/// Removes a key or a list item; returns false if it does not exist. `invalid` if a value on the
/// way is neither object nor list, or a list step is not an index.
result<bool> remove_at(json& root, std::span<const std::string> path);

}  // namespace ironbus::inspection
