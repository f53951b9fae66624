#include "tests/simulation/run/tenant.hpp"

#include "messages/base/uuid.hpp"

namespace ironbus::simulation {

namespace {

constexpr const char* nodes_target = "/v1/nodes?fields=uuid,provision_state,instance_uuid";
constexpr std::chrono::seconds between_looks_least{3};
constexpr std::chrono::seconds between_looks_most{20};
constexpr std::chrono::minutes kept_most{3};
/// Tenants make requests at multiples of this time, so that they compete for the same node.
constexpr std::chrono::seconds rush_pause{10};

/// UUIDs of the unowned nodes in that state.
std::vector<std::string> free_nodes(const json& nodes, std::string_view state) {
  std::vector<std::string> out;
  for (const auto& node : nodes)
    if (node.at("provision_state") == state && node.at("instance_uuid").is_null())
      out.push_back(node.at("uuid").get<std::string>());
  return out;
}

}  // namespace

tenant::tenant(surroundings& around, cluster& service, surveillance watched)
    : api_user{around, service}, watched_{std::move(watched)} {}

void tenant::again() {
  pause(between_looks_least, between_looks_most, [this] { step(); });
}

void tenant::step() {
  if (!allocation_.empty()) return created_ ? look() : create();
  finished_ = watched_.is_over();
  if (!finished_) look_for_nodes();
}

void tenant::look_for_nodes() {
  send("GET", nodes_target, nullptr, [this](const api_answer& answer) {
    if (answer.status == 200) wish(json::parse(answer.body).at("nodes"));
    const auto to_rush = rush_pause - now() % rush_pause;
    pause(to_rush, to_rush, [this] { step(); });
  });
}

/// Sometimes it requests something impossible.
void tenant::wish(const json& nodes) {
  const auto offered = free_nodes(nodes, "available");
  const auto in_use = free_nodes(nodes, "active");
  wished_ = {{"resource_class", node_class}};
  switch (random().below(4)) {
    case 0: break;
    case 1: wished_["traits"] = {node_trait}; break;
    case 2:
      if (!offered.empty()) wished_["candidate_nodes"] = {random().any_of(offered)};
      break;
    default:
      if (in_use.empty()) return;
      wished_["node"] = random().any_of(in_use);
  }
  if (offered.empty() && !wished_.contains("node") && !random().one_in(8)) return;
  allocation_ = derived_uuid("allocation" + std::to_string(random().next()));
  wished_["uuid"] = allocation_;
  created_ = ending_ = false;
  kept_until_ = now() + random().between(between_looks_least, kept_most);
}

void tenant::create() {
  send("POST", "/v1/allocations", wished_, [this](const api_answer& answer) {
    // 409: an earlier request with a lost response has created it, or its node has refused.
    created_ = answer.status == 201 || answer.status == 409;
    if (answer.status == 400) {
      // A candidate was deleted since the search.
      if (!wished_.contains("candidate_nodes") && !wished_.contains("node"))
        watched_.complain("the API rejected an allocation: " + answer.body);
      wished_.erase("candidate_nodes");
      wished_.erase("node");
    }
    again();
  });
}

void tenant::look() {
  if (now() > kept_until_ || watched_.is_over()) return end();
  send("GET", "/v1/allocations/" + allocation_, nullptr, [this](const api_answer& answer) {
    if (answer.status == 404) has_gone();
    if (answer.status == 200 && json::parse(answer.body).at("state") == "error") return end();
    again();
  });
}

/// Its node may be in use: then it stays until the node is undeployed.
void tenant::end() {
  ending_ = true;
  send("DELETE", "/v1/allocations/" + allocation_, nullptr, [this](const api_answer& answer) {
    if (answer.status == 204) allocation_.clear();
    if (answer.status == 404) has_gone();
    again();
  });
}

void tenant::has_gone() {
  if (!ending_ && !watched_.has_ended_rightly(allocation_) && !watched_.may_be_forgotten())
    watched_.complain("allocation " + allocation_ + " was created and no longer exists");
  allocation_.clear();
}

}  // namespace ironbus::simulation
