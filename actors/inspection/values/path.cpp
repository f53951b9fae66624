#include "actors/inspection/values/path.hpp"

#include "actors/inspection/values/compare.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace ironbus::inspection {

namespace {

constexpr size_t path_bytes_max = 1024;

path_steps split_at(std::string_view text, char mark) {
  path_steps out;
  for (size_t begin = 0;;) {
    const auto found = text.find(mark, begin);
    out.emplace_back(text.substr(begin, found == std::string_view::npos ? found : found - begin));
    if (found == std::string_view::npos) return out;
    begin = found + 1;
  }
}

/// RFC 6901, §4: `~1` first, then `~0`.
void unescape(std::string& step) {
  for (size_t offset = 0; (offset = step.find("~1", offset)) != std::string::npos;)
    step.replace(offset++, 2, "/");
  for (size_t offset = 0; (offset = step.find("~0", offset)) != std::string::npos;)
    step.replace(offset++, 2, "~");
}

std::string shown(std::span<const std::string> path) {
  std::string out;
  for (const auto& step : path) out += "/" + step.substr(0, 64);
  return out.substr(0, 256);
}

tl::unexpected<failure> no_object(std::span<const std::string> path) {
  return fail(error_code::invalid, "'" + shown(path) + "' is not an object.");
}

tl::unexpected<failure> no_item(std::span<const std::string> path, const json& list) {
  return fail(error_code::invalid, "'" + shown(path) + "' names no item of a list of " +
                                       std::to_string(list.size()) + ".");
}

/// RFC 6901, §4: no sign and no leading zeros.
std::optional<size_t> index_of(const std::string& step) {
  if (step.size() > 1 && step[0] == '0') return std::nullopt;
  size_t out = 0;
  const auto* end = step.data() + step.size();
  const auto read = std::from_chars(step.data(), end, out);
  if (step.empty() || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return out;
}

std::optional<size_t> index_for_new(const std::string& step, const json& list) {
  return step == "-" ? list.size() : index_of(step);
}

/// The value that a step leads to; null if there is none.
const json* child_at(const json& value, const std::string& step) {
  if (value.is_array()) {
    const auto index = index_of(step);
    return index && *index < value.size() ? &value[*index] : nullptr;
  }
  if (!value.is_object()) return nullptr;
  const auto next = value.find(step);
  return next == value.end() ? nullptr : &*next;
}

/// Whether a value can be put there. Checked first, so that a failure changes nothing. A null in
/// the document is a value, not a gap.
result<std::monostate> check_place(const json& root, std::span<const std::string> path) {
  const json* value = &root;
  for (size_t i = 0; i < path.size(); ++i) {
    if (i == 0 && value->is_null()) return {};
    if (!value->is_structured()) return no_object(path.first(i));
    const auto* next = child_at(*value, path[i]);
    const bool last = i + 1 == path.size();
    if (next == nullptr && value->is_array() &&
        !(last && index_for_new(path[i], *value) == value->size()))
      return no_item(path.first(i + 1), *value);
    if (next == nullptr) return {};
    value = next;
  }
  return {};
}

/// The place, created as far as it is missing; call check_place first.
json& make_place(json& root, std::span<const std::string> path) {
  json* value = &root;
  for (const auto& step : path) {
    if (!value->is_array()) {
      value = &(*value)[step];
      continue;
    }
    const auto index = *index_for_new(step, *value);
    if (index == value->size()) value->push_back(nullptr);
    value = &(*value)[index];
  }
  return *value;
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
  const json* value = &root;
  for (size_t i = 0; i < path.size() && value != nullptr; ++i) value = child_at(*value, path[i]);
  return value;
}

path_steps with_index(const json& root, path_steps path) {
  if (path.empty() || path.back() != "-") return path;
  const auto* parent = find_at(root, std::span{path}.first(path.size() - 1));
  if (parent != nullptr && parent->is_array()) path.back() = std::to_string(parent->size());
  return path;
}

result<std::monostate> set_at(json& root, std::span<const std::string> path, json value) {
  if (auto ok = check_place(root, path); !ok) return ok;
  make_place(root, path) = std::move(value);
  return {};
}

result<bool> extend_at(json& root, std::span<const std::string> path, const json& value,
                       bool unique) {
  if (const auto* there = find_at(root, path)) {
    if (!there->is_array())
      return fail(error_code::invalid, "'" + shown(path) + "' is not a list.");
    const auto is_same = [&](const json& x) { return equal({x, false}, {value, false}); };
    if (unique && std::any_of(there->begin(), there->end(), is_same)) return false;
  } else if (auto ok = check_place(root, path); !ok) {
    return tl::unexpected(ok.error());
  }
  make_place(root, path).push_back(value);
  return true;
}

result<bool> remove_at(json& root, std::span<const std::string> path) {
  const json* value = &root;
  for (size_t i = 0; i < path.size(); ++i) {
    if (!value->is_structured()) return no_object(path.first(i));
    if (value->is_array() && !index_of(path[i])) return no_item(path.first(i + 1), *value);
    value = child_at(*value, path[i]);
    if (value == nullptr) return false;
  }
  auto& holder = make_place(root, path.first(path.size() - 1));
  if (holder.is_array())
    holder.erase(*index_of(path.back()));
  else
    holder.erase(path.back());
  return true;
}

}  // namespace ironbus::inspection
