#include "ops/ironbusd/commands/events_command.hpp"

#include "gateways/cli/event_line.hpp"
#include "gateways/cli/printable.hpp"
#include "ops/ironbusd/commands/fleet_commands.hpp"
#include "ops/ironbusd/fleet_view/event_pages.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

#include <iostream>

namespace ironbus::daemon {

namespace {

constexpr const char* events_command = "events";

int print_log(const events_request& asked) {
  auto service = fleet_view::gateway_reader::make(asked.stream.gateway, "--url");
  if (!service) return end_fleet_command(events_command, exit_usage, service.error().message);
  const auto read = fleet_view::read_events(
      *service, asked.stream.filter, asked.stream.since, [&](const json& event) {
        std::cout << (asked.stream.json ? cli::ascii_json(event) : cli::event_line(to_text(event)))
                  << '\n';
      });
  std::cout << std::flush;
  return read ? exit_ok : end_fleet_command(events_command, read.error());
}

/// Without --since, starts at the current end of the log, so that no event is missed if the
/// connection is lost before the first one. If that end cannot be read, the stream is followed
/// without it.
cli::follow_options with_beginning(cli::follow_options stream) {
  if (!stream.since.empty()) return stream;
  auto service = fleet_view::gateway_reader::make(stream.gateway, "--url");
  if (!service) return stream;
  if (const auto end = fleet_view::read_end_of_log(*service)) stream.since = *end;
  return stream;
}

}  // namespace

int run_events(const events_request& asked) {
  if (!asked.stream.since.empty() && !asked.follow) return print_log(asked);
  const auto ended = cli::follow_events(with_beginning(asked.stream), std::cout, std::cerr);
  if (ended) return exit_ok;
  const auto& why = ended.error();
  if (why.code == error_code::not_found) return end_fleet_command(events_command, why);
  return end_fleet_command(events_command, exit_refused, why.message);
}

}  // namespace ironbus::daemon
