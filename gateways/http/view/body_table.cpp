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

using check_outcome = result<std::monostate>;

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

/// A value while the columns of its row check it.
struct checked_value {
  const body_field& field;
  std::string path;
  json& value;
  int version;
};

/// The value for an error text: short, and without secrets.
std::string excerpt(const body_field& field, const json& value) {
  if (field.has(is_secret)) return {};
  if (value.is_structured()) return ": " + std::string{value.type_name()};
  return ": " + to_text(value).substr(0, 80);
}

check_outcome refuse(const checked_value& checked, const std::string& rule) {
  return invalid("Invalid value for '" + checked.path + "'" +
                 excerpt(checked.field, checked.value) + "; " + rule + ".");
}

std::string newer_text(const std::string& what, int since) {
  return what + " needs API version " + version_text(since);
}

check_outcome too_new(const std::string& what, int since, int version) {
  return fail(error_code::not_acceptable,
              newer_text(what, since) + "; requested was " + version_text(version) + ".");
}

/// Reads numbers and booleans that stock clients write as text.
void read_text(body_type type, json& value) {
  if (!value.is_string()) return;
  const auto& text = value.get_ref<const std::string&>();
  if (type == body_type::boolean_word)
    if (const auto yes = boolean_word(text)) return void(value = *yes);
  const bool digits = !text.empty() && text.size() < 10 &&
                      text.find_first_not_of("0123456789") == std::string::npos;
  if (type == body_type::count && digits) value = std::stoll(text);
}

check_outcome check_allowed(const checked_value& checked) {
  if (checked.field.has(any_case) && checked.value.is_string())
    checked.value = lower(checked.value.get<std::string>());
  const auto row = std::find_if(checked.field.allowed.begin(), checked.field.allowed.end(),
                                [&](const allowed_text& one) { return checked.value == one.text; });
  if (row == checked.field.allowed.end())
    return refuse(checked, "allowed: " + join(checked.field.allowed,
                                              [](const auto& one) { return one.text; }));
  if (row->since <= checked.version) return {};
  return too_new("'" + std::string{row->text} + "' as '" + checked.path + "'", row->since,
                 checked.version);
}

check_outcome check_size(const checked_value& checked) {
  const auto size = checked.value.is_string()  ? checked.value.get_ref<const std::string&>().size()
                    : checked.value.is_array() ? checked.value.size()
                                               : 1;
  if (size == 0 && checked.field.has(not_empty)) return refuse(checked, "it must not be empty");
  if (checked.field.size_max == 0 || size <= checked.field.size_max) return {};
  return refuse(checked, "at most " + std::to_string(checked.field.size_max) +
                             (checked.value.is_string() ? " characters" : " items") +
                             " are allowed");
}

check_outcome check_one(const checked_value& checked);

/// The rules of a list for each of its items.
body_field item_of(const body_field& list) {
  auto out = list;
  out.type = list.type == body_type::texts ? body_type::text : body_type::object;
  out.flags = list.flags & (any_case | is_secret);
  if (list.type == body_type::objects) out.size_max = 0;
  return out;
}

check_outcome check_items(const checked_value& checked) {
  const auto item = item_of(checked.field);
  for (size_t i = 0; i < checked.value.size(); ++i)
    if (auto ok = check_one(
            {item, checked.path + "/" + std::to_string(i), checked.value[i], checked.version});
        !ok)
      return ok;
  return {};
}

/// Checks a list and the size of its items.
check_outcome check_list(const checked_value& checked) {
  if (checked.value.empty() && checked.field.has(not_empty))
    return refuse(checked, "it must not be empty");
  if (checked.field.type == body_type::objects)
    if (auto ok = check_size(checked); !ok) return ok;
  return check_items(checked);
}

check_outcome check_one(const checked_value& checked) {
  const auto& field = checked.field;
  if (field.type == body_type::steps)
    return check_step_list(*field.steps, checked.path, checked.value);
  if (!field.allowed.empty() && field.type == body_type::text) return check_allowed(checked);
  read_text(field.type, checked.value);
  const auto& row = types.at(static_cast<size_t>(field.type));
  if (!row.fits(checked.value)) return refuse(checked, "it must be " + std::string{row.words});
  if (field.type == body_type::texts || field.type == body_type::objects)
    return check_list(checked);
  if (auto ok = check_size(checked); !ok) return ok;
  if (field.members != nullptr && checked.value.is_object())
    if (auto ok = check_body(*field.members, checked.value, checked.version, checked.path + "/");
        !ok)
      return ok;
  return field.check != nullptr ? field.check(checked.path, checked.value, checked.version)
                                : check_outcome{};
}

check_outcome check_names(const body_table& table, const json& object, const std::string& prefix) {
  for (const auto& [key, value] : object.items()) {
    const auto known = std::any_of(table.fields.begin(), table.fields.end(),
                                   [&key = key](const auto& x) { return x.name == key; });
    if (!known && !table.open)
      return invalid("Unexpected key '" + prefix + key.substr(0, 64) + "'; allowed: " +
                     join(table.fields, [](const auto& x) { return x.name; }) + ".");
  }
  return {};
}

check_outcome check_member(const body_table& table, const checked_value& checked) {
  const auto& field = checked.field;
  const auto what = "'" + checked.path + "'";
  if (table.newer_is_unknown && checked.version < field.since)
    return invalid(newer_text(what, field.since) + ".");
  if (checked.value.is_null() && field.has(may_be_null)) return {};
  if (checked.version < field.since) return too_new(what, field.since, checked.version);
  if (field.has(may_be_blank) && checked.value == "") return {};
  return check_one(checked);
}

}  // namespace

check_outcome check_body(const body_table& table, json& object, int version,
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
