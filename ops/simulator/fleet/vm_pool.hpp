#pragma once

#include "ops/simulator/bmc/simulated_bmc.hpp"
#include "ops/simulator/vm/vm_folder.hpp"
#include "ops/simulator/vm/vm_options.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace ironbus::simulator {

/// The virtual machines behind a fleet's BMCs, one for each added BMC. It checks a machine when it
/// may have changed and when its next event is due, so that actions of a BMC take effect without a
/// further request. Any thread may call the methods. The `io_context` must have stopped before this
/// object is destroyed.
class vm_pool {
public:
  /// Calls `changed` with the number of a machine whose system has ended by itself.
  vm_pool(boost::asio::io_context& io, vm_options options, vm_folder folder,
          std::function<void(size_t)> changed);
  ~vm_pool();
  vm_pool(const vm_pool&) = delete;
  vm_pool& operator=(const vm_pool&) = delete;

  /// Adds a machine, which must outlive this object. Numbers start at 0. Call it before the
  /// `io_context` runs. Fails with `unavailable` if there is no space for its disks.
  result<std::monostate> add(simulated_bmc& bmc);
  void look_at(size_t number);
  /// Returns the entry "vm" of the list of machines.
  json describe(size_t number) const;
  /// Returns the end of its serial output.
  std::string console_of(size_t number) const;

private:
  class member;

  boost::asio::strand<boost::asio::io_context::executor_type> strand_;
  const vm_options options_;
  const vm_folder folder_;
  const std::function<void(size_t)> changed_;
  std::vector<std::unique_ptr<member>> members_;
};

}  // namespace ironbus::simulator
