#pragma once

#include "drivers/ramdisk/deploy/deployment.hpp"
#include "drivers/ramdisk/inventory/inventory.hpp"
#include "drivers/ramdisk/start/kernel_parameters.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>

namespace ironbus::ramdisk {

/// Settings of the service from the lookup.
struct service_rules {
  std::chrono::seconds heartbeat_timeout{300};
  bool md5_allowed = false;
  bool programs_allowed = false;  // of partition images may run
  tls_limits tls;
};

/// State of the running agent, shared by its threads.
class agent_state {
public:
  agent_state(kernel_parameters given, hardware_roots places)
      : parameters{std::move(given)}, roots{std::move(places)}, token_{parameters.agent_token} {}

  const kernel_parameters parameters;
  const hardware_roots roots;
  deployment disk;  // used only by the running command

  /// The node from the lookup or the latest command.
  [[nodiscard]] nlohmann::json node() const;
  void set_node(const nlohmann::json& node);

  [[nodiscard]] std::string token() const;
  void set_token(const std::string& token);
  /// Compares in constant time. False if there is no token.
  [[nodiscard]] bool is_token(const std::string& given) const;

  [[nodiscard]] service_rules rules() const;
  void set_rules(const service_rules& rules);

  /// Requests an early heartbeat.
  void hurry();
  /// Sleeps until then, or until an early heartbeat is due (1 s after the last one). False: the
  /// agent ends.
  bool wait_for_heartbeat(std::chrono::steady_clock::time_point due,
                          std::chrono::steady_clock::time_point last);

  enum class ending { none, stop_serving, lock_down };
  void end(ending how);
  [[nodiscard]] ending how_it_ends() const;

private:
  mutable std::mutex lock_;
  std::condition_variable changed_;
  nlohmann::json node_ = nlohmann::json::object();
  std::string token_;
  service_rules rules_;
  bool hurried_ = false;
  ending ending_ = ending::none;
};

}  // namespace ironbus::ramdisk
