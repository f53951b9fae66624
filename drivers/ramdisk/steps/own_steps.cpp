#include "drivers/ramdisk/steps/own_steps.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t own_steps_max = 64;
constexpr std::size_t step_name_max = 64;
constexpr std::size_t shown_output_max = 4096;
constexpr std::int64_t step_priority_max = 1000;
constexpr std::int64_t step_seconds_max = 7LL * 24 * 3600;
constexpr std::chrono::seconds describe_time{10};
constexpr std::array<std::string_view, 3> step_kinds{"clean", "deploy", "service"};

bool is_step_name(const std::string& text) {
  return !text.empty() && text.size() <= step_name_max &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
         });
}

std::string end_of_output(const std::string& output) {
  const auto text = trimmed(output);
  return text.size() <= shown_output_max ? text : text.substr(text.size() - shown_output_max);
}

/// The reason why the description is wrong; unset: it is right.
std::optional<std::string> read_kinds(const json& description, own_step& out) {
  const auto given = description.find("kinds");
  if (given == description.end() || !given->is_array() || given->empty())
    return "`kinds` is not a list of clean, deploy and service";
  for (const auto& kind : *given) {
    const auto text = kind.is_string() ? kind.get<std::string>() : text_of(kind);
    if (std::find(step_kinds.begin(), step_kinds.end(), text) == step_kinds.end())
      return "`kinds` has '" + text + "'; allowed: clean, deploy, service";
    out.kinds.push_back(text);
  }
  return std::nullopt;
}

std::optional<std::string> read_description(const json& description, own_step& out) {
  out.name = text_member(description, "step");
  if (!is_step_name(out.name))
    return "`step` is '" + out.name + "'; allowed: at most 64 of a-z, 0-9 and _";
  if (auto wrong = read_kinds(description, out)) return wrong;
  const auto priority = int_member(description, "priority", 0);
  if (priority < 0 || priority > step_priority_max)
    return "`priority` is " + std::to_string(priority) + "; allowed: 0 to 1000";
  const auto seconds = int_member(description, "time_max", out.time_max.count());
  if (seconds < 1 || seconds > step_seconds_max)
    return "`time_max` is " + std::to_string(seconds) + "; allowed: 1 to 604800 seconds";
  out.priority = static_cast<int>(priority);
  out.time_max = std::chrono::seconds{seconds};
  out.abortable = bool_member(description, "abortable", true);
  out.arguments = object_member(description, "argsinfo");
  return std::nullopt;
}

std::optional<own_step> ask_for_step(const std::string& program) {
  const auto refuse = [&program](const std::string& why) {
    log_line("the step " + program + " is left out: " + why);
    return std::nullopt;
  };
  const auto end = run_program({program, "describe"}, "", describe_time);
  if (end.code != 0)
    return refuse("`describe` ended with code " + std::to_string(end.code) + ": " +
                  end_of_output(end.output));
  const auto description = parse_json(end.output);
  if (!description || !description->is_object())
    return refuse("`describe` did not print a JSON object");
  own_step out;
  out.program = program;
  if (const auto wrong = read_description(*description, out)) return refuse(*wrong);
  return out;
}

}  // namespace

std::vector<own_step> read_own_steps(const fs::path& folder) {
  std::vector<own_step> out;
  for (const auto& name : names_in(folder)) {
    const auto program = (folder / name).string();
    std::error_code wrong;
    if (!fs::is_regular_file(program, wrong) || ::access(program.c_str(), X_OK) != 0) continue;
    if (out.size() == own_steps_max) {
      log_line("there are more than 64 own steps; the rest is left out, beginning with " + name);
      break;
    }
    auto step = ask_for_step(program);
    if (!step) continue;
    const bool known = std::any_of(out.begin(), out.end(), [&step](const own_step& other) {
      return other.name == step->name;
    });
    if (known)
      log_line("the step " + program + " is left out: another file has the step " + step->name);
    else
      out.push_back(*std::move(step));
  }
  return out;
}

json run_own_step(const own_step& step, const std::string& kind, const json& node,
                  const json& args) {
  const json request{{"kind", kind}, {"step", step.name}, {"args", args}, {"node", node}};
  const auto end = run_program({step.program, "run"}, text_of(request) + "\n", step.time_max);
  const auto shown = end_of_output(end.output);
  if (end.code != 0)
    throw execution_failed("The step " + step.name + " (" + step.program + ") ended with code " +
                           std::to_string(end.code) + ": " + shown);
  const auto last = shown.substr(shown.rfind('\n') + 1);
  if (auto report = parse_json(last); report && report->is_object()) return *std::move(report);
  return {{"output", shown}};
}

}  // namespace ironbus::ramdisk
