#include "ops/ironbusd/fleet_view/node_row.hpp"

#include "gateways/cli/printable.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"

#include <algorithm>
#include <cctype>

namespace ironbus::fleet_view {

namespace {

constexpr std::string_view fields =
    "uuid,name,provision_state,target_provision_state,power_state,target_power_state,fault,"
    "last_error,maintenance,maintenance_reason,provision_updated_at";
constexpr size_t nodes_max = 1'000'000;
constexpr size_t name_bytes_max = 255;

}  // namespace

const std::string& label_of(const node_row& node) {
  return node.name.empty() ? node.uuid : node.name;
}

std::optional<state_kind> kind_of(const node_row& node) {
  const auto known = provision_state_from(node.state);
  return known ? std::optional{info(*known).kind} : std::nullopt;
}

bool is_idle(const node_row& node) {
  return kind_of(node) == state_kind::stable && node.target.empty() && node.target_power.empty();
}

bool has_failed(const node_row& node) { return kind_of(node) == state_kind::failed; }

node_row read_node_row(const json& shown) {
  node_row out;
  out.uuid = member_text(shown, "uuid");
  out.name = member_text(shown, "name");
  out.state = member_text(shown, "provision_state");
  out.target = member_text(shown, "target_provision_state");
  out.power = member_text(shown, "power_state");
  out.target_power = member_text(shown, "target_power_state");
  out.fault = member_text(shown, "fault");
  out.last_error = member_text(shown, "last_error");
  out.maintenance = member_flag(shown, "maintenance");
  out.maintenance_reason = member_text(shown, "maintenance_reason");
  out.since = member_time(shown, "provision_updated_at");
  return out;
}

json identity_of(const node_row& node) {
  return {{"uuid", node.uuid},
          {"name", node.name.empty() ? json{} : json(node.name)},
          {"provision_state", node.state},
          {"since", node.since}};
}

bool has_waited_longer(const node_row& left, const node_row& right) {
  const auto moment = [](const node_row& x) { return x.since.value_or(timestamp::max()); };
  return moment(left) < moment(right);
}

result<std::vector<node_row>> read_fleet(gateway_reader& service) {
  std::vector<node_row> out;
  std::string marker;
  for (;;) {
    const auto target = "/v1/nodes?limit=1000&fields=" + std::string{fields} +
                        (marker.empty() ? "" : "&marker=" + marker);
    const auto page = service.read_printable(target);
    if (!page) return tl::unexpected(page.error());
    const auto& nodes = member_list(*page, "nodes");
    for (const auto& shown : nodes) out.push_back(read_node_row(shown));
    if (nodes.empty() || !page->contains("next")) return out;
    marker = out.back().uuid;
    if (!is_uuid(marker) || out.size() > nodes_max)
      return fail(error_code::unavailable, "GET " + target + " returned no list of nodes");
  }
}

bool is_node_name(const std::string& text) {
  return !text.empty() && text.size() <= name_bytes_max &&
         std::ranges::all_of(text, [](unsigned char letter) {
           return std::isalnum(letter) != 0 || letter == '-' || letter == '.' || letter == '_' ||
                  letter == '~';
         });
}

result<std::monostate> check_node_name(const std::string& text) {
  constexpr size_t quoted_max = 100;
  if (is_node_name(text)) return {};
  return fail(error_code::invalid,
              "'" + cli::printable(text.substr(0, quoted_max)) +
                  "' is not a valid node name or UUID; allowed: letters, digits, - . _ ~");
}

}  // namespace ironbus::fleet_view
