#include "drivers/ipmi/ipmi_tool.hpp"

#include "drivers/kit/bmc/bmc_metrics.hpp"
#include "drivers/kit/call_span.hpp"
#include "drivers/kit/driver_info_reader.hpp"
#include "drivers/kit/password_rotation.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace asio = boost::asio;

namespace {

using namespace std::chrono_literals;

constexpr std::array result_of_ipmi{
    bmc_result::access,     // credentials
    bmc_result::access,     // privilege
    bmc_result::untrusted,  // cipher_suite
    bmc_result::missing,    // unsupported
    bmc_result::silent,     // address
    bmc_result::busy,      bmc_result::silent, bmc_result::broken, bmc_result::not_sent,
};
static_assert(result_of_ipmi.size() == static_cast<size_t>(ipmi_fault::count_));

/// A run with less time left is not started.
constexpr std::chrono::milliseconds run_time_min = 1s;
/// Avoids ipmitool's own query, which takes many BMCs 10 seconds.
constexpr int suite_if_none = 17;

ipmi_failed_run judge(const child_result& end, const ipmi_access& access,
                      const ipmi_options& options) {
  ipmi_failed_run out;
  out.words = words_of_ipmitool(end.err);
  for (const auto* password : {&access.password, &access.second_password})
    out.words = without_password(std::move(out.words), *password);
  if (end.overdue) {
    out.fault = ipmi_fault::silent;  // it is unknown whether the BMC got the command
    return out;
  }
  out.fault = classify_ipmi_text(end.err, options.additional_retryable_ipmi_errors);
  out.not_done = info(out.fault).not_done;
  return out;
}

bool succeeded(const child_result& end, const ipmi_order& order) {
  return end.exit_code == 0 && end.signal == 0 && !end.overdue && !end.cut &&
         end.out.find(order.done_text) != std::string::npos;
}

bool may_repeat(const ipmi_failed_run& run, const ipmi_order& order) {
  return info(run.fault).repeated && (order.repeatable || run.not_done);
}

ipmi_error not_run(const ipmi_access& access, const ipmi_order& order, const std::string& why) {
  return ipmi_error_of(access, order, ipmi_fault::not_run, why);
}

/// "power status"; the bytes of a raw command are not shown.
std::string shown_command(const ipmi_order& order) {
  const auto& words = order.words;
  if (words.size() < 2 || words[0] == "raw") return words.empty() ? "" : words[0];
  return words[0] + " " + words[1];
}

std::unique_ptr<call_span> begin_ipmi_span(const permit& allowed, const ipmi_access& access,
                                           const ipmi_order& order) {
  auto out = call_span::begin(allowed, "ipmi");
  if (!out) return out;
  out->note(trace_key::ipmi_command, shown_command(order));
  out->note(trace_key::server_address, access.address);
  out->note(trace_key::server_port, int64_t{access.port});
  return out;
}

void end_ipmi_span(std::unique_ptr<call_span> span, bmc_result result, const ipmi_answer& answer) {
  if (!span) return;
  if (!answer) span->fail(std::string{to_string(result)}, answer.error().message);
  span->end();
}

/// For messages that are not known. With the other faults nothing was executed.
answer_kind kind_of_ipmi_fault(ipmi_fault x) {
  if (x == ipmi_fault::busy) return answer_kind::transient;
  const bool executed = x == ipmi_fault::silent || x == ipmi_fault::unknown;
  return executed ? answer_kind::unknown : answer_kind::refused;
}

}  // namespace

ipmi_error ipmi_error_of(const ipmi_access& access, const ipmi_order& order, ipmi_fault fault,
                         const std::string& words) {
  auto message = "IPMI command '" + order.text() + "' failed on the BMC at " + access.place() +
                 ": " + std::string{info(fault).advice} + ".";
  if (!words.empty()) message += " ipmitool says: " + words;
  return {fault, std::move(message)};
}

order_answer ipmi_order_answer(const ipmi_error& wrong) {
  return {kind_of_ipmi(wrong.message, kind_of_ipmi_fault(wrong.fault)), wrong.message};
}

order_sight ipmi_unread(const ipmi_error& wrong, const permit& allowed) {
  order_sight out{machine_sight::nothing, {}, wrong.message};
  if (wrong.fault == ipmi_fault::credentials) out.shows = machine_sight::denied;
  if (allowed.has_refused()) out.shows = machine_sight::closed;
  return out;
}

