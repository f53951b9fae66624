#include "actors/inspection/values/value_template.hpp"

#include "actors/inspection/values/format_value.hpp"
#include "actors/inspection/values/textual.hpp"

#include <algorithm>
#include <cctype>

namespace ironbus::inspection {

namespace {

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Whether the text contains a brace followed by the name of a document, as in a placeholder.
bool means_document(std::string_view text) {
  for (size_t offset = 0; (offset = text.find('{', offset)) != std::string_view::npos;) {
    const auto rest = text.substr(++offset);
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_of_word);
    if (is_view_name(rest.substr(0, static_cast<size_t>(end - rest.begin())))) return true;
  }
  return false;
}

/// Counts characters from 1.
tl::unexpected<failure> malformed(const std::string& text, const format_fault& format_fault) {
  constexpr size_t shown_max = 60;
  return fail(error_code::invalid, "has a malformed placeholder at character " +
                                       std::to_string(format_fault.begin + 1) + ", " +
                                       to_text(text.substr(format_fault.begin, shown_max)) + ": " +
                                       std::string{format_fault.why} + " at character " +
                                       std::to_string(format_fault.position + 1) +
                                       "; write literal braces as {{ and }}");
}

/// The text of one placeholder among other text.
std::optional<std::string> write(const placeholder& found, const json& value) {
  if (found.conversion == 0) return format_value(value, found.form);
  return format_value(convert(value, found.conversion), found.form);
}

}  // namespace

result<value_template> value_template::compile(const json& source) {
  auto out = verbatim(source);
  const auto ok = source.is_string()   ? out.take_text()
                  : source.is_array()  ? out.take_list()
                  : source.is_object() ? out.take_object()
                                       : result<std::monostate>{};
  if (!ok) return tl::unexpected(ok.error());
  return out;
}

result<std::monostate> value_template::take_text() {
  const auto& source = source_.get_ref<const std::string&>();
  auto read = parse_format(source);
  if (!read && means_document(source)) return malformed(source, read.error());
  if (!read) return {};
  for (const auto& part : read->parts)
    if (const auto* found = std::get_if<placeholder>(&part))
      (is_view_name(found->path[0]) ? names_documents_ : names_others_) = true;
  literal_ = !names_documents_ && !names_others_;
  if (literal_)
    source_ = read->parts.empty() ? "" : std::get<std::string>(read->parts[0]);
  else
    form_ = std::move(*read);
  return {};
}

void value_template::take_part(const value_template& value_template) {
  literal_ = literal_ && value_template.literal_;
  names_documents_ = names_documents_ || value_template.names_documents_;
  names_others_ = names_others_ || value_template.names_others_;
}

result<std::monostate> value_template::take_list() {
  list items;
  for (const auto& x : source_) {
    auto item = compile(x);
    if (!item) return tl::unexpected(item.error());
    take_part(*item);
    items.push_back(std::move(*item));
  }
  form_ = std::move(items);
  return {};
}

result<std::monostate> value_template::take_object() {
  object members;
  for (const auto& [name, x] : source_.items()) {
    auto key = compile(name);
    if (!key) return tl::unexpected(key.error());
    auto value = compile(x);
    if (!value) return tl::unexpected(value.error());
    take_part(*key);
    take_part(*value);
    members.emplace_back(std::move(*key), std::move(*value));
  }
  form_ = std::move(members);
  return {};
}

value_template value_template::verbatim(json source) {
  value_template out;
  out.source_ = std::move(source);
  return out;
}

bool value_template::mentions(std::string_view name) const {
  const auto by_part = [&](const auto& part) {
    const auto* found = std::get_if<placeholder>(&part);
    return found != nullptr && found->path[0] == name;
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

rendered value_template::render_text(const text& parts, const render_context& context) const {
  const auto unresolved = [&](bool missing) {
    context.unresolved.push_back(source_.get<std::string>());
    return rendered{source_, false, missing, {}};
  };
  if (const auto* only = parts.single()) {
    auto value = context.sees.find(only->path);
    if (!value) return unresolved(true);
    context.left.render(weight_of(*value));
    return {std::move(*value), true, false, {}};
  }
  std::string out;
  for (const auto& part : parts.parts) {
    if (const auto* plain = std::get_if<std::string>(&part)) {
      out += *plain;
      continue;
    }
    const auto& found = std::get<placeholder>(part);
    const auto value = context.sees.find(found.path);
    if (!value) return unresolved(true);
    const auto written = write(found, *value);
    if (!written) return unresolved(false);
    context.left.render(written->size());
    if (context.left.spent()) return {};
    out += *written;
  }
  return {std::move(out), false, false, {}};
}

rendered value_template::render(const render_context& context) const {
  if (const auto* parts = std::get_if<text>(&form_)) return render_text(*parts, context);
  if (const auto* items = std::get_if<list>(&form_)) {
    rendered out{json::array(), false, false, {}};
    for (const auto& item : *items) {
      auto one = item.render(context);
      out.value.push_back(std::move(one.value));
      out.items_from_data.push_back(one.from_data);
    }
    return out;
  }
  if (const auto* members = std::get_if<object>(&form_)) {
    rendered out{json::object(), false, false, {}};
    for (const auto& [key, value] : *members)
      out.value[textual(key.render(context).value)] = value.render(context).value;
    return out;
  }
  return {source_, false, false, {}};
}

}  // namespace ironbus::inspection
