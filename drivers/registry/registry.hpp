#pragma once

#include "drivers/agent/protocol/agent_options.hpp"
#include "drivers/boot/boot_options.hpp"
#include "drivers/fake/fake_options.hpp"
#include "drivers/ipmi/ipmi_options.hpp"
#include "drivers/kit/http/http_message.hpp"
#include "drivers/port/driver.hpp"
#include "drivers/redfish/client/redfish_options.hpp"
#include "messages/model/driver_catalog.hpp"
#include "messages/model/policy.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace ironbus {

/// The enabled drivers as data, for conductor and gateway. Creates no driver. Failures (`invalid`)
/// name the option and the value.
result<driver_catalog> build_catalog(driver_options options);

/// The catalogue and the driver objects. Immutable once built. May be read from any thread.
class registry {
public:
  using key = std::pair<std::string, std::string>;  ///< Kind and name.
  using table = std::map<key, std::shared_ptr<driver_interface>>;

  registry(driver_catalog catalog, table interfaces);

  const driver_catalog& catalog() const { return catalog_; }

  /// The driver to call; null if there is none of that name.
  std::shared_ptr<driver_interface> find(const std::string& kind, const std::string& name) const;

  /// Calls driver_interface::release_machines of all drivers. `done` is called once.
  void release_machines(const permit& allowed, std::chrono::steady_clock::time_point deadline,
                        std::function<void()> done) const;

private:
  driver_catalog catalog_;
  table interfaces_;
};

/// Creates the drivers. They use `io` for timers and connections, so it must outlive the registry.
/// Drivers run on its threads. `agent_exchange` and `bmc_exchange` replace the HTTP client for
/// agents and BMCs; empty: HTTP. Fails like build_catalog, and for errors in the section `fake`.
result<registry> build_registry(const policy_ptr& policy, const fake_options& fake,
                                boost::asio::io_context& io, const agent_options& agents = {},
                                boot_options boot = {}, http_exchange agent_exchange = {},
                                ipmi_options ipmi = {}, redfish_options redfish = {},
                                http_exchange bmc_exchange = {});

}  // namespace ironbus
