#include "ipmi_hardware.hpp"

#include "fake_hardware.hpp"
#include "tests/support/ipmi/ipmitool_link.hpp"

#include <unistd.h>

#include <filesystem>

namespace ironbus::test {

namespace {

using namespace std::chrono_literals;

class ipmi_machine final : public test_machine {
public:
  machine node_for(const step& what) override {
    auto out = agent_in_it_->node_for(what);
    out.driver = "ipmi";
    out.driver_info.edit().update({{"ipmi_address", "192.0.2.7"},
                                   {"ipmi_username", "admin"},
                                   {"ipmi_password", "secret"},
                                   {"ipmi_priv_level", "OPERATOR"},
                                   {"ipmi_cipher_suite", 3}});
    out.driver_info.edit().merge_patch(learned_);
    return out;
  }
  void learn(const facts& x) override {
    agent_in_it_->learn(x);
    learned_.merge_patch(x.driver_info);
  }
  bool work_by_itself(const interface_implementation&, const step&) override { return false; }
  /// The fake ipmitool's journal has one line per call.
  size_t calls(const std::string& folder) const override { return agent_in_it_->calls(folder); }

  json sample(const driver_operation& what, std::string_view argument) override {
    if (argument == "raw_bytes") return "0x06 0x01";
    if (argument == "warm") return true;
    if (argument == "password") return "Abcdef-1";
    return agent_in_it_->sample(what, argument);
  }

private:
  json learned_ = json::object();  ///< For its driver_info.
  std::unique_ptr<test_machine> agent_in_it_ = make_fake_hardware();
};

/// Of this process: another run's recordings would be answers of this one.
struct console_folder {
  console_folder() = default;
  console_folder(const console_folder&) = delete;
  console_folder& operator=(const console_folder&) = delete;
  ~console_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("ironbus_consoles_" + std::to_string(::getpid()));
};

}  // namespace

std::unique_ptr<test_machine> make_ipmi_hardware() { return std::make_unique<ipmi_machine>(); }

result<registry> drivers_of_ipmi(boost::asio::io_context& io, const std::string& folder,
                                 bool counted) {
  auto options = options_of_fake_ipmitool(folder + "/bmc", "machines.journal");
  // One machine with many folders: its console is the same in all of them.
  static const console_folder consoles;
  options.console_folder = consoles.path.string();
  return drivers_with(io, folder, counted, std::move(options));
}

}  // namespace ironbus::test
