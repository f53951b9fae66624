#pragma once

#include "drivers/boot/discovery_images.hpp"
#include "drivers/execution/executor.hpp"
#include "drivers/port/lease.hpp"
#include "drivers/registry/registry.hpp"
#include "ops/ironbusd/roles/identity.hpp"

#include <thread>

namespace ironbus::daemon {

/// The role `driver`: the executor, the drivers and the threads they work on.
class driver_role {
public:
  /// Failures as build_registry. The ports must outlive the role.
  static result<std::unique_ptr<driver_role>> make(const settings& settings,
                                                   const policy_ptr& policy, const identity& who,
                                                   bus& messages, store& records,
                                                   const clock& time);
  ~driver_role();
  driver_role(const driver_role&) = delete;
  driver_role& operator=(const driver_role&) = delete;

  void start() { executor_->start(); }
  /// Has what machines boot that no node is known of fetched, with these parameters for the kernel
  /// (discovery_images). Once.
  void keep_discovery(const policy_ptr& policy, const image_options& images,
                      const std::string& parameters) {
    discovery_images{io_, policy, images, parameters, held_}.start();
  }
  /// Takes nothing new, waits for running steps for at most `limit`, takes leave of the machines,
  /// for a few seconds at most, and ends the threads. True: no step was left. Once.
  bool stop(std::chrono::milliseconds limit);

  /// What the process's announcements keep up.
  const lease_ptr& held() const { return held_; }
  const executor_counters& counters() const { return executor_->counters(); }

private:
  driver_role() : work_(boost::asio::make_work_guard(io_)) {}

  void leave_machines();
  void end_threads();

  lease_ptr held_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::unique_ptr<registry> drivers_;
  std::unique_ptr<executor> executor_;
  std::vector<std::thread> threads_;
};

}  // namespace ironbus::daemon
