#include "drivers/ipmi/power_batches.hpp"

#include "drivers/ipmi/ipmi_tool.hpp"
#include "drivers/ipmi/ipmipower_text.hpp"
#include "drivers/kit/pause.hpp"
#include "messages/platform/log.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <set>

namespace ironbus {

namespace asio = boost::asio;

/// A caller that waits for its reading.
struct power_batches::asked {
  asked(const asio::any_io_executor& strand, permit leave, ipmi_access how, bmc_queue_ptr whom)
      : allowed{std::move(leave)},
        access{std::move(how)},
        bmc{std::move(whom)},
        ended{strand, asio::steady_timer::time_point::max()} {}

  permit allowed;
  ipmi_access access;
  bmc_queue_ptr bmc;
  int suite = 0;
  std::optional<power_reading> answer;
  asio::steady_timer ended;  ///< Cancelled when there is a result, or none will come.
};

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds gather_time = 10ms;
constexpr size_t hosts_max = 500;  ///< Of one process.

std::string group_of(const ipmi_access& access, int suite, bool silent) {
  std::string out = std::to_string(suite) + (silent ? " silent" : "");
  for (const auto* part : {&access.level, &access.user, &access.password, &access.kg_key})
    out += '\0' + *part;
  return out;
}

power_reading reading_of(const ipmi_access& access, const ipmipower_meaning& meaning) {
  if (meaning.state) return machine_reading{meaning.state, {}};
  const auto code = meaning.silent ? error_code::timeout : error_code::unavailable;
  return fail(code, "Cannot read the power state from the BMC at " + access.place() + ": " +
                        std::string{meaning.why} + ".");
}

}  // namespace

bool power_batches::can_ask(const ipmi_access& access, const bmc_queue& bmc) const {
  return !options_.ipmipower_path.empty() && !bmc.only_ipmitool && fits_ipmipower(access) &&
         access.second_password.empty();
}

asio::awaitable<std::optional<power_reading>> power_batches::ask(permit allowed, ipmi_access access,
                                                                 bmc_queue_ptr bmc) {
  const auto mine =
      std::make_shared<asked>(strand_, std::move(allowed), std::move(access), std::move(bmc));
  mine->suite = suites_for(mine->access, *mine->bmc, options_).front().value_or(0);
  const auto group = group_of(mine->access, mine->suite, mine->bmc->silent);
  auto& others = waiting_[group];
  others.push_back(mine);
  if (others.size() == 1) asio::co_spawn(strand_, serve(group), asio::detached);
  boost::system::error_code ended;
  co_await mine->ended.async_wait(asio::redirect_error(asio::use_awaitable, ended));
  co_return mine->answer;
}

/// Runs until no caller of the group waits. Callers that arrive during a batch go into the next
/// one.
asio::awaitable<void> power_batches::serve(std::string group) {
  co_await pause_for(gather_time);
  for (auto together = take(group); !together.empty(); together = take(group)) {
    try {
      co_await carry_out(together);
    } catch (const std::exception& thrown) {
      log::error("reading power states failed because of an internal error",
                 {{log_key::error, thrown.what()}});
    }
    for (const auto& one : together) one->ended.cancel();
  }
}

/// At most one of each address, because ipmipower's output has no ports.
power_batches::batch power_batches::take(const std::string& group) {
  batch out;
  const auto found = waiting_.find(group);
  if (found == waiting_.end()) return out;
  std::set<std::string> addresses;
  std::erase_if(found->second, [&](const std::shared_ptr<asked>& one) {
    if (out.size() >= hosts_max || !addresses.insert(one->access.address).second) return false;
    out.push_back(one);
    return true;
  });
  if (found->second.empty()) waiting_.erase(found);
  return out;
}

asio::awaitable<void> power_batches::carry_out(batch together) {
  std::vector<std::string> hosts;
  for (const auto& one : together)
    if (one->allowed.check()) hosts.push_back(one->access.place());
  if (hosts.empty()) co_return;
  const auto& first = *together.front();
  auto call = ipmipower_call(first.allowed, first.access, first.suite, hosts, options_);
  const auto end = co_await run_child(std::move(call));
  if (!end) co_return;  // the program does not exist
  const auto answers = read_ipmipower(end->out);
  for (const auto& one : together) {
    one->bmc->used();
    const auto answer = answers.find(one->access.address);
    if (answer == answers.end()) continue;
    const auto meaning = meaning_of(answer->second);
    one->bmc->silent = meaning.silent;
    if (meaning.state) one->bmc->accepted();
    if (meaning.refused) one->bmc->refused(one->access.credentials());
    if (meaning.state || !meaning.why.empty())
      one->answer = reading_of(one->access, meaning);
    else  // with a guessed cipher suite, ipmitool may find a better one
      one->bmc->only_ipmitool = one->access.suite || one->bmc->suite;
  }
}

}  // namespace ironbus
