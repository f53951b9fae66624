#include "drivers/ipmi/ipmi_console.hpp"

#include "drivers/ipmi/console/console_listener.hpp"
#include "drivers/ipmi/console/console_log.hpp"
#include "drivers/ipmi/console_recording.hpp"
#include "messages/platform/log.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace ironbus {

namespace asio = boost::asio;

namespace {

using console_result = asio::awaitable<result<listening_console>>;

console_listener listener_of(const ipmi_options& options, const std::string& uuid) {
  console_listener out;
  out.program = options.socat_path;
  out.folder = options.console_folder;
  out.name = uuid;
  out.address = options.console_address;
  out.silence_max = std::chrono::ceil<std::chrono::seconds>(options.terminal_timeout);
  out.unused_max = std::chrono::ceil<std::chrono::seconds>(options.console_unused_timeout);
  return out;
}

/// Records the program's output. If that fails, the console works without a log.
void record(child_command& call, const ipmi_options& options, const std::string& uuid) {
  if (options.console_log_bytes == 0) return;
  const auto recorder = console_recorder_path(options);
  if (::access(recorder.c_str(), X_OK) != 0)
    return log::warn(
        "cannot log a serial console: the recorder cannot run",
        {{log_key::node, uuid},
         {log_key::error, "the program " + recorder + " does not exist or is not executable"}});
  const std::array first{recorder, console_log_path(options, uuid),
                         std::to_string(options.console_log_bytes)};
  call.argv.insert(call.argv.begin(), first.begin(), first.end());
}

std::string url_of(const listening_console& x) {
  const bool bare = x.address.find(':') == std::string::npos;
  return "tcp://" + (bare ? x.address : "[" + x.address + "]") + ":" + std::to_string(x.port);
}

result<std::vector<uint16_t>> ports_of(const ipmi_context& context, const ipmi_access& access,
                                       const std::string& uuid) {
  if (access.terminal_port) return std::vector{*access.terminal_port};
  if (const auto range = read_port_range(context.options.console_ports))
    return ports_for(*range, uuid);
  return fail(error_code::invalid,
              "The console has no port. Set driver_info.ipmi_terminal_port or the option "
              "ipmi.console_ports.");
}

// Brace lists in plain functions only: g++ 12 cannot compile them in a coroutine.
ipmi_order end_session() { return single_order({"sol", "deactivate"}); }

/// Ends a leftover session. Unset: it has ended, or there was none.
asio::awaitable<std::optional<ipmi_error>> free_session(ipmi_context& context, permit allowed,
                                                        ipmi_access access) {
  auto order = end_session();
  const auto ended =
      co_await context.tool.run(std::move(allowed), std::move(access), std::move(order));
  // BMCs report in many ways that there was no session.
  if (ended || ended.error().fault == ipmi_fault::unsupported ||
      ended.error().fault == ipmi_fault::unknown)
    co_return std::nullopt;
  co_return ended.error();
}

console_result listen_at_one_of(ipmi_context& context, permitted_step request, ipmi_access access,
                                std::vector<uint16_t> ports) {
  auto how = listener_of(context.options, request.machine.uuid);
  const auto suite = suites_for(access, *context.tool.queue_of(access), context.options).front();
  // A disconnected client may have left a session, which blocks others.
  how.before = console_call(request.allowed, access, "deactivate", suite, context.options).argv;
  failure last{error_code::conflict, "No port is free."};
  for (const auto port : ports) {
    auto call = console_call(request.allowed, access, "activate", suite, context.options);
    record(call, context.options, request.machine.uuid);
    const auto begun = co_await begin_console(how, port, std::move(call));
    if (begun) co_return listening_console{-1, how.address, port};
    last = begun.error();
    if (last.code != error_code::conflict) break;
  }
  co_return tl::unexpected(std::move(last));
}

/// The running listener, or a new one.
console_result open_console(ipmi_context& context, permitted_step request, ipmi_access access) {
  if (auto wrong = check_ipmi_console(access)) co_return tl::unexpected(std::move(*wrong));
  const auto found = find_console(listener_of(context.options, request.machine.uuid));
  if (found) co_return *found;
  auto ports = ports_of(context, access, request.machine.uuid);
  if (!ports) co_return tl::unexpected(ports.error());
  const auto wrong = co_await free_session(context, request.allowed, access);
  if (wrong) co_return fail(error_code::driver_failed, wrong->message);
  auto call = listen_at_one_of(context, std::move(request), std::move(access), std::move(*ports));
  co_return co_await std::move(call);
}

step_outcome not_opened(const failure& why) {
  return why.code == error_code::invalid ? step_refused(why.message) : step_failed(why.message);
}

facts console_fact(bool enabled) {
  facts out;
  out.console_enabled = enabled;
  return out;
}

json console_answer(const listening_console& x) { return {{"type", "socat"}, {"url", url_of(x)}}; }

}  // namespace

ipmi_outcome start_ipmi_console(ipmi_context& context, permitted_step request, ipmi_access access) {
  forget_old_console_logs(context.options);
  const auto open = co_await open_console(context, std::move(request), std::move(access));
  if (!open) co_return not_opened(open.error());
  co_return step_done(console_fact(true), "the console is at " + url_of(*open));
}

ipmi_outcome stop_ipmi_console(ipmi_context& context, permitted_step request, ipmi_access access) {
  co_await end_console(listener_of(context.options, request.machine.uuid));
  const auto wrong = co_await free_session(context, request.allowed, std::move(access));
  // No client can connect any more, whatever the BMC answers.
  if (wrong)
    log::warn("cannot end a serial console session",
              {{log_key::node, request.machine.uuid}, {log_key::error, wrong->message}});
  co_return step_done(console_fact(false), "the console is closed");
}

ipmi_outcome get_ipmi_console(ipmi_context& context, permitted_step request, ipmi_access access) {
  const auto open = co_await open_console(context, std::move(request), std::move(access));
  if (!open) co_return not_opened(open.error());
  auto out = step_done();
  out.answer = console_answer(*open);
  co_return out;
}

ipmi_outcome get_ipmi_console_log(ipmi_context& context, permitted_step request, ipmi_access) {
  forget_old_console_logs(context.options);
  const auto bytes = request.what.args.at("bytes").get<size_t>();
  auto text = read_console_log(console_log_path(context.options, request.machine.uuid), bytes);
  auto out = step_done();
  out.answer = console_text_answer(std::move(text));
  co_return out;
}

std::optional<failure> check_ipmi_console(const ipmi_access& access) {
  if (!access.version_2)
    return failure{error_code::invalid,
                   "driver_info.ipmi_protocol_version is 1.5; allowed with a console: 2.0."};
  if (!access.user.empty() && !fits_socat(access.user))
    return failure{error_code::invalid,
                   "driver_info.ipmi_username is '" + access.user +
                       "'; allowed with a console: letters, digits and ._/:@%+=-."};
  return std::nullopt;
}

}  // namespace ironbus
