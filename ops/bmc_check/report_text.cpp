#include "ops/bmc_check/report_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace ironbus::bmc_check {

namespace {

constexpr std::array<std::string_view, 4> result_names{"works", "FAILS", "absent", "skipped"};

std::string padded(std::string_view text, size_t width) {
  std::string out{text};
  out.append(width > out.size() ? width - out.size() : 1, ' ');
  return out;
}

std::string seconds_text(std::chrono::milliseconds took) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "%.1f s", static_cast<double>(took.count()) / 1'000);
  return text.data();
}

// A reason of a BMC may contain line ends and escapes of a terminal.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  return text;
}

std::string line_text(const check_line& one) {
  auto out = "  " + padded(one.name, 20) + padded(result_names[static_cast<size_t>(one.result)], 9);
  if (one.result != check_result::skipped) out += padded(seconds_text(one.took), 9);
  out += one_line(one.text);
  out.erase(out.find_last_not_of(' ') + 1);
  return out + "\n";
}

unsigned count_of(const check_report& report, check_result result) {
  return static_cast<unsigned>(std::ranges::count(report.lines, result, &check_line::result));
}

std::string end_text(const check_report& report) {
  if (report.login_rejected)
    return "The BMC rejected the user name or password. Nothing was sent afterwards.\n";
  if (!report.reached) return "No check worked: this is no usable BMC.\n";
  if (!report.not_restored.empty())
    return "The machine was on before, and could not be switched on again: " +
           one_line(report.not_restored) + "\n";
  return report.passed() ? "passed\n" : "failed\n";
}

}  // namespace

std::string report_text(const check_report& report, const std::string& place,
                        const std::string& driver) {
  std::string out = "BMC " + place + ", driver " + driver + "\n";
  for (const auto& one : report.lines) out += line_text(one);
  if (report.oddities.empty()) out += "oddities: none\n";
  if (!report.oddities.empty()) out += "oddities:\n";
  for (const auto& one : report.oddities)
    out += "  " + padded(one.kind, 20) +
           (one.count > 0 ? std::to_string(one.count) + " x  " : std::string{}) + one.meaning +
           " First: " + one_line(one.first) + "\n";
  if (report.pause.count() > 0)
    out += "pauses: the times contain " + seconds_text(report.pause) +
           " between two commands, because BMCs need it\n";
  if (!report.device_left.empty()) out += one_line(report.device_left) + "\n";
  if (report.requests > 0)
    out += "requests: " + std::to_string(report.requests) + ", the slowest " +
           seconds_text(report.slowest) + ": " + one_line(report.slowest_request) + "\n";
  out += "checks: " + std::to_string(count_of(report, check_result::works)) + " work, " +
         std::to_string(count_of(report, check_result::absent)) + " absent, " +
         std::to_string(count_of(report, check_result::fails)) + " fail, " +
         std::to_string(count_of(report, check_result::skipped)) + " skipped\n";
  return out + end_text(report);
}

}  // namespace ironbus::bmc_check
