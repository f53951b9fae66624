#include "actors/inspection/value_template.hpp"

#include "actors/inspection/format_value.hpp"
#include "actors/inspection/textual.hpp"

#include <algorithm>

namespace ironbus::inspection {

namespace {

bool has_placeholder(const format_text& x) {
  return std::any_of(x.parts.begin(), x.parts.end(),
                     [](const auto& part) { return std::holds_alternative<placeholder>(part); });
}

bool sees_documents(const format_text& x) {
  return std::any_of(x.parts.begin(), x.parts.end(), [](const auto& part) {
    const auto* at = std::get_if<placeholder>(&part);
    return at != nullptr && is_view_name(at->path[0]);
  });
}

/// The value of one placeholder among other text, as text.
std::optional<std::string> write(const placeholder& at, const json& value) {
  if (at.conversion == 0) return format_value(value, at.form);
  return format_value(convert(value, at.conversion), at.form);
}

}  // namespace

value_template::value_template(const json& source) : source_(source) {
  if (source.is_string()) {
    auto parts = parse_format(source.get_ref<const std::string&>());
    if (!parts) return;
    literal_ = !sees_documents(*parts);
    if (!has_placeholder(*parts))
      source_ = parts->parts.empty() ? "" : std::get<std::string>(parts->parts[0]);
    else
      form_ = std::move(*parts);
  } else if (source.is_array()) {
    list items(source.begin(), source.end());
    literal_ = std::all_of(items.begin(), items.end(), [](const auto& x) { return x.literal_; });
    form_ = std::move(items);
  } else if (source.is_object()) {
    object members;
    for (const auto& [key, value] : source.items()) {
      members.emplace_back(value_template{key}, value_template{value});
      literal_ = literal_ && members.back().first.literal_ && members.back().second.literal_;
    }
    form_ = std::move(members);
  }
}

value_template value_template::verbatim(json source) {
  value_template out;
  out.source_ = std::move(source);
  return out;
}

bool value_template::mentions(std::string_view name) const {
  const auto by_part = [&](const auto& part) {
    const auto* at = std::get_if<placeholder>(&part);
    return at != nullptr && at->path[0] == name;
  };
  if (const auto* parts = std::get_if<text>(&form_))
    return std::any_of(parts->parts.begin(), parts->parts.end(), by_part);
  if (const auto* items = std::get_if<list>(&form_))
    return std::any_of(items->begin(), items->end(),
                       [&](const auto& item) { return item.mentions(name); });
  if (const auto* members = std::get_if<object>(&form_))
    return std::any_of(members->begin(), members->end(), [&](const auto& member) {
      return member.first.mentions(name) || member.second.mentions(name);
    });
  return false;
}

rendered value_template::render_text(const text& parts, const render_context& x) const {
  const auto unresolved = [&](bool missing) {
    x.unresolved.push_back(source_.get<std::string>());
    return rendered{source_, false, missing, {}};
  };
  if (const auto* only = parts.single()) {
    auto value = x.sees.find(only->path);
    if (!value) return unresolved(true);
    x.left.render(weight_of(*value));
    return {std::move(*value), true, false, {}};
  }
  std::string out;
  for (const auto& part : parts.parts) {
    if (const auto* plain = std::get_if<std::string>(&part)) {
      out += *plain;
      continue;
    }
    const auto& at = std::get<placeholder>(part);
    const auto value = x.sees.find(at.path);
    if (!value) return unresolved(true);
    const auto written = write(at, *value);
    if (!written) return unresolved(false);
    x.left.render(written->size());
    if (x.left.spent()) return {};
    out += *written;
  }
  return {std::move(out), false, false, {}};
}

rendered value_template::render(const render_context& x) const {
  if (const auto* parts = std::get_if<text>(&form_)) return render_text(*parts, x);
  if (const auto* items = std::get_if<list>(&form_)) {
    rendered out{json::array(), false, false, {}};
    for (const auto& item : *items) {
      auto one = item.render(x);
      out.value.push_back(std::move(one.value));
      out.items_from_data.push_back(one.from_data);
    }
    return out;
  }
  if (const auto* members = std::get_if<object>(&form_)) {
    rendered out{json::object(), false, false, {}};
    for (const auto& [key, value] : *members)
      out.value[textual(key.render(x).value)] = value.render(x).value;
    return out;
  }
  return {source_, false, false, {}};
}

}  // namespace ironbus::inspection
