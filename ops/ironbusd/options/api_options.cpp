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
  auto endpoint = api_row(
      "public_endpoint", member_option([](auto& x) -> auto& { return x.api.public_endpoint; }),
      "Base of the links in answers, such as https://metal.example.org. Empty: as "
      "each request addresses the server.");
  endpoint.check = check_endpoint;
  auto heartbeat = api_row("ramdisk_heartbeat_timeout",
                           member_option([](auto& x) -> auto& { return x.api.heartbeat_timeout; }),
                           "What agents are told about how often to call; they use a part of it.",
                           within(10s, 24h));
  heartbeat.alias = "agent.heartbeat_timeout";
  auto schema =
      api_row("network_data_schema",
              member_option([](auto& x) -> auto& { return x.api.network_data_schema; }),
              "File with the JSON Schema (draft 7) that the network_data of nodes must meet.");
  schema.unset = "OpenStack's schema of network_data";
  schema.example = "/etc/ironbus/network_data.json";
  auto leases = api_row("metadata_leases",
                        member_option([](auto& x) -> auto& { return x.api.metadata_leases; }),
                        "File of a DHCP server's leases, as dnsmasq keeps them: whose port has the "
                        "address that an instance asks metadata_listen from.");
  leases.unset = "by whom this host has heard itself (its ARP table)";
  leases.example = "/var/lib/misc/dnsmasq.leases";
  return {
      std::move(endpoint),
      std::move(leases),
      api_row("max_limit", member_option([](auto& x) -> auto& { return x.api.list_items_max; }),
              "Longest page of a list.", within(1, 100'000)),
      api_row("restrict_lookup",
              member_option([](auto& x) -> auto& { return x.api.restrict_lookup; }),
              "Answer an agent's lookup only for nodes in a state that expects one."),
      std::move(heartbeat),
      std::move(schema),
      api_row("reply_timeout", member_option([](auto& x) -> auto& { return x.api.reply_timeout; }),
              "How long a request waits for its node's answer before it is answered 503.",
              within(1s, 10min)),
      api_row("max_event_clients",
              member_option([](auto& x) -> auto& { return x.api.event_clients_max; }),
              "Followers of /v1/events/stream at once.", within(0, 100'000)),
  };
}

std::vector<option> bounds() {
  return {
      api_row("max_json_body_size",
              member_option([](auto& x) -> auto& { return x.api.body_bytes_max; }),
              "Largest request body.", within(1, 1'048'576, "KiB", 1024)),
      api_row("max_json_body_size_provision",
              member_option([](auto& x) -> auto& { return x.api.provision_body_bytes_max; }),
              "Largest body of states/provision, which carries a config drive.",
              within(1, 1'048'576, "KiB", 1024)),
      api_row("max_json_body_size_inspection",
              member_option([](auto& x) -> auto& { return x.api.inspection_body_bytes_max; }),
              "Largest body of continue_inspection and of a trial of rules.",
              within(1, 1'048'576, "KiB", 1024)),
      api_row("max_json_body_depth",
              member_option([](auto& x) -> auto& { return x.api.json_depth_max; }),
              "Deepest nesting of a request body.", within(1, 1000)),
      api_row("threads", member_option([](auto& x) -> auto& { return x.api.server.threads; }),
              "Threads that serve requests.", within(1, 64)),
      api_row("max_connections",
              member_option([](auto& x) -> auto& { return x.api.server.connections_max; }),
              "Connections at once; more are answered 503.", within(1, 1'000'000)),
      api_row(
          "max_connections_per_address", member_option([](auto& x) -> auto& {
            return x.api.server.clients.connections_per_address_max;
          }),
          "Connections at once of one IPv4 address or IPv6 network of 64 bits; more are answered "
          "429.",
          within(1, 1'000'000)),
      api_row(
          "max_bodies_size",
          member_option([](auto& x) -> auto& { return x.api.server.clients.body_bytes_max; }),
          "Bodies of all requests and answers under way together; bodies of up to 16 KiB do not "
          "count. More are answered 503.",
          within(1, 64 * 1'048'576, "KiB", 1024)),
      api_row("max_bodies_size_per_address", member_option([](auto& x) -> auto& {
                return x.api.server.clients.body_bytes_per_address_max;
              }),
              "The same of one address; more are answered 429.",
              within(1, 64 * 1'048'576, "KiB", 1024)),
      api_row("header_timeout",
              member_option([](auto& x) -> auto& { return x.api.server.header_timeout; }),
              "How long a client may take to send a request's head.", within(100ms, 1h)),
      api_row("body_timeout",
              member_option([](auto& x) -> auto& { return x.api.server.body_timeout; }),
              "How long a client may take to send a body, or as much of a large one as "
              "min_body_rate makes of that time; then it has as long again for the next part. A "
              "client that takes nothing of a file for as long is dropped.",
              within(100ms, 1h)),
      api_row(
          "min_body_rate",
          member_option([](auto& x) -> auto& { return x.api.server.body_bytes_per_second_min; }),
          "How many KiB of a large body must come in a second.", within(1, 1'048'576, "KiB", 1024)),
      api_row("idle_timeout",
              member_option([](auto& x) -> auto& { return x.api.server.idle_timeout; }),
              "How long a connection may stay open between two requests.", within(100ms, 24h)),
  };
}

// As much as a thousand links of 100 Gbit/s carry.
constexpr int64_t bandwidth_max = 12'500'000'000'000;

std::vector<option> files() {
  return {
      api_row("file_bandwidth_total",
              member_option([](auto& x) -> auto& { return x.api.server.clients.files.total; }),
              "Bytes of files (boot files, discs, images) that this process sends in a second, to "
              "all clients together; those that wait take turns. 0: any number.",
              within(0, bandwidth_max, "bytes")),
      api_row("file_bandwidth_per_client",
              member_option([](auto& x) -> auto& { return x.api.server.clients.files.per_client; }),
              "The same to one client: an IPv4 address or an IPv6 network of 64 bits, with all its "
              "connections. 0: any number.",
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
