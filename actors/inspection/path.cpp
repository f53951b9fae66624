#include "actors/inspection/path.hpp"

#include "actors/inspection/compare.hpp"

#include <algorithm>

namespace ironbus::inspection {

namespace {

constexpr size_t path_bytes_max = 1024;

path_steps split_at(std::string_view text, char mark) {
  path_steps out;
  for (size_t from = 0;;) {
    const auto to = text.find(mark, from);
    out.emplace_back(text.substr(from, to == std::string_view::npos ? to : to - from));
    if (to == std::string_view::npos) return out;
    from = to + 1;
  }
}

/// RFC 6901, §4: `~1` first, then `~0`.
void unescape(std::string& step) {
  for (size_t at = 0; (at = step.find("~1", at)) != std::string::npos;) step.replace(at++, 2, "/");
  for (size_t at = 0; (at = step.find("~0", at)) != std::string::npos;) step.replace(at++, 2, "~");
}

std::string shown(std::span<const std::string> path) {
  std::string out;
  for (const auto& step : path) out += "/" + step.substr(0, 64);
  return out.substr(0, 256);
}

tl::unexpected<failure> no_object(std::span<const std::string> path) {
  return fail(error_code::invalid, "'" + shown(path) + "' is not an object.");
}

/// The value the last step stands in, created as far as it is missing; null if it is no object.
/// Nothing is created unless all that is there are objects.
json* make_parent(json& root, std::span<const std::string> path) {
  json* at = &root;
  for (const auto& step : path.first(path.size() - 1)) {
    if (at->is_null()) *at = json::object();
    if (!at->is_object()) return nullptr;
    const auto next = at->find(step);
    at = next == at->end() ? &(*at)[step] : &*next;
  }
  if (at->is_null()) *at = json::object();
  return at->is_object() ? at : nullptr;
}

/// Whether `make_parent` would succeed, asked first so that a failure changes nothing. A null in
/// the document is a value, not a gap.
bool parent_is_object(const json& root, std::span<const std::string> path) {
  const json* at = &root;
  for (size_t i = 0;; ++i) {
    if (!at->is_object()) return i == 0 && at->is_null();
    if (i + 1 == path.size()) return true;
    const auto next = at->find(path[i]);
    if (next == at->end()) return true;
    at = &*next;
  }
}

}  // namespace

path_steps split_path(std::string_view text) {
  if (text.find('/') == std::string_view::npos) return split_data_path(text);
  if (text.starts_with('/')) text.remove_prefix(1);
  if (text.ends_with('/')) text.remove_suffix(1);
  auto out = split_at(text, '/');
  std::for_each(out.begin(), out.end(), unescape);
  return out;
}

path_steps split_data_path(std::string_view text) { return split_at(text, '.'); }

result<std::monostate> check_steps_of(const path_steps& path) {
  if (path.empty() || path[0].empty())
    return fail(error_code::invalid, "the path must not be empty");
  if (path.size() > depth_max)
    return fail(error_code::invalid,
                "the path must have at most " + std::to_string(depth_max) + " steps");
  size_t bytes = 0;
  for (const auto& step : path) {
    bytes += step.size() + 1;
    if (std::any_of(step.begin(), step.end(),
                    [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
      return fail(error_code::invalid, "the path must not hold control characters");
  }
  if (bytes > path_bytes_max)
    return fail(error_code::invalid,
                "the path must have at most " + std::to_string(path_bytes_max) + " bytes");
  return {};
}

const json* find_at(const json& root, std::span<const std::string> path) {
  const json* at = &root;
  for (const auto& step : path) {
    if (!at->is_object()) return nullptr;
    const auto next = at->find(step);
    if (next == at->end()) return nullptr;
    at = &*next;
  }
  return at;
}

result<std::monostate> set_at(json& root, std::span<const std::string> path, json value) {
  if (!parent_is_object(root, path)) return no_object(path.first(path.size() - 1));
  (*make_parent(root, path))[path.back()] = std::move(value);
  return {};
}

result<bool> extend_at(json& root, std::span<const std::string> path, const json& value,
                       bool unique) {
  if (const auto* there = find_at(root, path)) {
    if (!there->is_array())
      return fail(error_code::invalid, "'" + shown(path) + "' is not a list.");
    const auto is_same = [&](const json& x) { return equal({x, false}, {value, false}); };
    if (unique && std::any_of(there->begin(), there->end(), is_same)) return false;
  } else if (!parent_is_object(root, path)) {
    return no_object(path.first(path.size() - 1));
  }
  (*make_parent(root, path))[path.back()].push_back(value);
  return true;
}

result<bool> remove_at(json& root, std::span<const std::string> path) {
  const auto parent = path.first(path.size() - 1);
  json* at = &root;
  for (size_t i = 0; i < parent.size(); ++i) {
    if (!at->is_object()) return no_object(path.first(i));
    const auto next = at->find(parent[i]);
    if (next == at->end()) return false;
    at = &*next;
  }
  if (!at->is_object()) return no_object(parent);
  return at->erase(path.back()) > 0;
}

}  // namespace ironbus::inspection
