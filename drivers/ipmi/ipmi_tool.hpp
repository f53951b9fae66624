#pragma once

#include "drivers/ipmi/bmc_queue.hpp"
#include "drivers/ipmi/ipmi_access.hpp"
#include "drivers/ipmi/ipmi_command.hpp"
#include "drivers/ipmi/ipmi_fault.hpp"
#include "drivers/ipmi/ipmi_options.hpp"
#include "drivers/kit/order/machine_order.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace ironbus {

struct ipmi_error {
  ipmi_fault fault = ipmi_fault::unknown;
  std::string message;  ///< For the operator, with the BMC's message, without secrets.
};

/// A failed run of ipmitool.
struct ipmi_failed_run {
  ipmi_fault fault = ipmi_fault::unknown;
  bool not_done = false;
  std::string words;
};

/// Tries the password that the BMC accepted last first, so that it does not get a wrong one
/// repeatedly.
class password_choice {
public:
  password_choice(ipmi_access& access, const bmc_queue& bmc)
      : known_as_{access.credentials()}, first_{access.password} {
    if (bmc.by_further == known_as_) std::swap(access.password, access.second_password);
  }

  /// Switches to the other password, once. False: there is none, or it was tried.
  bool change(ipmi_access& access) {
    if (access.second_password.empty() || std::exchange(changed_, true)) return false;
    std::swap(access.password, access.second_password);
    return true;
  }
  bool is_further(const ipmi_access& access) const { return access.password != first_; }
  /// Key of the BMC's memory, independent of the password.
  size_t known_as() const { return known_as_; }

private:
  const size_t known_as_;
  const std::string first_;
  bool changed_ = false;
};

/// ipmitool's stdout.
using ipmi_answer = tl::expected<std::string, ipmi_error>;

/// Runs commands with ipmitool. Each BMC has its queue. Retries temporary failures within one time
/// limit, and tries the configured cipher suites if a node names none. Used on its strand, on which
/// the coroutines run.
class ipmi_tool {
public:
  ipmi_tool(boost::asio::any_io_executor strand, ipmi_options options);

  boost::asio::awaitable<ipmi_answer> run(permit allowed, ipmi_access access, ipmi_order order);
  /// The same for a caller that already has the BMC's turn.
  boost::asio::awaitable<ipmi_answer> run_in_turn(permit allowed, ipmi_access access,
                                                  ipmi_order order, bmc_queue_ptr bmc);
  bmc_queue_ptr queue_of(const ipmi_access& access) { return queues_.find(access.place()); }

private:
  boost::asio::awaitable<ipmi_answer> run_until_taken(permit allowed, ipmi_access access,
                                                      ipmi_order order, bmc_queue_ptr bmc);

  ipmi_options options_;
  bmc_queues queues_;
};

/// The message for the operator: the command, the BMC, the cause, and ipmitool's output.
ipmi_error ipmi_error_of(const ipmi_access& access, const ipmi_order& order, ipmi_fault fault,
                         const std::string& words);

/// Failures in the terms of drivers/kit/order: of a command that changes the machine, and of a
/// reading with that permit.
order_answer ipmi_order_answer(const ipmi_error& wrong);
order_sight ipmi_unread(const ipmi_error& wrong, const permit& allowed);

/// The cipher suites in the order to try.
std::vector<std::optional<int>> suites_for(const ipmi_access& access, const bmc_queue& bmc,
                                           const ipmi_options& options);

}  // namespace ironbus
