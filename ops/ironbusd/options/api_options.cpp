// The rows of the section `api`.

#include "ops/ironbusd/options/address_check.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option api_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"api", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

std::vector<option> surface() {
  auto endpoint = api_row("public_endpoint",
                          member_option([](auto& x) -> auto& { return x.api.public_endpoint; }),
                          "Base of the links in answers, such as https://metal.example.org. Empty: "
                          "the address in each request.");
  endpoint.check = check_endpoint;
  auto heartbeat =
      api_row("ramdisk_heartbeat_timeout",
              member_option([](auto& x) -> auto& { return x.api.heartbeat_timeout; }),
              "Heartbeat timeout sent to agents; they call at a fraction of it.", within(10s, 24h));
  heartbeat.alias = "agent.heartbeat_timeout";
  auto schema =
      api_row("network_data_schema",
              member_option([](auto& x) -> auto& { return x.api.network_data_schema; }),
              "File with a JSON Schema (draft 7) that validates the network_data of nodes.");
  schema.unset = "OpenStack's schema of network_data";
  schema.example = "/etc/ironbus/network_data.json";
  auto leases = api_row("metadata_leases",
                        member_option([](auto& x) -> auto& { return x.api.metadata_leases; }),
                        "Lease file of a DHCP server, in dnsmasq's format. It maps the address of "
                        "a metadata request to a port's MAC address.");
  leases.unset = "this host's ARP table";
  leases.example = "/var/lib/misc/dnsmasq.leases";
  return {
      std::move(endpoint),
      std::move(leases),
      api_row("max_limit", member_option([](auto& x) -> auto& { return x.api.list_items_max; }),
              "Most items in one page of a list.", within(1, 100'000)),
      api_row(
          "enable_ramdisk_endpoints",
          member_option([](auto& x) -> auto& { return x.api.enable_ramdisk_endpoints; }),
          "Serve the calls of agents: lookup, heartbeat and inspection data. If false, they are "
          "answered 403; another gateway must serve them."),
      api_row("restrict_lookup",
              member_option([](auto& x) -> auto& { return x.api.restrict_lookup; }),
              "Answer an agent's lookup only for nodes in a state that expects an agent."),
      std::move(heartbeat),
      std::move(schema),
      api_row("reply_timeout", member_option([](auto& x) -> auto& { return x.api.reply_timeout; }),
              "How long a request waits for its node; then it is answered 503.", within(1s, 10min)),
      api_row("max_event_clients",
              member_option([](auto& x) -> auto& { return x.api.event_clients_max; }),
              "Most followers of /v1/events/stream at once.", within(0, 100'000)),
  };
}

std::vector<option> bounds() {
  return {
      api_row("max_json_body_size",
              member_option([](auto& x) -> auto& { return x.api.body_bytes_max; }),
              "Largest request body.", within(1, 1'048'576, "KiB", 1024)),
      api_row("max_json_body_size_provision",
              member_option([](auto& x) -> auto& { return x.api.provision_body_bytes_max; }),
              "Largest body of states/provision, which may contain a config drive.",
              within(1, 1'048'576, "KiB", 1024)),
      api_row("max_json_body_size_inspection",
              member_option([](auto& x) -> auto& { return x.api.inspection_body_bytes_max; }),
              "Largest body of continue_inspection and of a trial of inspection rules.",
              within(1, 1'048'576, "KiB", 1024)),
      api_row("max_json_body_depth",
              member_option([](auto& x) -> auto& { return x.api.json_depth_max; }),
              "Deepest nesting of a request body.", within(1, 1000)),
      api_row("threads", member_option([](auto& x) -> auto& { return x.api.server.threads; }),
              "Threads that serve requests.", within(1, 64)),
      api_row("max_connections",
              member_option([](auto& x) -> auto& { return x.api.server.connections_max; }),
              "Most connections at once; further ones are answered 503.", within(1, 1'000'000)),
      api_row("max_connections_per_address", member_option([](auto& x) -> auto& {
                return x.api.server.clients.connections_per_address_max;
              }),
              "Most connections at once of one IPv4 address or IPv6 /64 network; further ones are "
              "answered 429.",
              within(1, 1'000'000)),
      api_row("max_bodies_size",
              member_option([](auto& x) -> auto& { return x.api.server.clients.body_bytes_max; }),
              "Total size of the bodies of all current requests and answers; bodies of up to 16 "
              "KiB do not count. Requests beyond it are answered 503.",
              within(1, 64 * 1'048'576, "KiB", 1024)),
      api_row("max_bodies_size_per_address", member_option([](auto& x) -> auto& {
                return x.api.server.clients.body_bytes_per_address_max;
              }),
              "The same limit for one address; requests beyond it are answered 429.",
              within(1, 64 * 1'048'576, "KiB", 1024)),
      api_row("header_timeout",
              member_option([](auto& x) -> auto& { return x.api.server.header_timeout; }),
              "How long a client may take to send the head of a request.", within(100ms, 1h)),
      api_row("body_timeout",
              member_option([](auto& x) -> auto& { return x.api.server.body_timeout; }),
              "How long a client may take to send a body. A large body is sent in parts: each part "
              "is what min_body_rate yields in this time, and gets this time. A client that reads "
              "nothing of a file for this long is disconnected.",
              within(100ms, 1h)),
      api_row("min_body_rate", member_option([](auto& x) -> auto& {
                return x.api.server.body_bytes_per_second_min;
              }),
              "Lowest rate of a large body, in KiB per second.", within(1, 1'048'576, "KiB", 1024)),
      api_row("idle_timeout",
              member_option([](auto& x) -> auto& { return x.api.server.idle_timeout; }),
              "How long a connection may be idle between two requests.", within(100ms, 24h)),
  };
}

// As much as a thousand links of 100 Gbit/s carry.
constexpr int64_t bandwidth_max = 12'500'000'000'000;

std::vector<option> files() {
  return {
      api_row("file_bandwidth_total",
              member_option([](auto& x) -> auto& { return x.api.server.clients.files.total; }),
              "Most bytes per second of files (boot files, boot ISOs, images) that this process "
              "sends to all clients together; waiting clients take turns. 0: no limit.",
              within(0, bandwidth_max, "bytes")),
      api_row("file_bandwidth_per_client",
              member_option([](auto& x) -> auto& { return x.api.server.clients.files.per_client; }),
              "The same for one client: all connections of an IPv4 address or IPv6 /64 network. 0: "
              "no limit.",
              within(0, bandwidth_max, "bytes")),
  };
}

}  // namespace

std::vector<option> api_options() {
  auto out = surface();
  for (auto part : {bounds, files}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
