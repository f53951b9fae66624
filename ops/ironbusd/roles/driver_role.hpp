#pragma once

#include "drivers/boot/discovery_images.hpp"
#include "drivers/execution/executor.hpp"
#include "drivers/port/lease.hpp"
#include "drivers/registry/registry.hpp"
#include "ops/ironbusd/roles/identity.hpp"

#include <thread>

namespace ironbus::daemon {

/// The role `driver`: the executor, the drivers and their threads.
class driver_role {
public:
  /// Fails as build_registry does. The ports must outlive the role.
  static result<std::unique_ptr<driver_role>> make(const settings& settings,
                                                   const policy_ptr& policy, const identity& who,
                                                   bus& messages, store& records,
                                                   const clock& time);
  ~driver_role();
  driver_role(const driver_role&) = delete;
  driver_role& operator=(const driver_role&) = delete;

  void start() { executor_->start(); }
  /// Keeps the images for the discovery of unknown machines fetched, with these kernel parameters
  /// (discovery_images). Call once.
  void keep_discovery(const policy_ptr& policy, const image_options& images,
                      const std::string& parameters) {
    discovery_images{io_, policy, images, parameters, held_}.start();
  }
  /// Accepts no new steps, waits at most `limit` for running steps, closes sessions at machines for
  /// at most a few seconds, and ends the threads. True: no step was still running. Call once.
  bool stop(std::chrono::milliseconds limit);

  /// The lease, which the process's announcements renew.
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
