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

/// The virtual machines behind a fleet's BMCs: each BMC has one from when it is added. Looks at a
/// machine when it may have changed and when something of it is due, so that what a BMC was told
/// happens though nobody asks it again. The methods may be called from any thread, and the
/// `io_context` must not run any more when it goes.
class vm_park {
public:
  /// `changed` is told the number of a machine whose system has ended by itself.
  vm_park(boost::asio::io_context& io, vm_options options, vm_folder folder,
          std::function<void(size_t)> changed);
  ~vm_park();
  vm_park(const vm_park&) = delete;
  vm_park& operator=(const vm_park&) = delete;

  /// Before the `io_context` runs. The machine must outlive the park; its number is one more than
  /// the last one's, from 0. `unavailable` if there is no room for its disks.
  result<std::monostate> add(simulated_bmc& bmc);
  void look_at(size_t number);
  /// What the list of machines says of one.
  json describe(size_t number) const;
  /// The last of what it has said on its serial line.
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
