#include "gateways/http/access/access_files.hpp"
#include "gateways/http/access/oidc/claim_mapping.hpp"
#include "gateways/http/access/text_file.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

namespace ironbus::http {

namespace {

constexpr size_t mapping_rows_max = 256;
constexpr size_t mapping_conditions_max = 16;
constexpr size_t mapping_values_max = 64;
constexpr size_t mapping_path_max = 8;
constexpr size_t shown_name_max = 64;

using mapping_taken = result<std::monostate>;

tl::unexpected<failure> wrong_row(std::string sentence) {
  return fail(error_code::invalid, std::move(sentence));
}

/// Of 1 to 255 bytes; unset: it is something else.
std::optional<std::string> mapping_text(const json& value) {
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  if (text.empty() || text.size() > 255) return std::nullopt;
  return text;
}

claim_path split_path(const std::string& text) {
  claim_path out;
  for (size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find('.', begin), text.size());
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

claim_path list_path(const json& list) {
  claim_path out;
  for (const auto& name : list) out.push_back(mapping_text(name).value_or(""));
  return out;
}

mapping_taken take_path(const std::string& name, const json& value, claim_path& out) {
  const auto text = mapping_text(value);
  if (text) out = split_path(*text);
  if (value.is_array()) out = list_path(value);
  const bool is_good =
      !out.empty() && out.size() <= mapping_path_max &&
      std::none_of(out.begin(), out.end(), [](const auto& x) { return x.empty(); });
  if (is_good) return {};
  return wrong_row("'" + name +
                   "' must be a path of 1 to 8 names, such as realm_access.roles or "
                   "[\"https://example.org/roles\"].");
}

bool is_mapping_value(const json& value) { return value.is_boolean() || mapping_text(value); }

mapping_taken take_value(const std::string& name, const json& value, std::vector<json>& out) {
  if (!is_mapping_value(value))
    return wrong_row("'" + name + "' must be a text of 1 to 255 bytes, true or false.");
  out.assign(1, value);
  return {};
}

mapping_taken take_values(const std::string& name, const json& value, std::vector<json>& out) {
  if (!value.is_array() || value.empty() || value.size() > mapping_values_max ||
      !std::all_of(value.begin(), value.end(), is_mapping_value))
    return wrong_row("'" + name + "' must be a list of 1 to 64 texts of 1 to 255 bytes.");
  out.assign(value.begin(), value.end());
  return {};
}

struct test_row {
  std::string_view name;
  claim_test test;
  mapping_taken (*take)(const std::string& name, const json& value, std::vector<json>& out);
};

constexpr std::array test_rows{
    test_row{"equals", claim_test::equals, take_value},
    test_row{"contains", claim_test::contains, take_value},
    test_row{"any_of", claim_test::any_of, take_values},
};

mapping_taken take_condition_member(const std::string& name, const json& value,
                                    claim_condition& out) {
  if (name == "claim") return take_path(name, value, out.claim);
  const auto* row = std::find_if(test_rows.begin(), test_rows.end(),
                                 [&](const auto& x) { return x.name == name; });
  if (row == test_rows.end())
    return wrong_row("'" + name.substr(0, shown_name_max) +
                     "' is unknown in a condition; allowed: claim, " +
                     join(test_rows, [](const auto& x) { return x.name; }) + ".");
  if (!out.values.empty()) return wrong_row("a condition has more than one comparison.");
  out.test = row->test;
  return row->take(name, value, out.values);
}

result<claim_condition> condition_from(const json& entry) {
  claim_condition out;
  if (entry.is_object())
    for (const auto& [name, value] : entry.items())
      if (auto good = take_condition_member(name, value, out); !good)
        return tl::unexpected(good.error());
  if (out.claim.empty() || out.values.empty())
    return wrong_row("a condition must be a map such as {claim: groups, contains: web}.");
  return out;
}

mapping_taken take_conditions(const json& value, mapping_row& out) {
  if (!value.is_array() || value.empty() || value.size() > mapping_conditions_max)
    return wrong_row("'when' must be a list of 1 to 16 conditions.");
  for (const auto& entry : value) {
    auto condition = condition_from(entry);
    if (!condition) return tl::unexpected(condition.error());
    out.when.push_back(std::move(*condition));
  }
  return {};
}

mapping_taken take_mapped_roles(const json& value, mapping_row& out) {
  auto roles = read_role_list(value);
  if (!roles) return tl::unexpected(roles.error());
  out.roles = std::move(*roles);
  return {};
}

mapping_taken take_system(const json& value, mapping_row& out) {
  if (!value.is_boolean()) return wrong_row("'system' must be true or false.");
  out.is_system = value.get<bool>();
  return {};
}

mapping_taken take_text(const char* name, const json& value, std::string& out) {
  auto text = mapping_text(value);
  if (!text) return wrong_row("'" + std::string{name} + "' must be a text of 1 to 255 bytes.");
  out = std::move(*text);
  return {};
}

mapping_taken take_project(const json& value, mapping_row& out) {
  return take_text("project", value, out.project_id);
}

mapping_taken take_project_name(const json& value, mapping_row& out) {
  return take_text("project_name", value, out.project_name);
}

mapping_taken take_project_claim(const json& value, mapping_row& out) {
  return take_path("project_claim", value, out.project_claim);
}

struct row_member {
  std::string_view name;
  mapping_taken (*take)(const json& value, mapping_row& out);
};

constexpr std::array row_members{
    row_member{"when", take_conditions},
    row_member{"roles", take_mapped_roles},
    row_member{"system", take_system},
    row_member{"project", take_project},
    row_member{"project_claim", take_project_claim},
    row_member{"project_name", take_project_name},
};

mapping_taken take_row_member(const std::string& name, const json& value, mapping_row& out) {
  const auto* row = std::find_if(row_members.begin(), row_members.end(),
                                 [&](const auto& x) { return x.name == name; });
  if (row == row_members.end())
    return wrong_row("'" + name.substr(0, shown_name_max) + "' is unknown; allowed: " +
                     join(row_members, [](const auto& x) { return x.name; }) + ".");
  return row->take(value, out);
}

result<mapping_row> row_from(const json& entry) {
  if (!entry.is_object()) return wrong_row("expected a map with 'when', 'roles' and a scope.");
  mapping_row out;
  for (const auto& [name, value] : entry.items())
    if (auto good = take_row_member(name, value, out); !good) return tl::unexpected(good.error());
  if (out.when.empty()) return wrong_row("'when' is missing.");
  if (out.roles.empty()) return wrong_row("'roles' is missing.");
  const int scopes =
      int{out.is_system} + int{!out.project_id.empty()} + int{!out.project_claim.empty()};
  if (scopes != 1)
    return wrong_row("needs exactly one of 'system: true', 'project' and 'project_claim'.");
  return out;
}

}  // namespace

result<claim_mapping> parse_claim_mapping(const std::string& text) {
  const auto document = read_access_document(text);
  if (!document) return tl::unexpected(document.error());
  if (!document->is_array() || document->empty() || document->size() > mapping_rows_max)
    return wrong_row("it is not a list of 1 to 256 rows.");
  claim_mapping out;
  for (const auto& entry : *document) {
    auto row = row_from(entry);
    if (!row) {
      const auto number = std::to_string(out.size() + 1);
      return wrong_row("row " + number + ": " + row.error().message);
    }
    out.push_back(std::move(*row));
  }
  return out;
}

result<claim_mapping> read_claim_mapping(const std::string& path) {
  const auto text = read_text_file(path);
  if (!text) return tl::unexpected(text.error());
  return parse_claim_mapping(*text).map_error([&](const failure& x) {
    return failure{x.code, "'" + path + "': " + x.message};
  });
}

}  // namespace ironbus::http
