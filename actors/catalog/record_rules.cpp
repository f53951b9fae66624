#include "actors/catalog/record_rules.hpp"

#include "actors/catalog/inspection_rule.hpp"
#include "messages/model/operation.hpp"
#include "messages/model/traits.hpp"

#include <algorithm>
#include <cctype>
#include <set>

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

bool is_order(const json& x) { return x.is_number_integer() && x.get<int64_t>() >= 0; }

/// A kind of step list: its items' keys and which of them orders the steps.
struct step_form {
  std::string_view order_key;
  bool (*is_in_order)(const json& x);
  std::string_view allowed;
  bool distinct;  ///< Each step of an interface at most once.
};

constexpr step_form template_steps{"priority", is_step_priority, "a number from 0 to 1000000",
                                   true};
constexpr step_form runbook_steps{"order", is_order, "an integer of at least 0", false};

bool is_kind(const json& x) {
  return x.is_string() && std::find(interface_kinds.begin(), interface_kinds.end(),
                                    x.get_ref<const std::string&>()) != interface_kinds.end();
}

checked check_step(const json& document, const step_form& form, const std::string& where) {
  if (!document.is_object()) return bad(where + " must be an object.");
  for (const auto& [key, value] : document.items())
    if (key != "interface" && key != "step" && key != "args" && key != form.order_key)
      return bad("Unexpected key '" + key.substr(0, 64) + "' in " + where +
                 "; allowed: interface, step, args, " + std::string{form.order_key} + ".");
  const auto name = document.find("step");
  if (name == document.end() || !name->is_string() || name->get_ref<const std::string&>().empty())
    return bad(where + "/step must be a string that is not empty.");
  const auto kind = document.find("interface");
  if (kind == document.end() ? !is_reserved_step(name->get_ref<const std::string&>())
                             : !is_kind(*kind))
    return bad(where + "/interface must name a kind of driver interface, such as deploy.");
  if (document.contains("args") && !document.at("args").is_object())
    return bad(where + "/args must be an object.");
  const auto order = document.find(form.order_key);
  if (order != document.end() && form.is_in_order(*order)) return {};
  return bad(where + "/" + std::string{form.order_key} + " must be " + std::string{form.allowed} +
             ".");
}

checked check_steps(const json& attributes, const step_form& form) {
  const auto& steps = attributes.at("steps");
  if (steps.empty()) return bad("'steps' must hold at least one step.");
  std::set<std::string> seen;
  for (size_t i = 0; i < steps.size(); ++i) {
    const auto where = "steps/" + std::to_string(i);
    if (auto ok = check_step(steps[i], form, where); !ok) return ok;
    const auto name = steps[i].value("interface", std::string{reserved_step_interface}) + "." +
                      steps[i]["step"].get<std::string>();
    if (!seen.insert(name).second && form.distinct)
      return bad(where + ": the step " + name.substr(0, 128) + " is there already.");
  }
  return {};
}

checked check_template(const json& attributes, int) {
  if (auto ok = check_trait_name(attributes); !ok) return ok;
  return check_steps(attributes, template_steps);
}

/// Unreserved characters of RFC 3986.
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
  return check_steps(attributes, runbook_steps);
}

checked check_allocation(const json& attributes, int) {
  for (const auto* list : {"candidate_nodes", "traits"})
    for (const auto& item : attributes.at(list))
      if (!item.is_string()) return bad("'" + std::string{list} + "' must hold strings only.");
  for (const auto& trait : attributes.at("traits"))
    if (!is_trait_name(trait.get_ref<const std::string&>()))
      return bad("Invalid value for 'traits': " + to_text(trait.get<std::string>().substr(0, 80)) +
                 " is no trait.");
  return {};
}

checked check_rule_record(const json& attributes, int) { return check_inspection_rule(attributes); }

struct rules_row {
  std::string_view type;
  checked (*check)(const json& attributes, int api_version);
  checked (*check_change)(const json& before, const json& after) = nullptr;
};

/// What null stands for in an inspection rule.
const std::array<std::pair<const char*, json>, 3> rule_fallbacks{
    {{"phase", "main"}, {"sensitive", false}, {"conditions", json::array()}}};

constexpr std::array rules{
    rules_row{"deploy_template", check_template},
    rules_row{"runbook", check_runbook},
    rules_row{"allocation", check_allocation},
    rules_row{"inspection_rule", check_rule_record, check_rule_change},
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

void settle_record(const record_type& type, json& attributes,
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
