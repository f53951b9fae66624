#include "redfish_hardware.hpp"

#include "fake_hardware.hpp"
#include "messages/crypto/base64.hpp"
#include "tests/support/redfish/simulated_link.hpp"

namespace ironbus::test {

namespace {

using namespace std::chrono_literals;

/// Actions of the machine take no time.
simulator::scenario at_once() {
  simulator::scenario out;
  out.times = {0ms, 0ms, 0ms, 0ms, 0ms, 0ms, 0ms, 0ms};
  return out;
}

/// Drivers are created for a folder, and again for the same machine: the last created machine
/// belongs to the next new folder.
class link_table {
public:
  void note_made(const std::shared_ptr<simulated_link>& link) { last_ = link; }
  std::shared_ptr<simulated_link> find(const std::string& folder) {
    auto& out = by_folder_[folder];
    if (out.expired()) out = last_;
    return out.lock();
  }

private:
  std::weak_ptr<simulated_link> last_;
  std::map<std::string, std::weak_ptr<simulated_link>> by_folder_;
};

link_table& links() {
  static link_table all;
  return all;
}

struct vendor_sample {
  std::string_view argument;
  const char* value;  ///< JSON.
};

constexpr std::array vendor_samples{
    vendor_sample{"Destination", R"("https://192.0.2.9/events")"},
    vendor_sample{"EventTypes", R"(["Alert"])"},
    vendor_sample{"Protocol", R"("Redfish")"},
    vendor_sample{"HttpHeaders", "[]"},
    vendor_sample{"id", R"("1")"},
    vendor_sample{"boot_device", R"("cd")"},
};

class redfish_machine final : public test_machine {
public:
  explicit redfish_machine(std::string type) : type_{std::move(type)} { links().note_made(link_); }

  /// A machine that is off accepts no interrupt, and only existing resources can be shown or
  /// deleted.
  machine node_for(const step& what) override {
    if (what.name == "get_subscription" || what.name == "delete_subscription") subscribe();
    if (what.name == "inject_nmi")
      link_->bmc.with_machine([](auto& machine) { return machine.reset("On"); });
    auto out = agent_in_it_->node_for(what);
    out.driver = type_;
    out.driver_info.edit().update(link_->driver_info());
    out.driver_info.edit()["redfish_system_id"] =
        "/redfish/v1/Systems/" + std::string{link_->bmc.kind().system_id};
    out.driver_info.edit()["deploy_iso"] = "http://192.0.2.80/deploy.iso";
    out.driver_info.edit()["rescue_iso"] = "http://192.0.2.80/rescue.iso";
    out.driver_info.edit().merge_patch(learned_);
    return out;
  }
  void learn(const facts& x) override {
    agent_in_it_->learn(x);
    learned_.merge_patch(x.driver_info);
  }
  void start_anew() override {
    link_->bmc.with_machine([](auto& machine) {
      if (!machine.reset("ForceRestart")) machine.reset("On");
      return true;
    });
  }
  bool work_by_itself(const interface_implementation&, const step&) override { return false; }
  size_t calls(const std::string& folder) const override {
    return agent_in_it_->calls(folder) + link_->total();
  }
  json sample(const driver_operation& what, std::string_view argument) override {
    if (what.interface == "vendor")
      for (const auto& row : vendor_samples)
        if (row.argument == argument) return json::parse(row.value);
    if (argument == "password") return "Abcdef-1";
    if (argument == "target_datetime") return "2026-08-20T10:00:00+00:00";
    if (argument == "datetime_local_offset") return "+00:00";
    if (argument == "raid_config")
      return {{"logical_disks",
               json::array({{{"size_gb", 10}, {"raid_level", "1"}, {"is_root_volume", true}}})}};
    if (what.interface == "bios" && argument == "settings")
      return json::array({{{"name", "NumLock"}, {"value", "Off"}}});
    return agent_in_it_->sample(what, argument);
  }

private:
  /// Subscribes as another client; as the first one of the BMC its id is 1.
  void subscribe() {
    const auto& bmc = link_->bmc;
    const auto user = std::string{bmc.kind().user} + ":" + bmc.who().password;
    link_->bmc.answer_to(
        {"POST",
         "/redfish/v1/EventService/Subscriptions",
         {{"Authorization", "Basic " + to_base64(user)}, {"Content-Type", "application/json"}},
         R"({"Destination": "https://192.0.2.9/e", "Protocol": "Redfish"})"});
  }

  const std::string type_;
  json learned_ = json::object();  ///< For its driver_info.
  std::unique_ptr<test_machine> agent_in_it_ = make_fake_hardware();
  std::shared_ptr<simulated_link> link_ = std::make_shared<simulated_link>("dell", at_once());
};

redfish_options quick_bmcs() {
  redfish_options out;
  out.retry_first = out.retry_longest = 1ms;
  out.power_poll_first = 1ms;
  out.reset_pause = 1ms;
  out.power_on_conflict_retry_interval = 1ms;
  out.firmware_update_nic_starting_wait = 1ms;
  out.task_made_within = 1ms;
  out.boot_mode_config_interval = 1ms;
  out.bmc_restart_pause = out.bmc_restart_interval = 1ms;
  return out;
}

}  // namespace

std::unique_ptr<test_machine> make_redfish_hardware() {
  return std::make_unique<redfish_machine>("redfish");
}

std::unique_ptr<test_machine> make_idrac_hardware() {
  return std::make_unique<redfish_machine>("idrac");
}

result<registry> drivers_of_redfish(boost::asio::io_context& io, const std::string& folder,
                                    bool counted) {
  auto link = links().find(folder);
  if (!link) return fail(error_code::internal, "there is no machine for " + folder);
  return drivers_with(io, folder, counted, {}, quick_bmcs(), [link](http_request request) {
    return link->exchange()(std::move(request));
  });
}

}  // namespace ironbus::test
