#include "fake_hardware.hpp"

#include "ops/simulator/agent/simulated_agent.hpp"
#include "tests/support/raw_server.hpp"

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <mutex>

namespace ironbus::test {

namespace {

using namespace std::chrono_literals;
using namespace simulator;

constexpr const char* uuid = "7c1f2d6e-0d0a-4d7e-9f0e-5a3c6c1b7a02";
constexpr const char* port_uuid = "7c1f2d6e-0d0a-4d7e-9f0e-5a3c6c1b7a03";
const std::string agent_token(43, 't');
constexpr const char* journal_name = "machines.journal";

scripted_step deploy_step(const char* name, int priority, json arguments) {
  scripted_step out;
  out.declaration = std::make_shared<const json>(json{{"interface", "deploy"},
                                                      {"step", name},
                                                      {"priority", priority},
                                                      {"abortable", false},
                                                      {"reboot_requested", false},
                                                      {"argsinfo", std::move(arguments)}});
  return out;
}

/// The arguments of the stock agent's step.
json bootc_arguments() {
  json out = json::object();
  for (const auto* name : {"image_source", "instance_info", "pull_secret", "configdrive"})
    out[name] = {{"description", name}, {"required", name == std::string_view{"image_source"}}};
  return out;
}

agent_script with_two_steps() {
  agent_script out;
  out.node = uuid;
  out.steps["clean"].push_back(deploy_step("erase_devices", 10, nullptr));
  out.steps["deploy"].push_back(deploy_step("execute_bootc_install", 0, bootc_arguments()));
  return out;
}

agent_request read_request(const std::string& text) {
  const auto space = text.find(' ');
  const auto end = text.find(' ', space + 1);
  const auto target = text.substr(space + 1, end - space - 1);
  const auto question = target.find('?');
  agent_request out;
  out.method = text.substr(0, space);
  out.path = target.substr(0, question);
  if (question != std::string::npos) out.query = target.substr(question + 1);
  out.body = text.substr(text.find("\r\n\r\n") + 4);
  return out;
}

/// The fake agent, running and listening. A command ends at the next request.
class networked_agent {
public:
  networked_agent() : agent_{with_two_steps(), {}, {}, {}} {
    agent_.power_on();
    agent_.looked_up(200, {{"node", {{"uuid", uuid}}},
                           {"config", {{"heartbeat_timeout", 300}, {"agent_token", agent_token}}}});
  }

  std::string url() const { return "http://127.0.0.1:" + std::to_string(server_.port()); }
  size_t calls() const { return calls_; }

private:
  void answer(const std::string& request, const raw_server::sender& send) {
    ++calls_;
    const auto asked = read_request(request);
    const std::lock_guard guard{mutex_};
    if (asked.method == "GET" && agent_.busy_until()) agent_.end_command();
    if (agent_.state() != simulated_agent::mode::up) return;  // it closes the connection
    const auto out = agent_.handle(asked, simulated_agent::clock::now());
    send(http_text(static_cast<int>(out.status), to_text(out.body)));
  }

