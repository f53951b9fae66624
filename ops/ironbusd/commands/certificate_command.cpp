#include "ops/ironbusd/commands/certificate_command.hpp"

#include "messages/base/text.hpp"
#include "messages/model/cleaning_certificate.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"
#include "ops/ironbusd/fleet_view/node_row.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"

#include <fstream>
#include <iostream>
#include <sstream>

namespace ironbus::daemon {

namespace {

using fleet_view::member_value;

constexpr json_limits certificate_limits{.bytes = 128 * 1024 * 1024, .depth = 8};

int end_certificate(exit_code code, const std::string& why) {
  std::cerr << "ironbus certificate: " << why << std::endl;
  return code;
}

/// The certificate of the operation, or the last one; null: there is none.
json chosen(const json& listed, const std::string& operation) {
  json out;
  for (const auto& x : member_value(listed, "certificates"))
    if (operation.empty() || member_text(x, "operation_id") == operation)
      out = member_value(x, "certificate");
  return out;
}

int fetch(const certificate_request& asked) {
  if (const auto named = fleet_view::check_node_name(asked.node); !named)
    return end_certificate(exit_usage, named.error().message);
  auto service = fleet_view::gateway_reader::make(asked.gateway, "--url");
  if (!service) return end_certificate(exit_usage, service.error().message);
  const auto listed = service->read("/v1/nodes/" + asked.node + "/certificates");
  if (!listed) return end_certificate(exit_certificate, listed.error().message + ".");
  const auto found = chosen(*listed, asked.operation);
  if (found.is_null())
    return end_certificate(
        exit_certificate,
        "the node has no such certificate. Conductors create certificates only while "
        "conductor.certificate_key_file is set.");
  std::cout << found.dump(2) << std::endl;
  return exit_ok;
}

result<json> read_file(const std::string& path) {
  std::ifstream file{path};
  if (!file) return fail(error_code::not_found, "'" + path + "' cannot be read.");
  std::ostringstream text;
  text << file.rdbuf();
  return parse_json(text.str(), certificate_limits);
}

/// Prints one erased device of an agent's report.
void print_device(const json& device) {
  std::cout << "    " << member_text(device, "name") << "  serial " << member_text(device, "serial")
            << "  " << member_text(device, "method") << "  "
            << to_text(member_value(device, "seconds")) << " s  "
            << (member_value(device, "verified") == true ? "verified" : "not verified") << "\n";
}

void print_entry(const json& entry) {
  std::cout << "  " << member_text(entry, "interface") << "." << member_text(entry, "name") << "  "
            << member_text(entry, "status") << "  " << member_text(entry, "started_at") << " - "
            << member_text(entry, "finished_at") << "\n";
  const auto report = member_value(entry, "report");
  const auto devices = member_value(report, "devices");
  if (devices.is_array())
    for (const auto& device : devices) print_device(device);
  else if (!report.is_null())
    std::cout << "    " << to_text(report).substr(0, 400) << "\n";
}

void print_payload(const json& payload) {
  const auto node = member_value(payload, "node");
  const auto operation = member_value(payload, "operation");
  std::cout << "node " << member_text(node, "uuid") << " " << member_text(node, "name") << "\n"
            << member_text(operation, "kind") << " " << member_text(operation, "id") << ": "
            << member_text(operation, "result") << "  " << member_text(operation, "started_at")
            << " - " << member_text(operation, "ended_at") << "\n"
            << "agent " << member_text(payload, "agent_version") << "\n"
            << "previous " << member_text(payload, "previous") << "\n";
  for (const auto& entry : member_value(payload, "entries")) print_entry(entry);
}

int verify(const certificate_request& asked) {
  const auto key = verifying_key::read(asked.public_key_file);
  if (!key) return end_certificate(exit_usage, key.error().message);
  const auto written = read_file(asked.file);
  if (!written) return end_certificate(exit_usage, written.error().message);
  const auto payload = read_certificate(*key, *written);
  if (!payload) return end_certificate(exit_certificate, payload.error().message);
  std::cout << "The signature is valid. Key " << key->id() << ", digest "
            << certificate_digest(*payload) << "\n";
  print_payload(*payload);
  std::cout << std::flush;
  return exit_ok;
}

}  // namespace

int run_certificate(const certificate_request& asked) {
  if (!asked.file.empty()) return verify(asked);
  if (asked.node.empty())
    return end_certificate(exit_usage, "give a NODE, or --verify FILE with --public-key FILE.");
  return fetch(asked);
}

}  // namespace ironbus::daemon
