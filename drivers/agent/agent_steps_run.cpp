#include "drivers/agent/agent_steps_run.hpp"

#include "drivers/agent/protocol/agent_offer.hpp"
#include "drivers/agent/protocol/agent_params.hpp"
#include "messages/model/agent_session.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace asio = boost::asio;

namespace {

std::string noted_command(const step_request& x) {
  return read_agent_session(x.machine.driver_internal_info).command.value_or("");
}

step_outcome waits_for_agent(const json& command) {
  auto out = step_waiting_for_agent();
  out.observed.driver_internal_info = {{agent_command_key, command}};
  return out;
}

constexpr size_t raid_config_bytes_max = 64 * 1024;

/// Steps whose result replaces the node's raid_config.
constexpr std::array<std::string_view, 3> raid_steps{"create_configuration", "apply_configuration",
                                                     "delete_configuration"};

/// Adds the agent's report, if it is more than a text.
step_outcome reported(step_outcome outcome, json report) {
  if (report.is_structured() && !report.empty()) outcome.report = std::move(report);
  return outcome;
}

/// Facts of a finished step.
step_outcome ended_well(const step_request& request, const agent_dialect& how,
                        const agent_command& ended) {
  facts out;
  out.driver_internal_info = {{agent_command_key, ended.id}};
  const bool made_raid =
      request.what.interface == "raid" &&
      std::find(raid_steps.begin(), raid_steps.end(), request.what.name) != raid_steps.end();
  auto report = ended.result.value(std::string{how.result_key}, json{});
  if (!made_raid)
    return reported(step_done(std::move(out), "command " + ended.id), std::move(report));
  out.raid_config = report.is_object() ? std::move(report) : json::object();
  if (request.what.name == "delete_configuration") out.raid_config = json::object();
  if (to_text(out.raid_config).size() > raid_config_bytes_max)
    return step_failed("The agent reported a RAID configuration larger than " +
                       std::to_string(raid_config_bytes_max) + " bytes.");
  return step_done(std::move(out), "command " + ended.id);
}

agent_order collecting_order(const agent_dialect& how, const machine& target_machine) {
  return {std::string{how.extension} + "." + std::string{how.collect}, agent_params(target_machine),
          true};
}

agent_order executing_order(const agent_dialect& how, const step_request& x, json args) {
  return {std::string{how.extension} + "." + std::string{how.execute},
          agent_step_params(x, std::string{how.version_key}, std::move(args)), false};
}

json no_steps(const agent_dialect& how) { return {{how.steps_key, json::object()}}; }

json step_wanted(const step_request& x) {
  return {{"interface", x.what.interface}, {"step", x.what.name}};
}

/// The agent's hardware managers changed since they published the step.
asio::awaitable<step_outcome> refresh(const agent_client& agents, permitted_step request,
                                      const agent_dialect& how, const agent_command& refused) {
  request.what.name = how.collect;
  auto out = co_await collect_steps(agents, request);
  if (out.status != step_status::done) co_return out;
  out.status = step_status::interrupted;
  out.reason = "The versions of the agent's hardware managers changed.";
  out.steps_changed = true;
  out.observed.driver_internal_info[agent_command_key] = refused.id;
  co_return out;
}

asio::awaitable<step_outcome> evaluate_command(const agent_client& agents,
                                               const permitted_step& request,
                                               const agent_dialect& how, const agent_command& now) {
  switch (now.status) {
    case command_status::running: co_return waits_for_agent(now.id);
    case command_status::succeeded: co_return ended_well(request, how, now);
    case command_status::version_mismatch: co_return co_await refresh(agents, request, how, now);
    case command_status::failed:
      co_return step_failed(now.error.empty() ? "The agent failed the step without a reason."
                                              : now.error);
    default: co_return step_failed("The agent reported an unknown step status.");
  }
}

bool is_silence(error_code x) { return x == error_code::unavailable || x == error_code::timeout; }

step_outcome lost(const failure& why) {
  auto out = step_interrupted(why.message);
  out.agent_gone = true;
  return out;
}

/// The agent is running but rejects the token. Another boot may bring the right one.
step_outcome token_rejected(const failure& why) {
  auto out = step_failed(why.message);
  out.agent_gone = true;
  return out;
}

/// The outcome if the agent did not report the step's state; unset: keep waiting.
std::optional<step_outcome> unanswered(const step_request& request, const failure& why) {
  if (!is_silence(why.code)) return send_failure(why);
  if (request.doubtful) return lost(why);
  return std::nullopt;
}

/// The outcome of a step that may still run.
asio::awaitable<std::optional<step_outcome>> evaluate_progress(const agent_client& agents,
                                                               const permitted_step& request,
                                                               const agent_dialect& how,
                                                               const agent_command& now) {
  // The deadline is far away, so a running step needs no report.
  const bool early = system_clock{}.now() < request.deadline;
  if (now.status == command_status::running && early) co_return std::nullopt;
  co_return co_await evaluate_command(agents, request, how, now);
}

/// Whether an error for a single command means that the list must be read.
bool leaves_it_to_list(error_code x) { return !is_silence(x) && x != error_code::forbidden; }

}  // namespace

