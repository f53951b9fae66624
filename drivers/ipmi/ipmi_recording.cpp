#include "drivers/ipmi/ipmi_recording.hpp"

#include "drivers/ipmi/console_recording.hpp"
#include "drivers/ipmi/ipmi_command.hpp"
#include "drivers/ipmi/ipmi_console.hpp"
#include "messages/platform/log.hpp"

namespace ironbus {

namespace asio = boost::asio;

namespace {

constexpr size_t recording_words_max = 4096;
/// Time limit for a BMC to end a leftover session.
constexpr std::chrono::milliseconds free_time_max{5000};

bool is_wanted(const ipmi_options& options) {
  return options.console_log_bytes > 0 && options.console_recording_limit.count() > 0;
}

step_outcome recorded(const std::string& how) {
  auto out = step_done();
  out.evidence = "the serial console is recorded" + how;
  return out;
}

step_outcome not_recorded(const std::string& uuid, const std::string& why) {
  log::warn("cannot record the serial console of a ramdisk",
            {{log_key::node, uuid}, {log_key::error, why}});
  auto out = step_done();
  out.evidence = "the serial console is not recorded: " + why;
  return out;
}

/// Starts the recording, after ending a leftover session.
asio::awaitable<step_outcome> record_session(ipmi_context& context, permitted_step request,
                                             ipmi_access access) {
  const auto uuid = request.machine.uuid;
  const auto suite = suites_for(access, *context.tool.queue_of(access), context.options).front();
  auto free = console_call(request.allowed, access, "deactivate", suite, context.options);
  free.deadline = free_time_max;
  co_await run_child(std::move(free));
  auto show = console_call(request.allowed, access, "activate", suite, context.options);
  const auto wrong = co_await begin_recording(context.options, uuid, std::move(show));
  co_return wrong ? not_recorded(uuid, *wrong) : recorded("");
}

}  // namespace

ipmi_outcome start_ipmi_recording(ipmi_context& context, permitted_step request,
                                  ipmi_access access) {
  const auto& options = context.options;
  const auto uuid = request.machine.uuid;
  if (!is_wanted(options)) {
    auto off = step_done();
    off.evidence = "the serial console is not recorded: disabled by the options";
    co_return off;
  }
  forget_old_console_logs(options);
  if (auto wrong = check_ipmi_console(access)) co_return not_recorded(uuid, wrong->message);
  if (!mark_recording(options, uuid))
    co_return not_recorded(uuid, "cannot write its log in " + options.console_folder);
  switch (writer_of(console_recorder_path(options), console_log_path(options, uuid))) {
    case console_writer::client: co_return recorded(" by a client that is connected");
    case console_writer::recording: co_return recorded(" already");
    default: break;
  }
  co_return co_await record_session(context, std::move(request), std::move(access));
}

ipmi_outcome stop_ipmi_recording(ipmi_context& context, permitted_step request, ipmi_access) {
  auto out = step_done();
  if (!is_wanted(context.options)) co_return out;
  out.answer = console_text_answer(
      read_recording(context.options, request.machine.uuid, recording_words_max));
  co_await end_recording(context.options, request.machine.uuid);
  co_return out;
}

}  // namespace ironbus
