#pragma once

#include "messages/base/json.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus::inspection {

using path_steps = std::vector<std::string>;

/// How many steps a path may have, and how deep a document may become.
inline constexpr size_t depth_max = 40;

/// The steps of `/a/b`, `a/b` or `a.b`. A path with a slash is a JSON pointer (`~1` is a slash,
/// `~0` a tilde, dots are plain characters) whose first and last slash may be missing.
path_steps split_path(std::string_view text);

/// The steps of a path in plugin data: only dots part them.
path_steps split_data_path(std::string_view text);

/// `invalid` if the path is empty, deeper than depth_max, longer than 1024 bytes or holds control
/// characters.
result<std::monostate> check_steps_of(const path_steps& path);

// In a list a step is an index (0, 1, …), and a last step `-` is the place behind its end, as in
// JSON Patch (RFC 6902, with the indexes of RFC 6901).

/// Where a value stands in a document; null if there is none.
const json* find_at(const json& root, std::span<const std::string> path);

/// The path with the index that a last `-` in a list stands for.
path_steps with_index(const json& root, path_steps path);

/// Sets a value, in a list that of an item or of a new last one; objects on the way are created,
/// and an empty document becomes an object. `invalid`, and nothing is changed, if something on the
/// way is neither object nor list, or a list has no such item.
result<std::monostate> set_at(json& root, std::span<const std::string> path, json value);

/// Appends to a list, which is created if missing; with `unique` not what it already holds. Gives
/// whether the list grew. `invalid` if the place holds no list.
result<bool> extend_at(json& root, std::span<const std::string> path, const json& value,
                       bool unique);

/// Removes a key or an item of a list; gives false if it is not there. `invalid` if something on
/// the way is neither missing nor object nor list, or a list is given no index.
result<bool> remove_at(json& root, std::span<const std::string> path);

}  // namespace ironbus::inspection
