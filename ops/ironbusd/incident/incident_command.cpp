#include "ops/ironbusd/incident/incident_command.hpp"

#include "gateways/cli/printable.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"
#include "ops/ironbusd/fleet_view/gateway_reader.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"
#include "ops/ironbusd/fleet_view/node_row.hpp"
#include "ops/ironbusd/incident/incident_file.hpp"
#include "ops/ironbusd/incident/replay.hpp"
#include "ops/ironbusd/incident/replay_text.hpp"
#include "ops/ironbusd/incident/stored_incident.hpp"
#include "ops/ironbusd/manual/command_end.hpp"

#include <iostream>

namespace ironbus::daemon {

namespace {

constexpr auto export_name = "ironbus incident export";
constexpr auto replay_name = "ironbus incident replay";
constexpr auto store_export_name = "ironbusd store incident";

int write_incident(const incident_request& asked, const json& incident) {
  const auto* command = asked.from_store ? store_export_name : export_name;
  const auto lines = incident_lines(incident);
  if (!lines) return end_command(command, lines.error());
  if (const auto written = write_new_file(asked.file, *lines); !written)
    return end_command(command, written.error());
  std::cout << asked.file << ": " << incident["decisions"].size() << " decisions, "
            << incident["events"].size() << " events, " << incident["operations"].size()
            << " workflows, " << lines->size() << " bytes\n";
  for (const auto& note : fleet_view::member_list(incident["incident"], "notes"))
    if (note.is_string()) std::cout << cli::printable(note.get<std::string>()) << "\n";
  std::cout << std::flush;
  return exit_ok;
}

}  // namespace

int run_incident_export(const incident_request& asked) {
  if (const auto named = fleet_view::check_node_name(asked.node); !named)
    return end_command(export_name, named.error());
  auto service = fleet_view::gateway_reader::make(asked.gateway, "--url");
  if (!service) return end_command(export_name, exit_usage, service.error().message);
  const auto answer = service->read("/v1/nodes/" + asked.node + "/incident");
  return answer ? write_incident(asked, *answer) : end_command(export_name, answer.error());
}

int export_incident_of_store(const incident_request& asked, const configuration& configuration) {
  set_secret_words(configuration.values.secret_keys);
  const auto incident = read_stored_incident(configuration.values, asked.node);
  return incident ? write_incident(asked, *incident)
                  : end_command(store_export_name, incident.error());
}

int run_incident_replay(const incident_request& asked) {
  const auto file = read_incident_file(asked.file);
  if (!file) return end_command(replay_name, exit_usage, file.error().message);
  const auto report = replay_decisions(*file);
  if (!report)
    return end_command(replay_name, exit_usage, asked.file + ": " + report.error().message);
  const auto document = replay_document(*file, *report);
  std::cout << (asked.json ? cli::ascii_json(document, 2) + "\n"
                           : replay_text(cli::printable_json(document)))
            << std::flush;
  const auto same = fleet_view::member_number(document, "same").value_or(0);
  const auto otherwise = fleet_view::member_number(document, "otherwise").value_or(0);
  if (otherwise > 0) return exit_decides_otherwise;
  if (same > 0) return exit_ok;
  return end_command(replay_name, exit_usage, asked.file + " has no decision to replay");
}

}  // namespace ironbus::daemon
