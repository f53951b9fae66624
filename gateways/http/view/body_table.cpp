#include "gateways/http/view/body_table.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/api/version.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/field.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

using judgement = result<std::monostate>;

bool fits_any(const json&) { return true; }
bool fits_text(const json& x) { return x.is_string(); }
bool fits_uuid(const json& x) { return x.is_string() && is_uuid(x.get_ref<const std::string&>()); }
bool fits_mac(const json& x) {
  return x.is_string() && normalize_mac(x.get_ref<const std::string&>()).has_value();
}
bool fits_url(const json& x) {
  return x.is_string() && x.get_ref<const std::string&>().find("://") != std::string::npos;
}
bool fits_boolean(const json& x) { return x.is_boolean(); }
bool fits_count(const json& x) {
  return x.is_number_integer() && x.get<int64_t>() > 0 && x.get<int64_t>() <= body_count_max;
}
bool fits_object(const json& x) { return x.is_object(); }
bool fits_text_or_object(const json& x) { return x.is_string() || x.is_object(); }
bool fits_document(const json& x) { return x.is_string() || x.is_structured(); }
bool fits_list(const json& x) { return x.is_array(); }

struct type_row {
  body_type type;
  bool (*fits)(const json& value);
  std::string_view words;
};

constexpr std::array types{
    type_row{body_type::any, fits_any, "anything"},
    type_row{body_type::text, fits_text, "a string"},
    type_row{body_type::uuid, fits_uuid, "a UUID"},
    type_row{body_type::mac, fits_mac, "a MAC address"},
    type_row{body_type::url, fits_url, "a URL"},
    type_row{body_type::boolean, fits_boolean, "a boolean"},
    type_row{body_type::boolean_word, fits_boolean, "a boolean"},
    type_row{body_type::count, fits_count, "a whole number from 1 to 1000000000"},
    type_row{body_type::object, fits_object, "an object"},
    type_row{body_type::text_or_object, fits_text_or_object, "a string or an object"},
    type_row{body_type::document, fits_document, "a string, an object or a list"},
    type_row{body_type::list, fits_list, "a list"},
    type_row{body_type::texts, fits_list, "a list of strings"},
    type_row{body_type::objects, fits_list, "a list of objects"},
    type_row{body_type::steps, fits_any, "a list of steps"},
};

static_assert(types.size() == static_cast<size_t>(body_type::count_), "a type without a row");

/// A value on its way through the columns of its row.
struct judged_value {
  const body_field& field;
  std::string at;
  json& value;
  int version;
};

/// A value as a refusal may show it: short, and no secret.
std::string excerpt(const body_field& field, const json& value) {
  if (field.has(is_secret)) return {};
  if (value.is_structured()) return ": " + std::string{value.type_name()};
  return ": " + to_text(value).substr(0, 80);
}

judgement refuse(const judged_value& judged, const std::string& rule) {
  return invalid("Invalid value for '" + judged.at + "'" + excerpt(judged.field, judged.value) +
                 "; " + rule + ".");
}

std::string newer_text(const std::string& what, int since) {
  return what + " needs API version " + version_text(since);
}

judgement too_new(const std::string& what, int since, int version) {
  return fail(error_code::not_acceptable,
              newer_text(what, since) + "; requested was " + version_text(version) + ".");
}

/// Stock clients write numbers and booleans as texts.
void read_text(body_type type, json& value) {
  if (!value.is_string()) return;
  const auto& text = value.get_ref<const std::string&>();
  if (type == body_type::boolean_word)
    if (const auto yes = boolean_word(text)) return void(value = *yes);
  const bool digits = !text.empty() && text.size() < 10 &&
                      text.find_first_not_of("0123456789") == std::string::npos;
  if (type == body_type::count && digits) value = std::stoll(text);
}

judgement check_allowed(const judged_value& judged) {
  if (judged.field.has(any_case) && judged.value.is_string())
    judged.value = lower(judged.value.get<std::string>());
  const auto row = std::find_if(judged.field.allowed.begin(), judged.field.allowed.end(),
                                [&](const allowed_text& one) { return judged.value == one.text; });
  if (row == judged.field.allowed.end())
    return refuse(
        judged, "allowed: " + join(judged.field.allowed, [](const auto& one) { return one.text; }));
  if (row->since <= judged.version) return {};
  return too_new("'" + std::string{row->text} + "' as '" + judged.at + "'", row->since,
                 judged.version);
}

