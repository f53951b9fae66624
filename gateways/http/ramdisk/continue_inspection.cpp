#include "gateways/http/api/error.hpp"
#include "gateways/http/api/send_command.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/ramdisk/inspection_data.hpp"
#include "gateways/http/ramdisk/lookup.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/log.hpp"
#include "messages/base/uuid.hpp"
#include "messages/wire/events.hpp"

#include <set>

// POST /v1/continue_inspection: whose data is it?

namespace ironbus::http {

namespace {

/// Ramdisks ask without a version, which is 1.1.
constexpr int first_version = 1;
constexpr int tells_token_since = 84;

/// One text for every reason: the caller is not authenticated and must not learn what exists.
failure no_node_waits() {
  return {error_code::not_found, "The node could not be found or does not wait for this data."};
}

using owners = std::set<std::string>;

/// A ramdisk's data on its way to its node.
struct delivery_of_data {
  inspection_data data;
  std::optional<std::string> node;      ///< As the ramdisk says.
  std::optional<std::string> rejected;  ///< By an early rule.
  owners by_mac;
  bool discovers = false;  ///< There is no node yet.
};
using data_ptr = std::shared_ptr<delivery_of_data>;

result<std::optional<std::string>> read_node_uuid(const call& x) {
  std::optional<std::string> out;
  for (const auto& [name, value] : x.url.query) {
    if (name != "node_uuid")
      return invalid("Unexpected arguments: " + name.substr(0, 64) + "; allowed: node_uuid.");
    if (x.version < tells_token_since) return tl::unexpected(no_node_waits());
    if (!is_uuid(value)) return invalid("Invalid value for 'node_uuid'; it must be a UUID.");
    out = value;
  }
  return out;
}

void write_logs(const early_result& x) {
  for (const auto& [level, text] : x.logs) log::write(log::level_from(level), text);
}

/// What the node says to the data, as the ramdisk is to hear it.
void answered(const call_ptr& x, const data_ptr& all, const result<std::string>& answer,
              const std::function<void()>& accepted) {
  if (all->rejected) return x->refuse({error_code::invalid, *all->rejected});
  const auto code = answer ? error_code::count_ : answer.error().code;
  if (code == error_code::not_found || (all->discovers && code == error_code::conflict))
    return x->refuse(no_node_waits());
  if (!answer) return x->refuse(answer.error());
  accepted();
}

void deliver(const call_ptr& x, const data_ptr& all, const std::string& node,
             std::optional<std::string> discover_as, std::function<void()> accepted) {
  x->with.commands.ask(
      continue_inspection{std::move(all->data.inventory), std::move(all->data.plugin_data),
                          std::move(discover_as), all->rejected},
      node, x->origin(),
      x->either<std::string>([x, all, accepted = std::move(accepted)](const auto& answer) {
        answered(x, all, answer, accepted);
      }));
}

void respond_uuid(const call_ptr& x, const std::string& node) {
  response out;
  out.status = 202;
  out.body = to_text({{"uuid", node}});
  x->respond(std::move(out));
}

/// Newer ramdisks are told at once what a lookup would tell them. They get their token before the
/// data moves the node on.
void deliver_with_token(const call_ptr& x, const data_ptr& all, const std::string& node,
                        json snapshot) {
  ask_node(x, agent_lookup{random_token()}, node, [x, all, node, snapshot](const auto& body) {
    const auto given = parse_own_json(body);
    if (!given || !given->is_object() || !given->contains("agent_token"))
      return x->refuse({error_code::internal, "the answer to a lookup holds no token"});
    auto now = snapshot;  // read before the node had a token
    now["about"]["driver_internal_info"]["agent_secret_token"] = masked_value;
    deliver(x, all, node, std::nullopt,
            [x, now, token = given->at("agent_token")] { answer_lookup(*x, 202, now, token); });
  });
}

void deliver_to_waiting(const call_ptr& x, const data_ptr& all, const std::string& node) {
  if (x->version < tells_token_since || all->rejected)
    return deliver(x, all, node, std::nullopt, [x, node] { respond_uuid(x, node); });
  auto loaded = [x, all, node](const result<stored>& record) {
    if (!record && record.error().code != error_code::not_found) return x->refuse(record.error());
    if (!record || record->erased) return x->refuse(no_node_waits());
    auto snapshot = parse_own_json(record->snapshot);
    if (!snapshot) return x->refuse(snapshot.error());
    const auto state = snapshot->at("about").value("provision_state", "");
    if (state != "inspect wait" && state != "inspecting") return x->refuse(no_node_waits());
    deliver_with_token(x, all, node, std::move(*snapshot));
  };
  x->with.records.load("node", node, x->either<stored>(std::move(loaded)));
}

/// The same machine is the same node, however often and at once it is heard.
std::string uuid_of_machine(const inspection_data& x) {
  std::string seed = "machine";
  for (const auto& mac : x.macs) seed += " " + mac;
  if (x.macs.empty())
    for (const auto& address : x.bmc_addresses) seed += " " + address;
  return id_source{seed}.next();
}

void deliver_to_nobody(const call_ptr& x, const data_ptr& all) {
  if (all->rejected) return x->refuse({error_code::invalid, *all->rejected});
  const auto& discovery = x->with.options.discovery;
  if (!discovery.enabled || all->node) return x->refuse(no_node_waits());
  all->discovers = true;
  const auto node = uuid_of_machine(all->data);
  deliver(x, all, node, discovery.driver, [x, node] { respond_uuid(x, node); });
}

/// Whom the addresses name, if they all agree.
void choose_node(const call_ptr& x, const data_ptr& all, owners found) {
  found.insert(all->by_mac.begin(), all->by_mac.end());
  if (all->node) found.insert(*all->node);
  if (found.size() > 1)
    return x->refuse(all->rejected ? failure{error_code::invalid, *all->rejected}
                                   : no_node_waits());
  if (found.empty()) return deliver_to_nobody(x, all);
  deliver_to_waiting(x, all, *found.begin());
}

/// The aggregates whose rows have one of the values; of no values none.
void find_owners(const call_ptr& x, const char* collection, std::string_view column,
                 std::vector<std::string> values, std::function<void(owners)> go_on) {
  if (values.empty()) return go_on({});
  query wanted;
  wanted.collection = collection;
  wanted.filters.push_back({std::string{column}, filter::op::equal, std::move(values)});
  auto got = [go_on = std::move(go_on)](const std::vector<listed>& rows) {
    owners out;
    for (const auto& row : rows) out.insert(row.aggregate_id);
    go_on(std::move(out));
  };
  x->with.records.list(std::move(wanted), x->then<std::vector<listed>>(std::move(got)));
}

}  // namespace

void take_inspection_data(const call_ptr& x) {
  if (x->version > first_version && x->version < tells_token_since)
    return x->refuse(no_node_waits());
  auto node = read_node_uuid(*x);
  if (!node) return x->refuse(node.error());
  auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  auto data = read_inspection_data(std::move(*body));
  if (!data) return x->refuse(data.error());
  auto early = x->with.inspection.apply_early_rules(data->inventory, std::move(data->plugin_data));
  if (!early) return x->refuse(early.error());
  write_logs(*early);
  data->plugin_data = std::move(early->plugin_data);
  auto all = std::make_shared<delivery_of_data>(
      delivery_of_data{std::move(*data), std::move(*node), std::move(early->rejected), {}, false});
  find_owners(x, "ports", "address", all->data.macs, [x, all](owners by_mac) {
    all->by_mac = std::move(by_mac);
    find_owners(x, "nodes", waiting_bmc_column, all->data.bmc_addresses,
                [x, all](owners by_bmc) { choose_node(x, all, std::move(by_bmc)); });
  });
}

}  // namespace ironbus::http