step_outcome send_failure(const failure& why) {
  return why.code == error_code::forbidden ? token_rejected(why) : step_failed(why.message);
}

asio::awaitable<step_outcome> collect_steps(const agent_client& agents,
                                            const permitted_step& request) {
  const auto* how = dialect_that_collects(request.what.name);
  if (how == nullptr)
    co_return step_failed("The agent driver has no step list " + request.what.name + ".");
  auto answer = co_await agents.order(request.allowed, request.machine,
                                      collecting_order(*how, request.machine));
  // Agents of older releases have no steps for deployment and servicing.
  const bool none =
      (!answer && answer.error().code == error_code::not_found) || (answer && answer->too_old);
  if (!answer && !none) co_return send_failure(answer.error());
  if (answer && !none && answer->status != command_status::succeeded)
    co_return step_failed("The agent did not list its steps: " + answer->error);
  json result = none ? no_steps(*how) : answer->result;
  auto offer = read_offer(*how, result, request.machine.driver_internal_info, system_clock{}.now(),
                          agents.options().steps_max);
  if (!offer) co_return step_failed(offer.error().message);
  co_return step_done(std::move(*offer));
}

asio::awaitable<step_outcome> hand_over(const agent_client& agents, const permitted_step& request,
                                        json args) {
  const auto* how = dialect_of(request.kind);
  if (how == nullptr)
    co_return step_failed("The agent driver has no steps for the workflow " +
                          std::string{to_string(request.kind)} + ".");
  auto order = executing_order(*how, request, std::move(args));
  const auto given = co_await agents.order(request.allowed, request.machine, std::move(order),
                                           noted_command(request));
  if (given) co_return co_await evaluate_command(agents, request, *how, *given);
  if (given.error().code == error_code::conflict) co_return waits_for_agent(nullptr);
  co_return send_failure(given.error());
}

asio::awaitable<std::optional<step_outcome>> watch_step(const agent_client& agents,
                                                        const permitted_step& request) {
  const auto* how = dialect_of(request.kind);
  if (how == nullptr) co_return std::nullopt;
  const auto noted = noted_command(request);
  if (can_be_asked_for(noted)) {
    const auto one = co_await agents.command(request.allowed, request.machine, noted);
    if (!one && !leaves_it_to_list(one.error().code)) co_return unanswered(request, one.error());
    if (one && one->id == noted) co_return co_await evaluate_progress(agents, request, *how, *one);
  }  // The agent does not know the command, or cannot report it: read the list.
  const auto all = co_await agents.commands(request.allowed, request.machine);
  if (!all) co_return unanswered(request, all.error());
  if (const auto* now = find_command(*all, noted))
    co_return co_await evaluate_progress(agents, request, *how, *now);
  const bool busy = std::any_of(all->begin(), all->end(), [](const agent_command& y) {
    return y.status == command_status::running;
  });
  if (busy) co_return std::nullopt;
  co_return step_interrupted("The agent does not know the step: it was busy or it restarted.");
}

asio::awaitable<std::optional<step_outcome>> find_step_again(const agent_client& agents,
                                                             const permitted_step& request) {
  const auto* how = dialect_of(request.kind);
  if (how == nullptr) co_return std::nullopt;
  const auto all = co_await agents.commands(request.allowed, request.machine);
  if (!all) co_return std::nullopt;
  const auto* now = find_last(*all, how->execute, step_wanted(request), noted_command(request));
  if (now == nullptr) co_return std::nullopt;
  co_return co_await evaluate_command(agents, request, *how, *now);
}

}  // namespace ironbus
