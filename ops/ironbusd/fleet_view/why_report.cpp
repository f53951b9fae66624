#include "ops/ironbusd/fleet_view/why_report.hpp"

#include "messages/base/text.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"
#include "ops/ironbusd/fleet_view/node_row.hpp"
#include "ops/ironbusd/fleet_view/plain_text.hpp"
#include "ops/ironbusd/fleet_view/unblocking_command.hpp"

namespace ironbus::fleet_view {

namespace {

std::string since_words(const json& object, std::string_view key, timestamp now) {
  const auto moment = member_time(object, key);
  if (!moment) return {};
  return ", since " + moment_text(*moment) + " (" + duration_text(now - *moment) + ")";
}

std::string until_words(timestamp until, timestamp now) {
  const auto distance =
      until < now ? duration_text(now - until) + " ago" : "in " + duration_text(until - now);
  return "until " + moment_text(until) + " (" + distance + ")";
}

/// "on" of "power on".
std::string power_word(const std::string& power) {
  constexpr std::string_view prefix = "power ";
  if (power.empty()) return "unknown";
  return power.starts_with(prefix) ? power.substr(prefix.size()) : power;
}

std::string state_line(const json& why, const node_row& node) {
  auto out = label_of(node) + " is in " + node.state;
  if (!node.target.empty()) out += ", target state " + node.target;
  out += "; power " + power_word(node.power);
  if (!node.target_power.empty()) out += ", target " + power_word(node.target_power);
  const auto queued = member_text(why, "queued");
  if (!queued.empty()) out += "; queued: " + queued;
  return out + ".\n";
}

std::string working_line(const json& working, timestamp now) {
  if (!working.is_object()) return {};
  auto out = "Running " + member_text(working, "kind");
  const auto index = member_number(working, "index").value_or(0);
  const auto steps = member_number(working, "steps").value_or(0);
  const auto& step = member_value(working, "step");
  if (step.is_object())
    out += ": step " + std::to_string(index + 1) + " of " + std::to_string(steps) + ", " +
           member_text(step, "interface") + "." + member_text(step, "step");
  const auto attempt = member_number(working, "attempt").value_or(1);
  if (attempt > 1) out += ", attempt " + std::to_string(attempt);
  out += since_words(working, "started_at", now);
  if (member_flag(working, "abort_requested"))
    out += "; stops after this step, because an abort is requested";
  return out + ".\n";
}

std::string seconds_text(const json& object, std::string_view key) {
  const auto& value = member_value(object, key);
  const std::chrono::duration<double> seconds{value.is_number() ? value.get<double>() : 0};
  return duration_text(std::chrono::duration_cast<std::chrono::microseconds>(seconds));
}

/// The usual duration of the step, if enough runs are known.
std::string usual_line(const json& usual, timestamp now) {
  if (!usual.is_object()) return {};
  auto out = "Usual duration of this step: " + seconds_text(usual, "median_seconds") +
             ", 99 % of runs at most " + seconds_text(usual, "p99_seconds");
  if (member_flag(usual, "overdue")) return out + "; this run is overdue.\n";
  const auto end = member_time(usual, "expected_end");
  if (!end) return out + ".\n";
  return out + "; expected end " +
         (*end > now ? "in " + duration_text(*end - now) : std::string{"now"}) + ".\n";
}

std::string power_line(const json& unconfirmed, timestamp now) {
  if (!unconfirmed.is_object()) return {};
  const auto sender = member_text(unconfirmed, "by");
  return "Power state not confirmed" + since_words(unconfirmed, "since", now) + ": the order '" +
         member_text(unconfirmed, "order") + "'" + (sender.empty() ? "" : " by " + sender) +
         " ended without a result: " + member_text(unconfirmed, "reason") + "\n";
}

std::string maintenance_lines(const node_row& node) {
  std::string out;
  if (node.maintenance)
    out += "In maintenance" +
           (node.maintenance_reason.empty() ? "" : ": " + node.maintenance_reason) + "\n";
  if (!node.fault.empty()) out += "Fault: " + node.fault + ".\n";
  if (!node.last_error.empty() && node.last_error != node.maintenance_reason)
    out += "Last error: " + node.last_error + "\n";
  return out;
}

std::string waiting_lines(const json& why, const node_row& node, timestamp now) {
  const auto& waiting = member_value(why, "waiting");
  if (!waiting.is_object()) return is_idle(node) ? "Idle. No operation is running.\n" : "";
  auto out = "Waiting for " + wait_words(waiting, now) + ".\n";
  if (const auto next = member_time(waiting, "next_poll"))
    out += "Next poll of the machine: " + moment_text(*next) + ".\n";
  return out;
}

}  // namespace

std::string wait_words(const json& waiting, timestamp now) {
  if (!waiting.is_object()) return {};
  auto out = member_text(waiting, "who") + since_words(waiting, "since", now);
  const auto on_expiry = member_text(waiting, "on_expiry");
  if (const auto until = member_time(waiting, "until"))
    return out + "; " + until_words(*until, now) + ", then " + on_expiry;
  constexpr std::string_view never = "nothing; ";  // on_expiry of a wait without a timeout
  return out + "; no timeout: " +
         (on_expiry.starts_with(never) ? on_expiry.substr(never.size()) : on_expiry);
}

std::string unblocker_lines(const json& unblockers, const std::string& node,
                            const std::string& indent) {
  std::string out;
  for (const auto& one : unblockers) {
    out += indent + member_text(one, "who") + " " + member_text(one, "does") + "\n";
    auto how = unblocking_command(one, node);
    if (how.empty()) how = member_text(one, "call");
    if (!how.empty()) out += indent + "    " + how + "\n";
  }
  return out;
}

std::string why_text(const json& why, timestamp now) {
  const auto node = read_node_row(why);
  const auto& working = member_value(why, "working");
  auto out = state_line(why, node) + working_line(working, now) +
             usual_line(member_value(working, "usual"), now) + waiting_lines(why, node, now) +
             power_line(member_value(why, "power_unconfirmed"), now) + maintenance_lines(node);
  const auto& workers = member_value(why, "drivers");
  const auto names = join(member_list(workers, "workers"), [](const json& name) {
    return name.is_string() ? name.get<std::string>() : std::string{};
  });
  const auto group = member_text(workers, "conductor_group");
  out += "Driver workers of conductor group" + (group.empty() ? "" : " '" + group + "'") + ": " +
         (names.empty() ? "none" : names) + ".\n";
  const auto ways = unblocker_lines(member_list(why, "unblocked_by"), label_of(node), "  ");
  return ways.empty() ? out : out + "To continue:\n" + ways;
}

json why_document(json why) {
  const auto node = label_of(read_node_row(why));
  if (!why.contains("unblocked_by") || !why["unblocked_by"].is_array()) return why;
  for (auto& one : why["unblocked_by"])
    if (const auto command = unblocking_command(one, node); !command.empty() && one.is_object())
      one["command"] = command;
  return why;
}

}  // namespace ironbus::fleet_view
