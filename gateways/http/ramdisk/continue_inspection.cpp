#include "gateways/http/api/error.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/ramdisk/inspection_data.hpp"
#include "gateways/http/ramdisk/lookup.hpp"
#include "gateways/http/ramdisk/port_owner.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/legacy_uuid.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/platform/log.hpp"
#include "messages/wire/events.hpp"

#include <set>

// POST /v1/continue_inspection: finds the node of the data and passes the data to it.

namespace ironbus::http {

namespace {

/// Ramdisks send no version, which means 1.1.
constexpr int first_version = 1;
constexpr int returns_token_since = 84;

/// One text for all reasons: the caller is not authenticated and must not learn which nodes exist.
failure no_waiting_node() {
  return {error_code::not_found,
          "The node could not be found or does not wait for inspection data."};
}

using owners = std::set<std::string>;

/// A ramdisk's data, its node and the result of early rules.
struct delivery_of_data {
  inspection_data data;
  std::optional<std::string> node;      ///< According to the ramdisk.
  std::optional<std::string> rejected;  ///< By an early rule.
};

result<std::optional<std::string>> read_node_uuid(const call& call) {
  std::optional<std::string> out;
  for (const auto& [name, value] : call.url.query) {
    if (name != "node_uuid")
      return invalid("Unexpected arguments: " + name.substr(0, 64) + "; allowed: node_uuid.");
    if (call.version < returns_token_since) return tl::unexpected(no_waiting_node());
    if (!is_uuid(value)) return invalid("Invalid value for 'node_uuid'; it must be a UUID.");
    out = value;
  }
  return out;
}

void write_logs(const early_result& x) {
  for (const auto& [level, text] : x.logs) log::write(log::level_from(level), text);
}

/// Sends the data to a node. Fails with the error for the ramdisk. `discover_as`: the node does not
/// exist yet.
task<> deliver(const call_ptr& call, delivery_of_data& all, const std::string& node,
               std::optional<std::string> discover_as) {
  const bool discovers = discover_as.has_value();
  continue_inspection what{std::move(all.data.inventory), std::move(all.data.plugin_data),
                           std::move(discover_as), all.rejected};
  const auto answer = co_await tried(ask_node(call, std::move(what), node));
  if (all.rejected) co_await invalid(*all.rejected);
  const auto code = answer ? error_code::count_ : answer.error().code;
  if (code == error_code::not_found || (discovers && code == error_code::conflict))
    co_await tl::unexpected(no_waiting_node());
  if (!answer) co_await tl::unexpected(answer.error());
}

void respond_uuid(call& call, const std::string& node) {
  response out;
  out.status = 202;
  out.body = to_text({{"uuid", node}});
  call.respond(std::move(out));
}

task<node_record> read_waiting(const call_ptr& call, const std::string& uuid) {
  const auto found = co_await load_existing(call, "node", uuid, no_waiting_node());
  node_record out;
  out.uuid = uuid;
  out.snapshot = co_await parse_own_json(found.snapshot);
  const auto state = out.attributes().value("provision_state", "");
  if (state != "inspect wait" && state != "inspecting") co_return tl::unexpected(no_waiting_node());
  co_return out;
}

/// Answers newer ramdisks with the content of a lookup. They get their token before the data moves
/// the node on.
task<> deliver_to_waiting(const call_ptr& call, delivery_of_data& all, const std::string& uuid) {
  if (call->version < returns_token_since || all.rejected) {
    co_await deliver(call, all, uuid, std::nullopt);
    co_return respond_uuid(*call, uuid);
  }
  auto node = co_await read_waiting(call, uuid);
  const auto token = co_await give_token(call, node);
  co_await deliver(call, all, uuid, std::nullopt);
  answer_lookup(*call, 202, node.snapshot, token);
}

/// The same machine always gets the same node, even with repeated or concurrent requests.
std::string name_of_machine(const inspection_data& inspection_data) {
  std::string name = "machine";
  for (const auto& mac : inspection_data.macs) name += " " + mac;
  if (inspection_data.macs.empty())
    for (const auto& address : inspection_data.bmc_addresses) name += " " + address;
  return name;
}

/// The UUID of the node for a new machine. Empty if the first release has already created it.
task<std::string> uuid_of_discovered(const call_ptr& call, const inspection_data& data) {
  const auto name = name_of_machine(data);
  const auto legacy =
      co_await tried(load_existing(call, "node", legacy_derived_uuid(name), no_waiting_node()));
  if (legacy) co_return tl::unexpected(no_waiting_node());
  if (legacy.error().code != error_code::not_found) co_return tl::unexpected(legacy.error());
  co_return derived_uuid(name);
}

task<> discover_node(const call_ptr& call, delivery_of_data& all) {
  if (all.rejected) co_await invalid(*all.rejected);
  const auto& discovery = call->services.options.discovery;
  if (!discovery.enabled || all.node) co_await tl::unexpected(no_waiting_node());
  const auto node = co_await uuid_of_discovered(call, all.data);
  co_await deliver(call, all, node, discovery.driver);
  respond_uuid(*call, node);
}

/// Adds the waiting nodes that have one of the BMC addresses.
task<> add_owners_of_bmc(const call_ptr& call, owners& out, const delivery_of_data& all) {
  if (all.data.bmc_addresses.empty()) co_return;
  query wanted;
  wanted.collection = "nodes";
  wanted.filters.push_back(
      {std::string{waiting_bmc_column}, filter::op::equal, all.data.bmc_addresses});
  const auto rows = co_await list_rows(call, std::move(wanted));
  for (const auto& row : rows) out.insert(row.aggregate_id);
}

/// The nodes that the data may come from. A node that has only some of its ports in the data may
/// share an address with the machine, so the address of the BMC counts more.
task<owners> find_nodes(const call_ptr& call, const delivery_of_data& all) {
  owners out;
  co_await add_owners_of_bmc(call, out, all);
  if (all.node) out.insert(*all.node);
  const auto owner = co_await find_owner(call, all.data.macs, out);
  if (!owner.node.empty() && (out.empty() || owner.complete)) out.insert(owner.node);
  const bool unclear = out.empty() && !owner.matching.empty();
  log_shared_addresses(out.size() == 1 ? *out.begin() : std::string{}, owner.matching);
  if (unclear && all.rejected) co_await invalid(*all.rejected);
  if (unclear) co_await tl::unexpected(no_waiting_node());
  co_return out;
}

result<delivery_of_data> read_delivery(const call& call) {
  auto node = read_node_uuid(call);
  if (!node) return tl::unexpected(node.error());
  auto body = call.body_object();
  if (!body) return tl::unexpected(body.error());
  auto data = read_inspection_data(std::move(*body));
  if (!data) return tl::unexpected(data.error());
  auto early =
      call.services.inspection.apply_early_rules(data->inventory, std::move(data->plugin_data));
  if (!early) return tl::unexpected(early.error());
  write_logs(*early);
  data->plugin_data = std::move(early->plugin_data);
  return delivery_of_data{std::move(*data), std::move(*node), std::move(early->rejected)};
}

/// Fails with the error. The node fails at once, too, because the agent has no better data. It must
/// be found by the same addresses as for accepted data; the caller's word for it does not count.
task<> refuse_data(const call_ptr& call, failure why) {
  const auto body = call->body_object();
  if (!body || why.code != error_code::invalid) co_await tl::unexpected(why);
  delivery_of_data all{signs_of_machine(*body), std::nullopt, why.message};
  const auto found = co_await tried(find_nodes(call, all));
  if (found && found->size() == 1) co_await deliver(call, all, *found->begin(), std::nullopt);
  co_await tl::unexpected(why);
}

}  // namespace

/// Sends the data to its node, or discovers one.
task<> take_inspection_data(const call_ptr& call) {
  if (call->version > first_version && call->version < returns_token_since)
    co_await tl::unexpected(no_waiting_node());
  auto read = read_delivery(*call);
  if (!read) co_await refuse_data(call, read.error());
  auto& all = *read;
  const auto found = co_await find_nodes(call, all);
  if (found.size() > 1 && all.rejected) co_await invalid(*all.rejected);
  if (found.size() > 1) co_await tl::unexpected(no_waiting_node());
  if (found.empty())
    co_await discover_node(call, all);
  else
    co_await deliver_to_waiting(call, all, *found.begin());
}

}  // namespace ironbus::http
