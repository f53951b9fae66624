#include "messages/contract/step_list.hpp"

#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/node.hpp"
#include "messages/model/operation.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace ironbus {

namespace {

using checked = result<std::monostate>;

constexpr const char* on_children_key = "execute_on_child_nodes";
constexpr const char* children_key = "limit_child_node_execution";

/// The kinds whose steps users may request.
constexpr std::array<std::string_view, 7> request_kinds{
    "vendor", "power", "management", "firmware", "deploy", "bios", "raid",
};

bool is_whole(const json& x) { return x.is_number_integer() && x.get<int64_t>() >= 0; }

/// Stock clients may send a number as text.
bool is_count(const json& value) {
  if (value.is_number_integer()) return value.is_number_unsigned() || value.get<int64_t>() >= 0;
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return !text.empty() && text.size() < 10 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

bool is_priority_or_count(const json& x) { return is_step_priority(x) || is_count(x); }

tl::unexpected<failure> bad(std::string text) {
  return fail(error_code::invalid, std::move(text) + ".");
}

bool is_step_name(const json& x) {
  return x.is_string() && !x.get_ref<const std::string&>().empty();
}

checked check_members(const step_list_form& form, const json& step, const std::string& place) {
  const auto members = step_members(form);
  for (const auto& [key, value] : step.items())
    if (std::find(members.begin(), members.end(), key) == members.end())
      return bad("Unexpected key '" + key.substr(0, 64) + "' in " + place +
                 "; allowed: " + join(members));
  return {};
}

/// The conductor's own steps, such as hold, need no interface.
checked check_name(const step_list_form& form, const json& step, const std::string& place) {
  const auto name = step.find("step");
  if (name == step.end() || !is_step_name(*name))
    return bad(place + "/step must be the name of a step");
  const auto kind = step.find("interface");
  const bool known =
      kind == step.end()
          ? is_reserved_step(name->get_ref<const std::string&>())
          : kind->is_string() && std::find(form.kinds.begin(), form.kinds.end(),
                                           kind->get_ref<const std::string&>()) != form.kinds.end();
  if (known) return {};
  return bad("Invalid value for '" + place + "/interface'; allowed: " + join(form.kinds));
}

checked check_args(const step_list_form& form, const json& step, const std::string& place) {
  const auto args = step.find("args");
  if (args == step.end())
    return form.args_needed ? bad(place + "/args is missing; it may be {}") : checked{};
  return args->is_object() ? checked{} : bad(place + "/args must be an object");
}

checked check_order(const step_list_form& form, const json& step, const std::string& place) {
  const auto order = step.find(form.order_key);
  const bool fits = order == step.end() ? !form.order_needed : form.is_order(*order);
  if (fits) return {};
  return bad(place + "/" + std::string{form.order_key} + " must be " + std::string{form.orders});
}

bool is_uuid_list(const json& list) {
  return list.is_array() && std::all_of(list.begin(), list.end(), [](const json& one) {
           return one.is_string() && is_uuid(one.get_ref<const std::string&>());
         });
}

/// The node itself runs hold and wait, not its children.
checked check_children(const json& step, const std::string& place) {
  const auto found = step.find(on_children_key);
  if (found != step.end() && !found->is_boolean())
    return bad(place + "/" + on_children_key + " must be a boolean");
  const auto& name = step.at("step");
  if (found != step.end() && *found == true &&
      (name == reserved_step::hold || name == reserved_step::wait))
    return bad(place + "/" + on_children_key + " cannot be used with the step " +
               name.get<std::string>());
  const auto limit = step.find(children_key);
  if (limit == step.end() || is_uuid_list(*limit)) return {};
  return bad(place + "/" + children_key + " must be a list of node UUIDs");
}

checked check_step(const step_list_form& form, const json& step, const std::string& place) {
  if (!step.is_object()) return bad(place + " must be an object");
  if (auto ok = check_members(form, step, place); !ok) return ok;
  if (auto ok = check_name(form, step, place); !ok) return ok;
  if (auto ok = check_args(form, step, place); !ok) return ok;
  if (auto ok = check_order(form, step, place); !ok) return ok;
  return check_children(step, place);
}

std::string full_name(const json& step) {
  return step.value("interface", std::string{reserved_step_interface}) + "." +
         step.at("step").get<std::string>();
}

}  // namespace

// Order key, its check and its description, required order, required args, children, distinct, may
// be empty, kinds.
const step_list_form deploy_request_steps{
    "priority", is_priority_or_count, "a number from 0 to 1000000", true, true, false, false,
    true,       request_kinds};
const step_list_form work_request_steps{
    "order", is_count, "a whole number from 0", false, false, true, false, true, request_kinds};
const step_list_form template_steps{
    "priority", is_step_priority, "a number from 0 to 1000000", true, false, false, true,
    false,      interface_kinds};
const step_list_form runbook_steps{"order", is_whole, "an integer of at least 0",
                                   true,    false,    false,
                                   false,   false,    interface_kinds};

std::vector<std::string_view> step_members(const step_list_form& form) {
  std::vector<std::string_view> out{"interface", "step", "args", form.order_key};
  if (form.on_children) out.insert(out.end(), {on_children_key, children_key});
  return out;
}

checked check_step_list(const step_list_form& form, const std::string& key, const json& steps) {
  if (!steps.is_array()) return bad("'" + key + "' must be a list of steps");
  if (steps.empty() && !form.may_be_empty) return bad("'" + key + "' must hold at least one step");
  std::set<std::string> seen;
  for (size_t i = 0; i < steps.size(); ++i) {
    const auto place = key + "/" + std::to_string(i);
    if (auto ok = check_step(form, steps[i], place); !ok) return ok;
    if (!form.distinct) continue;
    if (const auto name = full_name(steps[i]); !seen.insert(name).second)
      return bad(place + ": the step " + name.substr(0, 128) + " is there already");
  }
  return {};
}

}  // namespace ironbus
