#include "actors/catalog/record_rules.hpp"

#include "actors/catalog/inspection_rule.hpp"
#include "actors/catalog/token_record.hpp"
#include "actors/catalog/webhook_record.hpp"
#include "messages/contract/step_list.hpp"
#include "messages/contract/traits.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <cctype>

namespace ironbus {

namespace {

using checked = result<std::monostate>;

constexpr int free_runbook_names_since = 112;

tl::unexpected<failure> bad(const std::string& text) { return fail(error_code::invalid, text); }

checked check_trait_name(const json& attributes) {
  const auto& name = attributes.at("name").get_ref<const std::string&>();
  if (is_trait_name(name)) return {};
  return bad("Invalid value for 'name': " + to_text(name.substr(0, 80)) +
             "; it must be a standard trait or CUSTOM_ followed by A-Z, 0-9 and _.");
}

checked check_template(const json& attributes, int) {
  if (auto ok = check_trait_name(attributes); !ok) return ok;
  return check_step_list(template_steps, "steps", attributes.at("steps"));
}

/// The unreserved characters of RFC 3986.
checked check_free_name(const json& attributes) {
  const auto& name = attributes.at("name").get_ref<const std::string&>();
  const auto is_free = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '~' || c == '-';
  };
  if (!name.empty() && std::all_of(name.begin(), name.end(), is_free)) return {};
  return bad("Invalid value for 'name': " + to_text(name.substr(0, 80)) +
             "; letters, digits and the characters -._~ are allowed.");
}

checked check_runbook(const json& attributes, int api_version) {
  auto named = api_version < free_runbook_names_since ? check_trait_name(attributes)
                                                      : check_free_name(attributes);
  if (!named) return named;
  if (attributes.at("public") == true && !attributes.at("owner").is_null())
    return bad("A public runbook has no owner: 'owner' must be null where 'public' is true.");
  return check_step_list(runbook_steps, "steps", attributes.at("steps"));
}

checked check_allocation(const json& attributes, int) {
  for (const auto* list : {"candidate_nodes", "traits"})
    for (const auto& item : attributes.at(list))
      if (!item.is_string()) return bad("'" + std::string{list} + "' must hold strings only.");
  for (const auto& trait : attributes.at("traits"))
    if (!is_trait_name(trait.get_ref<const std::string&>()))
      return bad("Invalid value for 'traits': " + to_text(trait.get<std::string>().substr(0, 80)) +
                 " is not a trait.");
  return {};
}

checked check_rule_record(const json& attributes, int) { return check_inspection_rule(attributes); }

checked check_webhook_record(const json& attributes, int) {
  if (auto ok = check_free_name(attributes); !ok) return ok;
  return check_webhook(attributes);
}

checked check_token_record(const json& attributes, int) { return check_token(attributes); }

struct rules_row {
  std::string_view type;
  checked (*check)(const json& attributes, int api_version);
  checked (*check_change)(const json& before, const json& after) = nullptr;
};

/// The values that null stands for in an inspection rule.
const std::array<std::pair<const char*, json>, 3> rule_fallbacks{
    {{"phase", "main"}, {"sensitive", false}, {"conditions", json::array()}}};

constexpr std::array rules{
    rules_row{"deploy_template", check_template},
    rules_row{"runbook", check_runbook},
    rules_row{"allocation", check_allocation},
    rules_row{"inspection_rule", check_rule_record, check_rule_change},
    rules_row{"webhook", check_webhook_record},
    rules_row{"token", check_token_record},
};

}  // namespace

result<std::monostate> check_record(const record_type& type, const json& attributes,
                                    int api_version) {
  for (const auto& row : rules)
    if (row.type == type.name) return row.check(attributes, api_version);
  return {};
}

result<std::monostate> check_record_change(const record_type& type, const json& before,
                                           const json& after) {
  for (const auto& row : rules)
    if (row.type == type.name && row.check_change != nullptr)
      return row.check_change(before, after);
  return {};
}

void normalize_record(const record_type& type, json& attributes,
                      const std::vector<std::string>& touched) {
  const auto has = [&](const char* name) {
    return std::find(touched.begin(), touched.end(), name) != touched.end();
  };
  if (type.name == "runbook" && has("public") && !has("owner") && attributes.at("public") == true)
    attributes["owner"] = nullptr;
  if (type.name != "inspection_rule") return;
  for (const auto& [name, fallback] : rule_fallbacks)
    if (attributes.at(name).is_null()) attributes[name] = fallback;
}

}  // namespace ironbus
