#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

/// The management interface of a node, as declared; null if it has none.
const interface_implementation* management_of(const call& x, const json& snapshot) {
  const auto name = snapshot.at("about").value("management_interface", json{});
  return name.is_string() ? x.with.catalog.find("management", name.get<std::string>()) : nullptr;
}

void with_boot_devices(const call_ptr& x,
                       std::function<void(const std::vector<std::string>&)> go_on) {
  with_node(x, x->arguments[0],
            [x, go_on = std::move(go_on)](const std::string&, const json& snapshot) {
              const auto* management = management_of(*x, snapshot);
              go_on(management != nullptr ? management->boot_devices : std::vector<std::string>{});
            });
}

/// The one value of a body {"<name>": value}.
result<json> only_value(const call& x, std::string_view name) {
  auto body = x.body_object();
  if (!body) return tl::unexpected(body.error());
  if (auto keys = check_keys(*body, {name}); !keys) return tl::unexpected(keys.error());
  const auto at = body->find(name);
  if (at == body->end()) return invalid("Missing mandatory parameter: " + std::string{name});
  return *at;
}

json indicator_links(const call& x, const std::string& node, const std::string& name) {
  const auto path = "/nodes/" + node + "/management/indicators/" + name;
  return json::array({json{{"href", x.base() + "/v1" + path}, {"rel", "self"}},
                      json{{"href", x.base() + path}, {"rel", "bookmark"}}});
}

result<std::string> indicator_name(const call& x) {
  const auto& name = x.arguments[1];
  if (name.find('@') != std::string::npos) return name;
  return invalid("Expected <indicator>@<component>, got " + to_text(name.substr(0, 80)) + ".");
}

}  // namespace

void show_boot_device(const call_ptr& x) {
  with_driver_answer(
      x, {"management", "get_boot_device"},
      [x](const std::string&, const json& answer) { x->respond_json(to_text(answer)); });
}

void list_boot_devices(const call_ptr& x) {
  with_boot_devices(x, [x](const std::vector<std::string>& all) {
    x->respond_json(to_text({{"supported_boot_devices", all}}));
  });
}

void put_boot_device(const call_ptr& x) {
  const auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  if (auto keys = check_keys(*body, {"boot_device", "persistent"}); !keys)
    return x->refuse(keys.error());
  const auto device = body->value("boot_device", json{});
  const auto persistent = body->value("persistent", json(false));
  if (!device.is_string())
    return x->refuse({error_code::invalid, "Missing mandatory parameter: boot_device"});
  if (!persistent.is_boolean())
    return x->refuse({error_code::invalid, "'persistent' must be a boolean."});
  with_boot_devices(x, [x, device, persistent](const std::vector<std::string>& all) {
    if (std::find(all.begin(), all.end(), device.get<std::string>()) == all.end()) {
      const auto allowed = join(all);
      return x->refuse({error_code::invalid,
                        "Invalid value for 'boot_device': " + to_text(device).substr(0, 80) +
                            "; allowed: " + (allowed.empty() ? "none" : allowed) + "."});
    }
    respond_when_called(
        x, {"management", "set_boot_device", {{"device", device}, {"persistent", persistent}}},
        204);
  });
}

void inject_nmi(const call_ptr& x) { respond_when_called(x, {"management", "inject_nmi"}, 204); }

void put_boot_mode(const call_ptr& x) {
  const auto target = only_value(*x, "target");
  if (!target) return x->refuse(target.error());
  if (*target != "uefi" && *target != "bios")
    return x->refuse({error_code::invalid, "Invalid value for 'target'; allowed: bios, uefi."});
  respond_when_called(x, {"management", "set_boot_mode", {{"mode", *target}}, false}, 202,
                      "states");
}

void put_secure_boot(const call_ptr& x) {
  auto target = only_value(*x, "target");
  if (!target) return x->refuse(target.error());
  if (target->is_string()) {
    const auto yes = read_boolean("target", target->get<std::string>());
    if (!yes) return x->refuse(yes.error());
    target = *yes;
  }
  if (!target->is_boolean())
    return x->refuse({error_code::invalid, "Invalid value for 'target'; it must be a boolean."});
  respond_when_called(x, {"management", "set_secure_boot", {{"state", *target}}, false}, 202,
                      "states");
}

void list_indicators(const call_ptr& x) {
  with_driver_answer(
      x, {"management", "get_indicators"}, [x](const std::string& node, const json& answer) {
        auto all = answer;
        for (auto& one : all)
          one["links"] = indicator_links(*x, node, one.at("name").get<std::string>());
        x->respond_json(to_text({{"indicators", all}}));
      });
}

void show_indicator(const call_ptr& x) {
  const auto name = indicator_name(*x);
  if (!name) return x->refuse(name.error());
  with_driver_answer(
      x, {"management", "get_indicator_state", {{"indicator", *name}}},
      [x](const std::string&, const json& answer) { x->respond_json(to_text(answer)); });
}

void put_indicator(const call_ptr& x) {
  const auto name = indicator_name(*x);
  if (!name) return x->refuse(name.error());
  auto state = only_value(*x, "state");
  if (!state) return x->refuse(state.error());
  static constexpr std::array<std::string_view, 3> states{"on", "off", "blinking"};
  auto word = state->is_string() ? state->get<std::string>() : std::string{};
  for (auto& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (std::find(states.begin(), states.end(), word) == states.end())
    return x->refuse(
        {error_code::invalid, "Invalid value for 'state'; allowed: on, off, blinking."});
  respond_when_called(
      x, {"management", "set_indicator_state", {{"indicator", *name}, {"state", word}}}, 204);
}

}  // namespace ironbus::http
