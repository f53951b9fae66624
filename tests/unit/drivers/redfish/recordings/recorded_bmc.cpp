#include "tests/unit/drivers/redfish/recordings/recorded_bmc.hpp"

#include "drivers/redfish/firmware/redfish_firmware_catalog.hpp"
#include "drivers/redfish/inspection/redfish_inspection.hpp"
#include "drivers/redfish/redfish_interface.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ironbus::test {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

redfish_options without_pauses() {
  redfish_options out;
  out.retry_first = 1ms;
  out.retry_longest = 1ms;
  return out;
}

http_response response_with(unsigned status, const json& body) {
  http_response out;
  out.status = status;
  out.headers = {{"Content-Type", "application/json"}};
  out.body = body.dump();
  return out;
}

json error_body(const char* text) {
  return {{"error", {{"code", "Base.1.8.GeneralError"}, {"message", text}}}};
}

/// A step, and what is compared of its outcome.
struct reading_row {
  const char* key;
  const char* interface;
  const char* step;
  redfish_operations (*acts)();
  json (*found)(const step_outcome&);
};

json shown_text(const std::optional<std::string>& text) { return text ? json(*text) : json{}; }

json found_power(const step_outcome& x) {
  const auto& power = x.observed.power_state;
  return power ? json(to_string(*power)) : json{};
}

json found_firmware(const step_outcome& x) {
  json out = json::object();
  for (const auto& one : x.observed.firmware) out[one.component] = one.current_version.value_or("");
  return out;
}

json found_inspection(const step_outcome& x) {
  return {{"inventory", x.observed.inventory.value("inventory", json{})},
          {"properties", x.observed.properties},
          {"macs", x.observed.mac_addresses}};
}

constexpr std::array readings{
    reading_row{"power", "power", "get_power_state", &redfish_machine_acts, &found_power},
    reading_row{"boot_device", "management", "get_boot_device", &redfish_machine_acts,
                [](const step_outcome& x) { return x.answer; }},
    reading_row{"boot_mode", "management", "get_boot_mode", &redfish_machine_acts,
                [](const step_outcome& x) { return shown_text(x.observed.boot_mode); }},
    reading_row{"health", "management", "get_node_health", &redfish_machine_acts,
                [](const step_outcome& x) { return shown_text(x.observed.health); }},
    reading_row{"sensors", "management", "get_sensors_data", &redfish_machine_acts,
                [](const step_outcome& x) { return x.answer; }},
    reading_row{"firmware", "firmware", "cache_firmware_components", &redfish_firmware_acts,
                &found_firmware},
    reading_row{"inspection", "inspect", "inspect_hardware", &redfish_inspection_acts,
                &found_inspection},
};

step_request request_of(const reading_row& row, const std::string& system) {
  step_request out;
  out.machine.uuid = out.id.node = "7c1f2d6e-0d0a-4d7e-9f0e-5a3c6c1b7a02";
  out.machine.driver = "redfish";
  out.machine.driver_info = {{"redfish_address", "https://192.0.2.7"},
                             {"redfish_username", "root"},
                             {"redfish_password", "secret"},
                             {"redfish_auth_type", "basic"}};
  if (!system.empty()) out.machine.driver_info.edit()["redfish_system_id"] = system;
  out.what.interface = row.interface;
  out.what.name = row.step;
  return out;
}

}  // namespace

bmc_recording read_recording(const std::string& place) {
  bmc_recording out;
  if (fs::is_directory(place)) {
    auto read = simulator::read_documents(place);
    BOOST_REQUIRE_MESSAGE(read, place << ": " << read.error().message);
    out.documents = std::move(*read);
    return out;
  }
  std::ifstream file{place};
  const auto text = std::string{std::istreambuf_iterator<char>{file}, {}};
  const auto whole = json::parse(text);
  for (const auto& [path, document] : whole.at("documents").items())
    out.documents.emplace(without_slash(path), document);
  out.system = whole.value("system", "");
  out.expected = whole.at("expected");
  return out;
}

http_result recorded_bmc::take(const http_request& request) {
  if (request.method != http_method::get) {
    changes_.push_back(request.target);
    return response_with(405, error_body("Only GET is recorded."));
  }
  const auto found = recording_.documents.find(without_slash(request.target));
  if (found == recording_.documents.end())
    return response_with(404, error_body("This resource is not recorded."));
  return response_with(200, found->second);
}

json recorded_bmc::play() {
  boost::asio::io_context io;
  const auto context = std::make_shared<redfish_context>(
      io, without_pauses(), [this](http_request request) -> boost::asio::awaitable<http_result> {
        co_return take(request);
      });
  json out;
  for (const auto& row : readings) {
    redfish_interface driver{context, row.acts()};
    std::optional<step_outcome> end;
    driver.run(permitted(request_of(row, recording_.system)), [&end](step_outcome x) { end = x; });
    io.restart();
    io.run();
    BOOST_REQUIRE(end.has_value());
    const bool done = end->status == step_status::done;
    out[row.key] = done ? row.found(*end) : json{{"error", end->reason}};
  }
  return out;
}

std::string difference(const json& found, const json& expected, const std::string& place) {
  if (expected.is_object() && found.is_object()) {
    for (const auto& [key, value] : expected.items()) {
      if (!found.contains(key)) return place + "/" + key + ": missing";
      if (auto out = difference(found[key], value, place + "/" + key); !out.empty()) return out;
    }
    for (const auto& [key, value] : found.items())
      if (!expected.contains(key)) return place + "/" + key + ": not expected, " + value.dump();
    return {};
  }
  if (expected.is_array() && found.is_array() && expected.size() == found.size()) {
    for (size_t i = 0; i < expected.size(); ++i)
      if (auto out = difference(found[i], expected[i], place + "/" + std::to_string(i));
          !out.empty())
        return out;
    return {};
  }
  if (found == expected) return {};
  return place + ": " + found.dump() + " instead of " + expected.dump();
}

}  // namespace ironbus::test
