#include "messages/wire/snapshot_changes.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace ironbus {

namespace {

/// Values nested deeper are replaced as a whole.
constexpr size_t compared_depth_max = 32;

/// A list that lost at most this many first items is described by removals.
constexpr size_t lost_items_max = 4;

constexpr size_t string_bytes_max = size_t{64} << 10;

/// A member of an object with its key as written, or an item of a list.
struct slice {
  std::string_view key;
  std::string_view value;

  bool operator<(const slice& x) const { return key < x.key; }
};

using slices = std::vector<slice>;

/// The offset after the string that starts there.
size_t end_of_string(std::string_view text, size_t offset) {
  for (offset = text.find('"', offset + 1); offset < text.size();
       offset = text.find('"', offset + 1)) {
    size_t escapes = 0;
    while (text[offset - 1 - escapes] == '\\') ++escapes;
    if (escapes % 2 == 0) return offset + 1;
  }
  return text.size();
}

/// The offset of the comma or bracket after the value that starts there.
size_t end_of_value(std::string_view text, size_t offset) {
  for (size_t depth = 0; offset < text.size(); ++offset) {
    const char c = text[offset];
    if (c == '"') {
      offset = end_of_string(text, offset) - 1;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
      return offset;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return offset;
}

/// The parts of an object or a list; unset if it is not in our form.
std::optional<slices> parts_of(std::string_view text) {
  slices out;
  const bool named = text.front() == '{';
  for (size_t offset = 1; offset + 1 < text.size(); ++offset) {
    slice part;
    if (named) {
      if (text[offset] != '"') return std::nullopt;
      const auto end = end_of_string(text, offset);
      if (end >= text.size() || text[end] != ':') return std::nullopt;
      part.key = text.substr(offset + 1, end - offset - 2);
      offset = end + 1;
    }
    const auto end = end_of_value(text, offset);
    part.value = text.substr(offset, end - offset);
    out.push_back(part);
    offset = end;
  }
  if (named && !std::is_sorted(out.begin(), out.end())) std::sort(out.begin(), out.end());
  return out;
}

class patch_writer {
public:
  void compare(std::string_view before, std::string_view after, size_t depth = 0) {
    if (before == after) return;
    const auto begin = out_.size();
    if (depth == compared_depth_max || !compare_parts(before, after, depth)) {
      write("replace", after);
    } else if (out_.size() - begin > after.size() + path_.size() + 32) {
      out_.resize(begin);  // the whole value is shorter than its changes
      write("replace", after);
    }
  }

  std::string text() && {
    if (out_.empty()) return "[]";
    out_.front() = '[';
    return std::move(out_) + ']';
  }

private:
  /// False: the values have no parts, or different kinds of parts.
  bool compare_parts(std::string_view before, std::string_view after, size_t depth) {
    if (before.empty() || after.empty() || before.front() != after.front()) return false;
    if (after.front() != '{' && after.front() != '[') return false;
    const auto old = parts_of(before);
    const auto now = parts_of(after);
    if (!old || !now) return false;
    if (after.front() == '{')
      compare_members(*old, *now, depth);
    else
      compare_items(*old, *now, depth);
    return true;
  }

  void compare_members(const slices& old, const slices& now, size_t depth) {
    auto was = old.begin();
    for (const auto& member : now) {
      for (; was != old.end() && *was < member; ++was) inside(was->key, [&] { write("remove"); });
      if (was != old.end() && was->key == member.key)
        inside(member.key, [&] { compare(was++->value, member.value, depth + 1); });
      else
        inside(member.key, [&] { write("add", member.value); });
    }
    for (; was != old.end(); ++was) inside(was->key, [&] { write("remove"); });
  }

  void compare_items(const slices& old, const slices& now, size_t depth) {
    const auto lost = lost_items(old, now);
    for (size_t i = 0; i < lost; ++i) inside("0", [&] { write("remove"); });
    const auto left = old.size() - lost;
    for (size_t i = 0; i < std::min(left, now.size()); ++i)
      inside(std::to_string(i), [&] { compare(old[lost + i].value, now[i].value, depth + 1); });
    for (size_t i = left; i > now.size(); --i)
      inside(std::to_string(i - 1), [&] { write("remove"); });
    for (size_t i = left; i < now.size(); ++i) inside("-", [&] { write("add", now[i].value); });
  }

  /// How many first items were removed, if the rest is still there.
  static size_t lost_items(const slices& old, const slices& now) {
    if (now.empty()) return 0;
    for (size_t lost = 0; lost < std::min(old.size(), lost_items_max + 1); ++lost)
      if (old[lost].value == now.front().value) return lost;
    return 0;
  }

  template <class Work>
  void inside(std::string_view key, const Work& work) {
    const auto before = path_.size();
    path_ += '/';
    for (const char c : key) {
      if (c == '~')
        path_ += "~0";
      else if (c == '/')
        path_ += "~1";
      else
        path_ += c;
    }
    work();
    path_.resize(before);
  }

  void write(std::string_view op, std::string_view value = {}) {
    out_.append(R"(,{"op":")").append(op).append(R"(","path":")").append(path_).append("\"");
    if (!value.empty()) out_.append(R"(,"value":)");
    if (value.size() <= string_bytes_max)
      out_.append(value);
    else
      out_.append(without_long_strings(value));
    out_ += '}';
  }

  std::string path_;  ///< As it is written in a text.
  std::string out_;   ///< With a comma instead of the bracket.
};

void shorten_strings(json& document) {
  if (document.is_structured()) {
    for (auto& part : document) shorten_strings(part);
  } else if (document.is_string() &&
             document.get_ref<const std::string&>().size() > string_bytes_max) {
    document =
        "(left out: " + std::to_string(document.get_ref<const std::string&>().size()) + " bytes)";
  }
}

constexpr std::array<std::string_view, 3> known_operations{"add", "remove", "replace"};
/// Deeper than a document of the file can be nested.
constexpr std::ptrdiff_t depth_max = 60;

bool is_usable(const json& change) {
  const auto operation = member_text(change, "op");
  const auto path = member_text(change, "path");
  return std::find(known_operations.begin(), known_operations.end(), operation) !=
             known_operations.end() &&
         std::count(path.begin(), path.end(), '/') <= depth_max;
}

/// The library assumes that the parent is an object or a list.
bool has_place(const json& document, const json::json_pointer& place) {
  if (place.empty()) return true;
  const auto above = place.parent_pointer();
  return document.contains(above) && document.at(above).is_structured();
}

}  // namespace

std::string changes_between(std::string_view before, std::string_view after) {
  patch_writer out;
  out.compare(before, after);
  return std::move(out).text();
}

result<json> apply_changes(json document, const json& changes) {
  if (!changes.is_array() || !std::all_of(changes.begin(), changes.end(), is_usable))
    return fail(error_code::invalid, "its changes are not a JSON patch of the decision log");
  try {
    for (const auto& change : changes) {
      if (!has_place(document, json::json_pointer{member_text(change, "path")}))
        return fail(error_code::invalid, "its changes cannot be applied: the path does not exist");
      document.patch_inplace(json::array({change}));
    }
    return document;
  } catch (const json::exception& e) {
    return fail(error_code::invalid, std::string{"its changes cannot be applied: "} + e.what());
  }
}

std::string without_long_strings(std::string_view text) {
  if (text.size() <= string_bytes_max) return std::string{text};
  auto document = json::parse(text);
  shorten_strings(document);
  return to_text(document);
}

}  // namespace ironbus
