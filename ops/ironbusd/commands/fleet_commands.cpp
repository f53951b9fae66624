#include "ops/ironbusd/commands/fleet_commands.hpp"

#include "gateways/cli/printable.hpp"
#include "ops/ironbusd/fleet_view/event_pages.hpp"
#include "ops/ironbusd/fleet_view/fleet_status.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"
#include "ops/ironbusd/fleet_view/oddity_report.hpp"
#include "ops/ironbusd/fleet_view/terminal.hpp"
#include "ops/ironbusd/fleet_view/timeline.hpp"
#include "ops/ironbusd/fleet_view/watch.hpp"
#include "ops/ironbusd/fleet_view/why_groups.hpp"
#include "ops/ironbusd/fleet_view/why_report.hpp"

#include <iostream>

namespace ironbus::daemon {

namespace {

using fleet_view::gateway_reader;

int print_answer(const fleet_request& asked, const json& document, const std::string& text) {
  std::cout << (asked.json ? cli::ascii_json(document, 2) + "\n" : text) << std::flush;
  return exit_ok;
}

/// Connects to the gateway of `asked` and calls `run` with it.
template <class Run>
int ask_gateway(const std::string& command, const fleet_request& asked, Run run) {
  auto service = gateway_reader::make(asked.gateway, "--url");
  if (!service) return end_fleet_command(command, exit_usage, service.error().message);
  const result<int> done = run(*service);
  return done ? *done : end_fleet_command(command, done.error());
}

result<json> read_why(gateway_reader& service, const std::string& node) {
  return service.read_printable("/v1/nodes/" + node + "/why");
}

/// The answers of /why for nodes. Nodes that were deleted in between are left out.
result<std::vector<fleet_view::explained_node>> explain(
    gateway_reader& service, const std::vector<fleet_view::node_row>& nodes) {
  std::vector<fleet_view::explained_node> out;
  for (const auto& node : nodes) {
    auto why = read_why(service, node.uuid);
    if (why)
      out.push_back({node, std::move(*why)});
    else if (why.error().code != error_code::not_found)
      return tl::unexpected(why.error());
  }
  return out;
}

result<int> print_status(gateway_reader& service, const fleet_request& asked) {
  fleet_view::fleet_facts facts;
  facts.gateway = service.place();
  auto nodes = fleet_view::read_fleet(service);
  if (!nodes) return tl::unexpected(nodes.error());
  for (auto [target, kept] :
       {std::pair{"/v1/conductors", &facts.conductors}, std::pair{"/v1/drivers", &facts.drivers}}) {
    auto read = service.read_printable(target, fleet_view::minor_conductors);
    if (!read) return tl::unexpected(read.error());
    *kept = std::move(*read);
  }
  auto oldest = explain(service, fleet_view::longest_waiting(*nodes));
  if (!oldest) return tl::unexpected(oldest.error());
  facts.nodes = std::move(*nodes);
  facts.oldest = std::move(*oldest);
  facts.now = system_clock{}.now();
  const auto document = fleet_view::status_document(facts);
  return print_answer(asked, document, fleet_view::status_text(document, facts.now));
}

result<int> print_why_of_all(gateway_reader& service, const fleet_request& asked) {
  const auto groups = fleet_view::read_why_groups(service);
  if (!groups) return tl::unexpected(groups.error());
  const auto document = groups->document();
  return print_answer(asked, document, fleet_view::why_groups_text(document, system_clock{}.now()));
}

result<int> print_why(gateway_reader& service, const fleet_request& asked) {
  auto why = read_why(service, asked.node);
  if (!why) return tl::unexpected(why.error());
  const auto text = fleet_view::why_text(*why, system_clock{}.now());
  return print_answer(asked, fleet_view::why_document(std::move(*why)), text);
}

/// The stored events of a node.
result<json> read_events_of_node(gateway_reader& service, const std::string& node) {
  json out = json::array();
  cli::event_filter filter;
  filter.node = node;
  const auto take = [&](const json& event) { out.push_back(cli::printable_json(event)); };
  const auto read = fleet_view::read_events(service, filter, {}, take);
  if (!read) return tl::unexpected(read.error());
  return out;
}

result<int> print_timeline(gateway_reader& service, const fleet_request& asked) {
  fleet_view::timeline_facts facts;
  auto node = service.read_printable("/v1/nodes/" + asked.node);
  if (!node) return tl::unexpected(node.error());
  facts.node = std::move(*node);
  const auto path = "/v1/nodes/" + asked.node;
  const auto operations = service.read_printable(path + "/operations");
  if (!operations) return tl::unexpected(operations.error());
  facts.operations = fleet_view::member_list(*operations, "operations");
  const auto history =
      service.read_printable(path + "/history/detail?limit=1000", fleet_view::minor_history);
  if (!history) return tl::unexpected(history.error());
  facts.history = fleet_view::member_list(*history, "history");
  auto events = read_events_of_node(service, asked.node);
  if (!events) return tl::unexpected(events.error());
  facts.events = std::move(*events);
  const auto timeline = fleet_view::timeline_document(facts, system_clock{}.now());
  return print_answer(asked, timeline, fleet_view::timeline_text(timeline));
}

result<int> print_oddities(gateway_reader& service, const fleet_request& asked) {
  const auto node =
      service.read_printable("/v1/nodes/" + asked.node + "?fields=uuid,name,driver_internal_info");
  if (!node) return tl::unexpected(node.error());
  const auto document = fleet_view::oddity_document(*node);
  return print_answer(asked, document, fleet_view::oddity_text(document));
}

}  // namespace

int run_status(const fleet_request& asked) {
  return ask_gateway("status", asked,
                     [&](gateway_reader& service) { return print_status(service, asked); });
}

int run_why(const fleet_request& asked) {
  if (asked.all)
    return ask_gateway("why", asked,
                       [&](gateway_reader& service) { return print_why_of_all(service, asked); });
  if (asked.node.empty()) return end_fleet_command("why", exit_usage, "give a NODE, or --all");
  if (const auto named = fleet_view::check_node_name(asked.node); !named)
    return end_fleet_command("why", named.error());
  return ask_gateway("why", asked,
                     [&](gateway_reader& service) { return print_why(service, asked); });
}

int run_timeline(const fleet_request& asked) {
  if (const auto named = fleet_view::check_node_name(asked.node); !named)
    return end_fleet_command("node timeline", named.error());
  return ask_gateway("node timeline", asked,
                     [&](gateway_reader& service) { return print_timeline(service, asked); });
}

int run_oddities(const fleet_request& asked) {
  if (const auto named = fleet_view::check_node_name(asked.node); !named)
    return end_fleet_command("node oddities", named.error());
  return ask_gateway("node oddities", asked,
                     [&](gateway_reader& service) { return print_oddities(service, asked); });
}

int run_watch(const fleet_request& asked) {
  fleet_view::watch_options options;
  options.gateway = asked.gateway;
  options.json = asked.json;
  options.live = !asked.json && fleet_view::is_live_terminal();
  options.coloured = fleet_view::takes_colours();
  const auto ended = fleet_view::watch_fleet(options, std::cout, std::cerr);
  return ended ? exit_ok : end_fleet_command("watch", ended.error());
}

}  // namespace ironbus::daemon
