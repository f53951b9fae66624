// Requests of a machine's ramdisk, which anybody may send, from the gateway to the node: rejected,
// or read as a command of limited size that the node accepts.
#include "actors/runtime/inbound.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/ramdisk/heartbeat_body.hpp"
#include "gateways/http/ramdisk/inspection_data.hpp"
#include "gateways/http/ramdisk/lookup_query.hpp"
#include "gateways/http/view/body_table.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/fuzz/bent_text.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/revived.hpp"

namespace {

using namespace ironbus;

constexpr int newest_version = 115;
constexpr size_t heartbeat_bytes_max = 72UL * 1024;

/// Sends a command by the bus to a node in any state.
void send(const command& order, draw& choices) {
  delivery given;
  given.body = encode_envelope(envelop(order, "m-1", lived_node_uuid, "/fuzz", timestamp{}));
  const auto message = decode_inbound(given);
  demand(message.has_value());
  revived node{lived_node_uuid};
  if (node.restore(lived_node(choices)))
    node.tell(std::get<node_message>(std::move((*message)->what)));
}

const json& heartbeat() {
  static const json out{{"callback_url", "https://192.0.2.7:9999"},
                        {"agent_version", "9.1.0"},
                        {"agent_token", "a-fresh-token-of-at-least-32-characters"},
                        {"agent_verify_ca", "-----BEGIN CERTIFICATE-----\nMIIB\n"},
                        {"agent_status", "end"},
                        {"agent_status_message", "all is done"}};
  return out;
}

size_t weight_of(const agent_heartbeat& x) {
  return x.callback_url.size() + x.agent_version.size() + x.agent_token.size() +
         x.agent_status.value_or("").size() + x.agent_status_message.value_or("").size() +
         x.agent_verify_ca.value_or("").size();
}

/// The node's data about an agent, or something similar.
json attributes_of_node(draw& choices) {
  static const json known{{"driver_internal_info",
                           {{"agent_url", "https://192.0.2.7:9999"},
                            {"agent_secret_token", "a-fresh-token-of-at-least-32-characters"},
                            {"agent_version", "9.1.0"}}}};
  return bent_document(known, choices);
}

void read_heartbeats(draw& choices) {
  static const installation_policy policy;
  const bool is_old = choices.byte() % 4 == 0;
  auto body = bent_document(
      is_old ? json{{"agent_url", "https://192.0.2.7:9999"}, {"event", "heartbeat"}} : heartbeat(),
      choices);
  const auto& table = is_old ? http::old_heartbeat_body : http::heartbeat_body;
  if (!body.is_object() || !http::check_body(table, body, newest_version)) return;
  const auto read = is_old ? http::read_old_heartbeat(body) : http::read_heartbeat(body);
  demand(weight_of(read) <= heartbeat_bytes_max);
  const auto attributes = attributes_of_node(choices);
  if (attributes.is_object())
    static_cast<void>(http::check_heartbeat(read, "callback_url", attributes, policy));
  send(read, choices);
}

void read_lookups(draw& choices) {
  static const std::string node = "node_uuid=11111111-1111-4111-8111-111111111111";
  static const std::string addresses = "addresses=52:54:00:AA:bb:cc,junk,52-54-00-aa-bb-cd";
  std::string query{choices.rest()};
  if (query.size() % 2 == 0) query = node + query + "&" + addresses;
  const auto url = http::parse_target("/v1/lookup?" + query);
  if (!url) return;
  const auto read = http::read_lookup_query(*url);
  if (!read) return;
  demand(read->node ? is_uuid(*read->node) : !read->addresses.empty());
  for (const auto& mac : read->addresses) demand(mac.size() == 17);
}

const json& found_machine() {
  static const json out{
      {"inventory",
       {{"interfaces",
         {{{"name", "eth0"}, {"mac_address", "52:54:00:aa:bb:cc"}, {"ipv4_address", "192.0.2.9"}},
          {{"name", "eth1"}, {"mac_address", "52:54:00:aa:bb:cd"}, {"lldp", json::array()}}}},
        {"bmc_address", "192.0.2.1/24"},
        {"bmc_v6address", "::1"},
        {"memory", {{"physical_mb", 4096}}},
        {"cpu", {{"count", 4}, {"architecture", "x86_64"}}},
        {"disks", {{{"name", "/dev/sda"}, {"size", 10'000'000'000}}}}}},
      {"boot_interface", "01-52-54-00-aa-bb-cc"},
      {"root_disk", {{"name", "/dev/sda"}}},
      {"error", nullptr}};
  return out;
}

void read_inspections(draw& choices) {
  auto body = bent_document(found_machine(), choices);
  if (!body.is_object()) return;
  auto read = http::read_inspection_data(std::move(body));
  if (!read) return;
  for (const auto& mac : read->macs) demand(mac.size() == 17);
  for (const auto& address : read->bmc_addresses) demand(address.size() <= 64);
  send(continue_inspection{std::move(read->inventory), std::move(read->plugin_data), std::nullopt,
                           std::nullopt},
       choices);
}

}  // namespace

static void feed_ramdisk(std::string_view input) {
  draw choices{input};
  switch (choices.byte() % 3) {
    case 0: return read_heartbeats(choices);
    case 1: return read_lookups(choices);
    default: read_inspections(choices);
  }
}

static const ironbus::fuzz_target ramdisk_target{"ramdisk", feed_ramdisk};