  std::atomic<size_t> calls_ = 0;
  std::mutex mutex_;
  simulated_agent agent_;
  raw_server server_{[this](const std::string& request, const raw_server::sender& send) {
    answer(request, send);
  }};
};

constexpr const char* any_file = "file:///etc/hostname";

struct sample_row {
  driver_operation what;
  std::string_view argument;
  const char* value;  ///< JSON.
};

constexpr std::array samples{
    sample_row{driver_operations::management::get_indicator_state, "indicator", R"("led@system")"},
    sample_row{driver_operations::management::set_indicator_state, "indicator", R"("led@system")"},
    sample_row{driver_operations::management::attach_virtual_media, "image_url",
               R"("http://192.0.2.1/a.iso")"},
    sample_row{driver_operations::network::vif_attach, "vif", R"({"id": "v1"})"},
    sample_row{driver_operations::network::vif_detach, "id", R"("v1")"},
    sample_row{{"bios", "apply_configuration"}, "settings", R"([{"name": "a", "value": "b"}])"},
    sample_row{
        {"firmware", "update"}, "settings", R"([{"component": "bmc", "url": "http://h/f"}])"},
    sample_row{{"raid", "apply_configuration"},
               "raid_config",
               R"({"logical_disks": [{"size_gb": 10, "raid_level": "1"}]})"},
    sample_row{{"deploy", "write_image"},
               "image_info",
               R"({"id": "a", "urls": ["http://192.0.2.80/a"], "checksum": "0"})"},
    sample_row{{"deploy", "write_image"}, "configdrive", R"({"user_data": "#!/bin/sh"})"},
    sample_row{{"deploy", "execute_bootc_install"}, "configdrive", R"({"user_data": "#!/bin/sh"})"},
    sample_row{{"inspect", "call_api"}, "headers", "{}"},
    sample_row{{"inspect", "call_api"}, "proxies", "{}"},
};

class fake_hardware_machine final : public test_machine {
public:
  fake_hardware_machine() {
    node_.uuid = uuid;
    node_.driver = "fake-hardware";
    // Files, because GRUB boots nothing else.
    node_.driver_info = {{"deploy_kernel", any_file},
                         {"deploy_ramdisk", any_file},
                         {"rescue_kernel", any_file},
                         {"rescue_ramdisk", any_file},
                         {"bootloader", any_file},
                         {"fake_mac_addresses", {"52:54:00:00:00:01"}},
                         {"fake_inventory", {{"memory", {{"physical_mb", 1024}}}}}};
    node_.driver_internal_info = {{"agent_url", agent_.url()},
                                  {"agent_secret_token", agent_token},
                                  {"hardware_manager_version", {{"fleet", "1"}}}};
    node_.instance_info = {{"image_source", "http://192.0.2.80/disk.img"},
                           {"image_checksum", std::string(64, 'b')},
                           {"boot_iso", "http://192.0.2.80/live.iso"},
                           {"hashed_rescue_password", "$6$salt$hash"}};
    node_.target_raid_config = {{"logical_disks", {{{"size_gb", 10}, {"raid_level", "1"}}}}};
    port one;
    one.uuid = port_uuid;
    one.address = "52:54:00:00:00:01";
    node_.ports = {one};
  }

  machine node_for(const step& what) override {
    auto out = node_;
    if (driver_operation{what.interface, what.name} == driver_operations::network::vif_detach)
      out.driver_internal_info.edit()["tenant_vifs"] = {{"v1", port_uuid}};
    return out;
  }

  void learn(const facts& x) override {
    if (x.power_state) node_.power_state = x.power_state;
    node_.driver_internal_info.edit().merge_patch(x.driver_internal_info);
  }

  /// A step of the agent is not one of the machine.
  bool work_by_itself(const interface_implementation& owner, const step& what) override {
    if (owner.name != "fake" || what.name == "trigger_servicewait") return false;
    node_.driver_info.edit()["fake_waits"][what.interface + "." + what.name] = "task";
    return true;
  }

  /// The simulated machine's journal has one or two lines per call.
  size_t calls(const std::string& folder) const override {
    size_t out = agent_.calls();
    for (const auto& x : std::filesystem::recursive_directory_iterator{folder}) {
      if (!x.is_regular_file() && !x.is_symlink()) continue;
      std::ifstream file{x.path()};
      std::string line;
      if (x.path().filename() != journal_name)
        ++out;
      else
        while (std::getline(file, line)) ++out;
    }
    return out;
  }

  json sample(const driver_operation& what, std::string_view argument) override {
    if (what.interface == "inspect" && argument == "url") return agent_.url() + "/";
    if (what.interface == "inspect" && argument == "retries") return 0;
    for (const auto& row : samples)
      if (row.what == what && row.argument == argument) return json::parse(row.value);
    return nullptr;
  }

private:
  networked_agent agent_;
  machine node_;
};

agent_options near_agents() {
  agent_options out;
  out.command_timeout = 5s;
  out.command_retry_pause = 1ms;
  out.command_attempts_max = 2;
  out.command_wait_interval = 1ms;
  out.logs.collect = log_collection::never;
  out.images.retry_pause = 1ms;  // the image servers of the steps do not exist
  return out;
}

}  // namespace

std::unique_ptr<test_machine> make_fake_hardware() {
  return std::make_unique<fake_hardware_machine>();
}

result<registry> drivers_of_fake_hardware(boost::asio::io_context& io, const std::string& folder,
                                          bool counted) {
  return drivers_with(io, folder, counted, {});
}

result<registry> drivers_with(boost::asio::io_context& io, const std::string& folder, bool counted,
                              ipmi_options ipmi, redfish_options redfish,
                              http_exchange bmc_exchange) {
  auto policy = std::make_shared<installation_policy>();
  policy->callbacks.allowed = {parse_network("127.0.0.0/8").value()};
  policy->boot_root = folder;
  policy->drivers.images.file_url_allowed_paths = {"/etc"};
  policy->service_url = "http://192.0.2.1:6385";
  fake_options fake;
  // With it a machine knows its started steps; not all machines do.
  if (counted) fake.journal = folder + "/" + journal_name;
  auto agents = near_agents();
  agents.images.boot_fetcher = "http";  // the boot files of these machines do not exist
  return build_registry(policy, fake, io, agents, {}, {}, std::move(ipmi), std::move(redfish),
                        std::move(bmc_exchange));
}

}  // namespace ironbus::test
