#include "gateways/http/access/oidc/claim_mapping.hpp"

#include <algorithm>
#include <string_view>

namespace ironbus::http {

namespace {

constexpr size_t mapped_project_bytes_max = 255;

/// Null: there is no such claim.
const json* find_claim(const json& claims, const claim_path& path) {
  const auto* found = &claims;
  for (const auto& name : path) {
    const auto member = found->find(name);  // end() if it is not an object
    if (member == found->end()) return nullptr;
    found = &*member;
  }
  return found;
}

bool is_value(const json& claim, const json& wanted) {
  if (claim.is_number_integer()) return wanted.is_string() && claim.dump() == wanted;
  return (claim.is_string() || claim.is_boolean()) && claim == wanted;
}

bool is_one_of(const json& claim, const std::vector<json>& values) {
  return std::any_of(values.begin(), values.end(),
                     [&](const json& value) { return is_value(claim, value); });
}

bool has_one_of(const json& claim, const std::vector<json>& values) {
  return claim.is_array() && std::any_of(claim.begin(), claim.end(),
                                         [&](const json& item) { return is_one_of(item, values); });
}

/// The claim `scope` is a text of words (RFC 8693, 4.2).
bool has_word(const json& claim, const claim_condition& condition) {
  if (condition.claim != claim_path{"scope"} || !claim.is_string()) return false;
  std::string_view rest = claim.get_ref<const std::string&>();
  while (!rest.empty()) {
    const auto word = rest.substr(0, rest.find(' '));
    if (!word.empty() && condition.values.front() == word) return true;
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  }
  return false;
}

bool holds(const claim_condition& condition, const json& claims) {
  const auto* claim = find_claim(claims, condition.claim);
  if (claim == nullptr) return false;
  switch (condition.test) {
    case claim_test::equals: return is_one_of(*claim, condition.values);
    case claim_test::contains:
      return has_one_of(*claim, condition.values) || has_word(*claim, condition);
    case claim_test::any_of:
      return is_one_of(*claim, condition.values) || has_one_of(*claim, condition.values);
  }
  return false;
}

/// The project of a row for these claims; empty: none, or the row is for the system.
std::string project_of(const mapping_row& row, const json& claims) {
  if (row.project_claim.empty()) return row.project_id;
  const auto* claim = find_claim(claims, row.project_claim);
  if (claim == nullptr || !claim->is_string()) return {};
  const auto& text = claim->get_ref<const std::string&>();
  return text.size() <= mapped_project_bytes_max ? text : std::string{};
}

bool fits_claims(const mapping_row& row, const json& claims) {
  return std::all_of(row.when.begin(), row.when.end(),
                     [&](const auto& condition) { return holds(condition, claims); }) &&
         (row.is_system || !project_of(row, claims).empty());
}

}  // namespace

rights::identity map_claims(const claim_mapping& rows, const json& claims) {
  rights::identity out;
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& x) { return fits_claims(x, claims); });
  if (row == rows.end()) return out;
  out.roles = row->roles;
  out.is_system = row->is_system;
  if (row->is_system) return out;
  out.project_id = project_of(*row, claims);
  out.project_name = row->project_name;
  return out;
}

}  // namespace ironbus::http