judgement check_size(const judged_value& judged) {
  const auto size = judged.value.is_string()  ? judged.value.get_ref<const std::string&>().size()
                    : judged.value.is_array() ? judged.value.size()
                                              : 1;
  if (size == 0 && judged.field.has(not_empty)) return refuse(judged, "it must not be empty");
  if (judged.field.size_max == 0 || size <= judged.field.size_max) return {};
  return refuse(judged, "at most " + std::to_string(judged.field.size_max) +
                            (judged.value.is_string() ? " characters" : " items") + " are allowed");
}

judgement check_one(const judged_value& judged);

/// What a row says of each item of its list.
body_field item_of(const body_field& list) {
  auto out = list;
  out.type = list.type == body_type::texts ? body_type::text : body_type::object;
  out.flags = list.flags & (any_case | is_secret);
  if (list.type == body_type::objects) out.size_max = 0;
  return out;
}

judgement check_items(const judged_value& judged) {
  const auto item = item_of(judged.field);
  for (size_t i = 0; i < judged.value.size(); ++i)
    if (auto ok =
            check_one({item, judged.at + "/" + std::to_string(i), judged.value[i], judged.version});
        !ok)
      return ok;
  return {};
}

/// The items of a list have their own texts to be bounded.
judgement check_list(const judged_value& judged) {
  if (judged.value.empty() && judged.field.has(not_empty))
    return refuse(judged, "it must not be empty");
  if (judged.field.type == body_type::objects)
    if (auto ok = check_size(judged); !ok) return ok;
  return check_items(judged);
}

judgement check_one(const judged_value& judged) {
  const auto& field = judged.field;
  if (field.type == body_type::steps) return check_step_list(*field.steps, judged.at, judged.value);
  if (!field.allowed.empty() && field.type == body_type::text) return check_allowed(judged);
  read_text(field.type, judged.value);
  const auto& row = types.at(static_cast<size_t>(field.type));
  if (!row.fits(judged.value)) return refuse(judged, "it must be " + std::string{row.words});
  if (field.type == body_type::texts || field.type == body_type::objects) return check_list(judged);
  if (auto ok = check_size(judged); !ok) return ok;
  if (field.members != nullptr && judged.value.is_object())
    if (auto ok = check_body(*field.members, judged.value, judged.version, judged.at + "/"); !ok)
      return ok;
  return field.check != nullptr ? field.check(judged.at, judged.value, judged.version)
                                : judgement{};
}

judgement check_names(const body_table& table, const json& object, const std::string& prefix) {
  for (const auto& [key, value] : object.items()) {
    const auto known = std::any_of(table.fields.begin(), table.fields.end(),
                                   [&key = key](const auto& x) { return x.name == key; });
    if (!known && !table.open)
      return invalid("Unexpected key '" + prefix + key.substr(0, 64) + "'; allowed: " +
                     join(table.fields, [](const auto& x) { return x.name; }) + ".");
  }
  return {};
}

judgement check_member(const body_table& table, const judged_value& judged) {
  const auto& field = judged.field;
  const auto what = "'" + judged.at + "'";
  if (table.newer_is_unknown && judged.version < field.since)
    return invalid(newer_text(what, field.since) + ".");
  if (judged.value.is_null() && field.has(may_be_null)) return {};
  if (judged.version < field.since) return too_new(what, field.since, judged.version);
  if (field.has(may_be_blank) && judged.value == "") return {};
  return check_one(judged);
}

}  // namespace

judgement check_body(const body_table& table, json& object, int version,
                     const std::string& prefix) {
  if (auto ok = check_names(table, object, prefix); !ok) return ok;
  for (const auto& field : table.fields) {
    auto place = prefix + std::string{field.name};
    const auto member = object.find(field.name);
    if (member == object.end() && field.has(needed))
      return invalid("Missing mandatory parameter: " + place);
    if (member == object.end()) continue;
    if (auto ok = check_member(table, {field, std::move(place), *member, version}); !ok) return ok;
  }
  return {};
}

}  // namespace ironbus::http
