#include "actors/inspection/rules/rule.hpp"
#include "messages/base/uuid.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ironbus::inspection {

namespace {

constexpr size_t text_length_max = 255;
constexpr size_t parts_max = 1000;
constexpr int user_priority_max = 9999;

tl::unexpected<failure> bad_field(std::string_view name, const std::string& rule) {
  return fail(error_code::invalid, "Invalid value for '" + std::string{name} + "': " + rule + ".");
}

result<json> read_rule_uuid(std::string_view name, const json& x, rule_origin) {
  if (x.is_string() && is_uuid(x.get_ref<const std::string&>())) return x;
  return bad_field(name, "it must be a UUID");
}

result<json> read_short_text(std::string_view name, const json& x, rule_origin) {
  if (x.is_string() && x.get_ref<const std::string&>().size() <= text_length_max) return x;
  return bad_field(name, "it must be a string of at most 255 characters, or null");
}

std::optional<int64_t> integer_in(const json& value) {
  if (value.is_number_unsigned() && value.get<uint64_t>() > INT32_MAX) return std::nullopt;
  if (value.is_number_integer()) return value.get<int64_t>();
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  int32_t out = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  if (text.empty() || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return out;
}

result<json> read_priority(std::string_view name, const json& document, rule_origin origin) {
  const auto value = integer_in(document);
  if (!value || *value < INT32_MIN) return bad_field(name, "it must be an integer");
  if (origin == rule_origin::user && (*value < 0 || *value > user_priority_max))
    return bad_field(name, "it must be from 0 to 9999; others are for built-in rules");
  return json(*value);
}

result<json> read_phase(std::string_view name, const json& x, rule_origin) {
  if (x.is_string() && phase_from(x.get_ref<const std::string&>())) return x;
  return bad_field(name, "it must be early, preprocess or main");
}

result<json> read_sensitive(std::string_view name, const json& value, rule_origin) {
  if (value.is_boolean()) return value;
  if (value == "True" || value == "true") return json(true);
  if (value == "False" || value == "false") return json(false);
  return bad_field(name, "it must be true or false");
}

result<json> read_parts(std::string_view name, const json& x, rule_origin) {
  if (x.is_array() && x.size() <= parts_max) return x;
  return bad_field(name, "it must be a list of at most " + std::to_string(parts_max) + " items");
}

result<json> read_actions(std::string_view name, const json& x, rule_origin origin) {
  if (x.is_array() && x.empty()) return bad_field(name, "it must hold at least one action");
  return read_parts(name, x, origin);
}

struct field_row {
  std::string_view name;
  result<json> (*read)(std::string_view name, const json& x, rule_origin origin);
  std::string_view fallback;  ///< JSON; empty: the field is required.
  bool null_is_absent = true;
};

constexpr std::array rule_fields{
    field_row{"uuid", read_rule_uuid, "null"},
    field_row{"description", read_short_text, "null"},
    field_row{"priority", read_priority, "0", false},
    field_row{"phase", read_phase, "\"main\""},
    field_row{"scope", read_short_text, "null"},
    field_row{"sensitive", read_sensitive, "false"},
    field_row{"conditions", read_parts, "[]"},
    field_row{"actions", read_actions, "", false},
};

result<json> read_fields(const json& source, rule_origin origin) {
  if (!source.is_object())
    return fail(error_code::invalid, "An inspection rule must be an object.");
  json out = json::object();
  for (const auto& row : rule_fields) {
    const auto found = source.find(row.name);
    if (found == source.end() && row.fallback.empty()) return bad_field(row.name, "it is required");
    const bool absent = found == source.end() || (found->is_null() && row.null_is_absent);
    auto value =
        absent ? result<json>{json::parse(row.fallback)} : row.read(row.name, *found, origin);
    if (!value) return value;
    out[std::string{row.name}] = std::move(*value);
  }
  for (const auto& [key, value] : source.items())
    if (!out.contains(key))
      return fail(error_code::invalid,
                  "An inspection rule has no field '" + key.substr(0, 64) + "' that can be set.");
  return out;
}

tl::unexpected<failure> at_part(std::string_view list, size_t i, const failure& why) {
  return fail(why.code, std::string{list} + "/" + std::to_string(i) + ": " + why.message + ".");
}

std::string text_or_empty(const json& x) { return x.is_string() ? x.get<std::string>() : ""; }

/// Before the lookup there is no node to change or to read.
checked fits_phase(rule_phase phase, const operation& what, bool early) {
  if (phase != rule_phase::early) return {};
  if (!early)
    return fail(error_code::invalid, "'" + std::string{what.form().name} +
                                         "' needs a node; there is none in the early phase");
  if (what.mentions("node"))
    return fail(error_code::invalid, "it names 'node'; there is none in the early phase");
  return {};
}

result<std::monostate> compile_parts(rule& out, const json& fields) {
  for (size_t i = 0; i < fields["conditions"].size(); ++i) {
    auto part = compile_condition(fields["conditions"][i]);
    if (!part) return at_part("conditions", i, part.error());
    if (auto ok = fits_phase(out.phase, part->what, true); !ok)
      return at_part("conditions", i, ok.error());
    out.conditions.push_back(std::move(*part));
  }
  for (size_t i = 0; i < fields["actions"].size(); ++i) {
    auto part = compile_action(fields["actions"][i]);
    if (!part) return at_part("actions", i, part.error());
    if (auto ok = fits_phase(out.phase, part->what, part->info->early); !ok)
      return at_part("actions", i, ok.error());
    out.actions.push_back(std::move(*part));
  }
  return {};
}

result<rule_ptr> compile_fields(const json& fields, rule_origin origin) {
  auto out = std::make_shared<rule>();
  out->uuid = text_or_empty(fields["uuid"]);
  out->description = text_or_empty(fields["description"]);
  out->priority = fields["priority"].get<int>();
  out->phase = *phase_from(fields["phase"].get<std::string>());
  out->scope = text_or_empty(fields["scope"]);
  out->sensitive = fields["sensitive"].get<bool>();
  out->built_in = origin == rule_origin::built_in;
  out->source = to_text(fields);
  if (auto ok = compile_parts(*out, fields); !ok) return tl::unexpected(ok.error());
  return rule_ptr{std::move(out)};
}

}  // namespace

result<json> check_rule(const json& source, rule_origin origin) {
  auto fields = read_fields(source, origin);
  if (!fields) return fields;
  if (auto compiled = compile_fields(*fields, origin); !compiled)
    return tl::unexpected(compiled.error());
  return fields;
}

result<rule_ptr> compile_rule(const json& source, rule_origin origin) {
  auto fields = read_fields(source, origin);
  if (!fields) return tl::unexpected(fields.error());
  return compile_fields(*fields, origin);
}

}  // namespace ironbus::inspection
