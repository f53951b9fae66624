#include "actors/node/plan.hpp"

#include "messages/declared_steps.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 5> reserved{
    reserved_step::hold,      reserved_step::wait,   reserved_step::power_on,
    reserved_step::power_off, reserved_step::reboot,
};

bool is_reserved(std::string_view name) {
  return std::find(reserved.begin(), reserved.end(), name) != reserved.end();
}

int integer_of(const json& in, const char* key) {
  auto at = in.find(key);
  if (at == in.end()) return 0;
  return at->is_string() ? std::stoi(at->get<std::string>()) : at->get<int>();
}

/// What is wrong with the arguments; empty if nothing is.
std::string check_arguments(const step_declaration& declared, const json& args) {
  std::string wrong;
  for (const auto& [key, value] : args.items())
    if (std::none_of(declared.arguments.begin(), declared.arguments.end(),
                     [&key = key](const auto& x) { return x.name == key; }))
      wrong += " unexpected argument '" + key + "';";
  for (const auto& argument : declared.arguments)
    if (argument.required && !args.contains(argument.name))
      wrong += " missing argument '" + argument.name + "';";
  return wrong;
}

/// Resolves one step of the request; adds a sentence to `errors` if it cannot be.
step resolve(const node_snapshot& x, const context& ctx, uint32_t phase, const json& asked,
             std::string& errors) {
  step out;
  out.interface = asked.value("interface", "");
  out.name = asked.value("step", "");
  out.args = asked.value("args", json::object());
  out.priority = integer_of(asked, "priority");
  const auto full = out.interface + "." + out.name;
  if (is_reserved(out.name)) {
    out.abortable = true;
    return out;
  }
  const auto* implementation = ctx.drivers.of(x.about, out.interface);
  const auto* declared = implementation != nullptr && implementation->supported
                             ? implementation->find_step(out.name)
                             : nullptr;
  if (declared == nullptr || (declared->phases & phase) == 0) {
    errors += " node does not support step " + full + ";";
    return out;
  }
  if (auto wrong = check_arguments(*declared, out.args); !wrong.empty())
    errors += " step " + full + ":" + wrong;
  auto merged = to_step(out.interface, *declared, out.priority, step_role::work);
  merged.args = std::move(out.args);
  return merged;
}

/// A step of the request replaces the declared one of the same name.
void merge_by_priority(std::vector<step>& steps, std::vector<step> asked) {
  for (auto& x : asked) {
    std::erase_if(steps, [&](const step& y) {
      return y.interface == x.interface && y.name == x.name && !is_reserved(x.name);
    });
    if (x.priority > 0) steps.push_back(std::move(x));
  }
  sort_by_priority(steps);
}

/// Runbook-like lists carry `order`; without it the order is that of the list.
std::vector<json> in_request_order(const json& steps) {
  std::vector<json> out(steps.begin(), steps.end());
  std::stable_sort(out.begin(), out.end(), [](const json& a, const json& b) {
    return integer_of(a, "order") < integer_of(b, "order");
  });
  return out;
}

const char* request_key(workflow kind) {
  switch (kind) {
    case workflow::manual_clean: return "clean_steps";
    case workflow::deploy: return "deploy_steps";
    case workflow::service: return "service_steps";
    default: return nullptr;
  }
}

/// Those of deploy templates come first, so that the request's own take their place.
std::vector<json> requested_steps(const operation& op) {
  std::vector<json> out;
  if (const auto books = op.request.find("deploy_templates"); books != op.request.end())
    for (const auto& book : *books)
      out.insert(out.end(), book.at("steps").begin(), book.at("steps").end());
  const auto* key = request_key(op.kind);
  if (key == nullptr || !op.request.contains(key)) return out;
  auto own = in_request_order(op.request[key]);
  out.insert(out.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
  return out;
}

}  // namespace

std::vector<step> plan_calls(const node_snapshot& x, const context& ctx,
                             std::span<const fixed_call> calls, step_role role) {
  std::vector<step> out;
  for (const auto& call : calls) {
    const auto* implementation = ctx.drivers.of(x.about, call.interface);
    const auto* declared =
        implementation != nullptr ? implementation->find_step(call.name) : nullptr;
    if (declared != nullptr) out.push_back(to_step(call.interface, *declared, 0, role));
  }
  return out;
}

result<std::vector<step>> plan_work(const node_snapshot& x, const context& ctx,
                                    const operation& op) {
  const auto phase = info(op.kind).phase;
  if (phase == phase_none) return std::vector<step>{};
  std::vector<step> asked;
  std::string errors;
  for (const auto& item : requested_steps(op))
    asked.push_back(resolve(x, ctx, phase, item, errors));
  if (op.request.value("disable_ramdisk", false))
    for (const auto& x_step : asked)
      if (x_step.requires_ramdisk)
        errors += " step " + x_step.interface + "." + x_step.name + " requires the ramdisk;";
  if (!errors.empty()) {
    errors.pop_back();
    return fail(error_code::invalid,
                "Invalid " + std::string{info(op.kind).noun} + " steps:" + errors + ".");
  }
  if (op.kind == workflow::manual_clean || op.kind == workflow::service) return asked;
  static const priority_overrides none;
  const bool cleaning = op.kind == workflow::automated_clean;
  auto steps = declared_steps(ctx.drivers, x.about, phase,
                              cleaning ? ctx.options.clean_step_priority_override : none);
  merge_by_priority(steps, std::move(asked));
  return steps;
}

result<std::monostate> check_requested_steps(const context& ctx, const json& steps) {
  if (!steps.is_array()) return fail(error_code::invalid, "Steps must be a list.");
  for (const auto& item : steps) {
    if (!item.is_object() || !item.contains("step") || !item["step"].is_string())
      return fail(error_code::invalid, "Each step must be an object with a text 'step'.");
    const auto name =
        item.value("interface", std::string{}) + "." + item["step"].get<std::string>();
    const auto& banned = ctx.options.disallowed_steps;
    if (std::find(banned.begin(), banned.end(), name) != banned.end())
      return fail(error_code::invalid, "Step '" + name + "' is not allowed by configuration.");
  }
  return {};
}

}  // namespace ironbus