std::vector<std::optional<int>> suites_for(const ipmi_access& access, const bmc_queue& bmc,
                                           const ipmi_options& options) {
  if (!access.version_2) return {std::nullopt};
  if (access.suite) return {access.suite};
  std::vector<std::optional<int>> out;
  if (bmc.suite) out.push_back(bmc.suite);
  auto wanted = options.cipher_suite_versions;
  std::reverse(wanted.begin(), wanted.end());
  for (const auto& name : wanted)
    if (const auto suite = read_byte(name); suite && suite != bmc.suite) out.push_back(suite);
  if (out.empty()) out.emplace_back(suite_if_none);
  return out;
}

ipmi_tool::ipmi_tool(asio::any_io_executor strand, ipmi_options options)
    : options_{std::move(options)}, queues_{std::move(strand), options_.min_command_interval} {}

asio::awaitable<ipmi_answer> ipmi_tool::run(permit allowed, ipmi_access access, ipmi_order order) {
  const auto bmc = queue_of(access);
  if (!co_await bmc->enter())
    co_return tl::unexpected(not_run(access, order, "too many commands are waiting for this BMC"));
  const bmc_turn turn{bmc};
  auto call = run_in_turn(std::move(allowed), std::move(access), std::move(order), bmc);
  co_return co_await std::move(call);
}

asio::awaitable<ipmi_answer> ipmi_tool::run_in_turn(permit allowed, ipmi_access access,
                                                    ipmi_order order, bmc_queue_ptr bmc) {
  const auto began = steady_clock::now();
  const auto vendor = access.vendor;
  auto span = begin_ipmi_span(allowed, access, order);
  auto answer = co_await run_until_taken(std::move(allowed), std::move(access), std::move(order),
                                         std::move(bmc));
  const auto result =
      answer ? bmc_result::done : result_of_ipmi[static_cast<size_t>(answer.error().fault)];
  observe_bmc_call(bmc_protocol::ipmi, vendor, result, began);
  end_ipmi_span(std::move(span), result, answer);
  co_return answer;
}

asio::awaitable<ipmi_answer> ipmi_tool::run_until_taken(permit allowed, ipmi_access access,
                                                        ipmi_order order, bmc_queue_ptr bmc) {
  const auto suites = suites_for(access, *bmc, options_);
  password_choice passwords{access, *bmc};
  size_t suite = 0;
  co_await bmc->rest();
  const auto give_up = steady_clock::now() + options_.command_retry_timeout;
  for (;;) {
    const auto left = std::chrono::floor<std::chrono::milliseconds>(give_up - steady_clock::now());
    auto call = ipmitool_call(allowed, access, order, suites[suite], options_);
    call.deadline = std::max(left, run_time_min);
    allowed.call_begins(access.place());
    const auto end = co_await run_child(std::move(call));
    bmc->used();
    if (!end) co_return tl::unexpected(not_run(access, order, end.error().message));
    if (succeeded(*end, order)) {
      allowed.call_ended({});
      bmc->suite = suites[suite];
      bmc->silent = false;
      bmc->accepted();
      bmc->by_further =
          passwords.is_further(access) ? std::optional{passwords.known_as()} : std::nullopt;
      co_return end->out;
    }
    const auto failed = judge(*end, access, options_);
    bmc->silent = failed.fault == ipmi_fault::silent;
    allowed.call_ended(bmc->silent ? std::string{info(failed.fault).advice} : std::string{});
    if (failed.fault == ipmi_fault::credentials && passwords.change(access)) continue;
    if (failed.fault == ipmi_fault::credentials) bmc->refused(passwords.known_as());
    // A BMC reports this inside a session, so the cipher suite works.
    if (failed.fault == ipmi_fault::unsupported) bmc->suite = suites[suite];
    // No session was opened, so no pause is needed.
    if (failed.fault == ipmi_fault::cipher_suite && ++suite < suites.size()) continue;
    const auto next = steady_clock::now() + options_.min_command_interval + run_time_min;
    if (!may_repeat(failed, order) || next > give_up)
      co_return tl::unexpected(ipmi_error_of(access, order, failed.fault, failed.words));
    co_await bmc->rest();
  }
}

}  // namespace ironbus
