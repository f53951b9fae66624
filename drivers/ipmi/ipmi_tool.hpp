#pragma once

#include "drivers/ipmi/bmc_queue.hpp"
#include "drivers/ipmi/ipmi_access.hpp"
#include "drivers/ipmi/ipmi_command.hpp"
#include "drivers/ipmi/ipmi_fault.hpp"
#include "drivers/ipmi/ipmi_options.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace ironbus {

struct ipmi_error {
  ipmi_fault fault = ipmi_fault::unknown;
  std::string message;  ///< A sentence with the BMC's own words, without secrets.
};

/// One run of ipmitool that did not do what it should.
struct ipmi_failed_run {
  ipmi_fault fault = ipmi_fault::unknown;
  bool not_done = false;
  std::string words;
};

/// Of two passwords the one that the BMC has taken the last time comes first, so that it is not
/// told a wrong one again and again.
class password_choice {
public:
  password_choice(ipmi_access& access, const bmc_queue& bmc)
      : known_as_{access.credentials()}, first_{access.password} {
    if (bmc.by_further == known_as_) std::swap(access.password, access.further_password);
  }

  /// To the other one, once; false: there is none, or it was tried.
  bool change(ipmi_access& access) {
    if (access.further_password.empty() || std::exchange(changed_, true)) return false;
    std::swap(access.password, access.further_password);
    return true;
  }
  bool is_further(const ipmi_access& access) const { return access.password != first_; }
  /// What the BMC is remembered by, whichever it takes.
  size_t known_as() const { return known_as_; }

private:
  const size_t known_as_;
  const std::string first_;
  bool changed_ = false;
};

/// What ipmitool wrote to stdout.
using ipmi_answer = tl::expected<std::string, ipmi_error>;

/// Runs orders by ipmitool: each BMC has its queue, what may go better later is repeated within
/// one time limit, and the cipher suites are tried that a node does not name. Used on its strand,
/// which the coroutines run on.
class ipmi_tool {
public:
  ipmi_tool(boost::asio::any_io_executor strand, ipmi_options options);

  boost::asio::awaitable<ipmi_answer> run(permit allowed, ipmi_access access, ipmi_order order);
  /// The same for who has the turn of that BMC already.
  boost::asio::awaitable<ipmi_answer> run_in_turn(permit allowed, ipmi_access access,
                                                  ipmi_order order, bmc_queue_ptr bmc);
  bmc_queue_ptr queue_of(const ipmi_access& access) { return queues_.find(access.place()); }

private:
  boost::asio::awaitable<ipmi_answer> run_until_taken(permit allowed, ipmi_access access,
                                                      ipmi_order order, bmc_queue_ptr bmc);

  ipmi_options options_;
  bmc_queues queues_;
};

/// The sentence for an operator: what was asked of whom, why it failed, what ipmitool said.
ipmi_error ipmi_error_of(const ipmi_access& access, const ipmi_order& order, ipmi_fault fault,
                         const std::string& words);

/// The cipher suites to be tried, first to last.
std::vector<std::optional<int>> suites_for(const ipmi_access& access, const bmc_queue& bmc,
                                           const ipmi_options& options);

}  // namespace ironbus
