#include "tests/simulation/run/operator.hpp"

#include "messages/base/uuid.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulation {

namespace {

constexpr std::chrono::seconds pause_least{2};
constexpr std::chrono::seconds pause_most{15};
constexpr uint32_t meddlings_max = 6;  // per life, so that it ends
constexpr uint32_t agents_one_in = 3;
constexpr uint32_t fast_ones_one_in = 2;
constexpr uint32_t inspected_one_in = 2;
constexpr uint32_t flashed_one_in = 3;
constexpr uint32_t offered_one_in = 3;
constexpr std::chrono::minutes offered_most{2};

/// Prefix of addresses that many operators use.
const std::string shared_addresses = "52:54:01:00:00:0";
constexpr uint32_t shared_addresses_count = 3;

/// The next verb for the state of a node.
struct next_verb {
  std::string_view state;
  std::string_view target;
};
constexpr std::array next_verbs{
    next_verb{"enroll", "manage"},         next_verb{"manageable", "provide"},
    next_verb{"available", "active"},      next_verb{"active", "deleted"},
    next_verb{"clean failed", "manage"},   next_verb{"inspect failed", "manage"},
    next_verb{"deploy failed", "deleted"}, next_verb{"error", "deleted"},
    next_verb{"rescue failed", "deleted"}, next_verb{"service failed", "deleted"},
    next_verb{"rescue", "unrescue"},       next_verb{"unrescue failed", "deleted"},
    next_verb{"clean hold", "unhold"},     next_verb{"deploy hold", "unhold"},
};

json image() {
  return {{"image_source", "http://192.0.2.80/images/disk.img"},
          {"image_checksum", "d41d8cd98f00b204e9800998ecf8427e"}};
}

/// A step whose second attempt could damage the machine.
json flashing() {
  const json component{{"component", "bios"}, {"url", "http://192.0.2.80/firmware/bios.bin"}};
  return {{"interface", "firmware"},
          {"step", "update"},
          {"args", {{"settings", json::array({component})}}}};
}

std::string text_of(const json& node, const char* name) {
  const auto found = node.find(name);
  return found != node.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

}  // namespace

machine_operator::machine_operator(surroundings& around, cluster& service, uint32_t number,
                                   uint32_t lives, complaint complain,
                                   std::function<bool()> may_be_forgotten)
    : api_user{around, service},
      number_{number},
      lives_left_{lives},
      complain_{std::move(complain)},
      may_be_forgotten_{std::move(may_be_forgotten)} {}

void machine_operator::start() { again(); }

void machine_operator::again() {
  if (!finished()) pause(pause_least, pause_most, [this] { step(); });
}

void machine_operator::step() {
  if (node_.empty()) {
    node_ = derived_uuid("node" + std::to_string(random().next()));
    const bool by_agent = random().one_in(agents_one_in);
    std::array<char, 18> text{};
    std::snprintf(text.data(), text.size(), "52:54:00:%02x:%02x:%02x", number_ & 255,
                  lives_ended_ >> 8 & 255, lives_ended_ & 255);
    mac_ = by_agent ? text.data() : "";
    service().add_machine(node_, mac_);
    shared_port_.clear();
    created_ = has_port_ = deleting_ = was_active_ = false;
    wants_trait_ = random().one_in(fast_ones_one_in);
    wants_inspection_ = random().one_in(inspected_one_in);
    wants_flashing_ = random().one_in(flashed_one_in);
    waits_for_tenant_ = random().one_in(offered_one_in);
    meddled_ = 0;
  }
  if (!created_) return create();
  if (!mac_.empty() && !has_port_) return create_port();
  look();
}

void machine_operator::create() {
  json body{{"driver", "fake-hardware"},
            {"uuid", node_},
            {"name", "node-" + std::to_string(number_) + "-" + std::to_string(lives_ended_)},
            {"resource_class", node_class},
            {"conductor_group", random().any_of(conductor_groups)},
            {"properties", {{node_kind, std::to_string(random().below(node_kinds))}}}};
  if (!mac_.empty()) {
    body["deploy_interface"] = "direct";
    body["instance_info"] = image();
  }
  send("POST", "/v1/nodes", body, [this](const api_answer& answer) {
    changed_ = now();
    // 409: an earlier request with a lost response has created it.
    created_ = answer.status == 201 || answer.status == 409;
    if (answer.status == 400) complain_("the API rejected a node: " + answer.body);
    again();
  });
}

void machine_operator::create_port() {
  send("POST", "/v1/ports", {{"node_uuid", node_}, {"address", mac_}},
       [this](const api_answer& answer) {
         // The node does not exist, or accepts no port.
         if (answer.status == 404 || answer.status == 400) return look();
         has_port_ = answer.status == 201 || answer.status == 409;
         again();
       });
}

void machine_operator::look() {
  send("GET", "/v1/nodes/" + node_, nullptr, [this](const api_answer& answer) {
    if (answer.status == 404) return vanished(answer);
    if (answer.status == 200) return seen(json::parse(answer.body));
    again();
  });
}

/// A node may be missing only if its deletion was requested.
void machine_operator::vanished(const api_answer& answer) {
  if (!deleting_ && !may_be_forgotten_())
    complain_("node " + node_ + " was created and no longer exists: " + answer.body);
  end_life();
}

void machine_operator::end_life() {
  ++lives_ended_;
  --lives_left_;
  node_.clear();
  again();
}

void machine_operator::seen(const json& node) {
  const auto state = text_of(node, "provision_state");
  auto what = state + " " + text_of(node, "power_state") + " " + text_of(node, "updated_at");
  if (what != seen_) {
    seen_ = std::move(what);
    changed_ = now();
  }
  was_active_ = was_active_ || state == "active";
  if (node.value("maintenance", false)) {
    // Set by a failure or by this operator; ended in both cases.
    return send("DELETE", "/v1/nodes/" + node_ + "/maintenance", nullptr,
                [this](const api_answer&) { again(); });
  }
  if (meddled_ < meddlings_max && random().one_in(6)) return meddle();
  act(state, node);
}

void machine_operator::act(const std::string& state, const json& node) {
  if (was_active_ && (state == "available" || state == "manageable" || state == "enroll"))
    return delete_node();
  if (state == "manageable" && std::exchange(wants_trait_, false))
    return send("PUT", "/v1/nodes/" + node_ + "/traits/" + node_trait, nullptr,
                [this](const api_answer&) { again(); });
  if (state == "manageable" && std::exchange(wants_inspection_, false)) return ask_for("inspect");
  if (state == "manageable" && std::exchange(wants_flashing_, false))
    return send("PUT", "/v1/nodes/" + node_ + "/states/provision",
                {{"target", "clean"}, {"clean_steps", json::array({flashing()})}},
                [this](const api_answer&) { again(); });
  if (state == "available" && std::exchange(waits_for_tenant_, false))
    return pause(pause_least, offered_most, [this] { step(); });
  const auto found = std::find_if(next_verbs.begin(), next_verbs.end(),
                                  [&](const next_verb& x) { return x.state == state; });
  const bool moving = !node.value("target_provision_state", json{}).is_null() &&
                      state != "active" && found == next_verbs.end();
  // If the agent of a machine is awaited, the operator who switched it off must switch it on again.
  const bool awaits_agent = !mac_.empty() && state.find("wait") != std::string::npos;
  if (awaits_agent && text_of(node, "power_state") == "power off")
    return send("PUT", "/v1/nodes/" + node_ + "/states/power", {{"target", "power on"}},
                [this](const api_answer&) { again(); });
  if (moving || found == next_verbs.end()) return again();
  // Undeploying has removed the image.
  if (state == "available" && !mac_.empty() && !node["instance_info"].contains("image_source"))
    return send("PATCH", "/v1/nodes/" + node_,
                json::array({{{"op", "add"}, {"path", "/instance_info"}, {"value", image()}}}),
                [this](const api_answer&) { again(); });
  ask_for(std::string{found->target});
}

/// Deletes the node if its state allows it. Sometimes forces the deletion of a deployed node.
void machine_operator::delete_node() {
  deleting_ = true;
  send("DELETE", "/v1/nodes/" + node_, nullptr, [this](const api_answer& answer) {
    if (answer.status == 204 || answer.status == 404) return end_life();
    if (answer.status != 409 || !random().one_in(3)) return again();
    send("PUT", "/v1/nodes/" + node_ + "/maintenance", {{"reason", "taken away"}},
         [this](const api_answer& set) { set.status == 202 ? delete_node() : again(); });
  });
}

void machine_operator::ask_for(const std::string& target) {
  has_port_ = false;  // checked before the next read: the store may have lost it
  send("PUT", "/v1/nodes/" + node_ + "/states/provision", {{"target", target}},
       [this](const api_answer& answer) {
         if (answer.status == 404 && !deleting_) return vanished(answer);
         again();
       });
}

/// A random action of an operator while a machine works or rests.
void machine_operator::meddle() {
  ++meddled_;
  const auto path = "/v1/nodes/" + node_;
  const auto done = [this](const api_answer& answer) {
    if (answer.status == 404 && !deleting_) return vanished(answer);
    again();
  };
  const char* power = random().one_in(2) ? "power on" : "power off";
  switch (random().below(13)) {
    case 0: return send("PUT", path + "/states/power", {{"target", power}}, done);
    case 1: return send("PUT", path + "/states/power", {{"target", "rebooting"}}, done);
    case 2: return send("PUT", path + "/maintenance", {{"reason", "looked after"}}, done);
    case 3: return send("PUT", path + "/states/provision", {{"target", "abort"}}, done);
    case 4: return send("PUT", path + "/states/provision", {{"target", "inspect"}}, done);
    case 5:
      return send(
          "PUT", path + "/states/provision",
          {{"target", "clean"},
           {"clean_steps", json::array({{{"interface", "raid"}, {"step", "delete_configuration"}},
                                        {{"interface", "deploy"}, {"step", "erase_devices"}}})}},
          done);
    case 6:
      return send("DELETE", path + "/allocation", nullptr, [this](const api_answer&) { again(); });
    case 7:
      return send("PATCH", path,
                  json::array({{{"op", "add"},
                                {"path", "/conductor_group"},
                                {"value", random().any_of(conductor_groups)}}}),
                  done);
    case 8:
    case 9: return change_shared_port();
    case 10:
      return send("PUT", path + "/states/provision",
                  {{"target", "rescue"}, {"rescue_password", "let me in"}}, done);
    case 11:
      return send("PUT", path + "/states/provision",
                  {{"target", "service"},
                   {"service_steps",
                    {{{"interface", "raid"},
                      {"step", "apply_configuration"},
                      {"args", {{"raid_config", json::object()}}}}}}},
                  done);
    default:
      return send("PATCH", path,
                  json::array({{{"op", "add"}, {"path", "/extra/touched"}, {"value", meddled_}}}),
                  done);
  }
}

/// Requests or releases one of a few addresses.
void machine_operator::change_shared_port() {
  if (!shared_port_.empty())
    return send("DELETE", "/v1/ports/" + shared_port_, nullptr, [this](const api_answer& answer) {
      if (answer.status == 204 || answer.status == 404) shared_port_.clear();
      again();
    });
  shared_port_ = derived_uuid("port" + std::to_string(random().next()));
  const auto address = shared_addresses + std::to_string(random().below(shared_addresses_count));
  send("POST", "/v1/ports",
       {{"node_uuid", node_}, {"uuid", shared_port_}, {"address", address}, {"pxe_enabled", false}},
       [this](const api_answer& answer) {
         if (answer.status == 409) shared_port_.clear();
         again();
       });
}

std::string machine_operator::position() const {
  return "node " + (node_.empty() ? "none" : node_) + ", life " + std::to_string(lives_ended_) +
         (created_ ? ", last seen " + seen_ : ", not yet created");
}

}  // namespace ironbus::simulation
