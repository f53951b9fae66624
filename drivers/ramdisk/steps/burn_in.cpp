#include "drivers/ramdisk/steps/burn_in.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/json.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/subprocess.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus::ramdisk {

using nlohmann::json;

namespace {

constexpr std::int64_t longest_burn_in = 7LL * 24 * 3600;
constexpr std::int64_t most_workers = 4096;
constexpr std::int64_t most_loops = 1000;
constexpr std::chrono::seconds time_to_end{600};
constexpr std::size_t burn_in_output_max = 4096;
constexpr int program_not_found = 127;

struct burn_in_number {
  const char* argument;
  const char* driver_info;
  std::int64_t otherwise;
  std::int64_t least;
  std::int64_t most;
};

constexpr burn_in_number cpu_workers{"workers", "agent_burnin_cpu_cpu", 0, 0, most_workers};
constexpr burn_in_number cpu_timeout{"timeout", "agent_burnin_cpu_timeout", 86400, 1,
                                     longest_burn_in};
constexpr burn_in_number vm_workers{"workers", "agent_burnin_vm_vm", 0, 0, most_workers};
constexpr burn_in_number vm_timeout{"timeout", "agent_burnin_vm_timeout", 86400, 1,
                                    longest_burn_in};
constexpr burn_in_number disk_loops{"loops", "agent_burnin_fio_disk_loops", 4, 1, most_loops};
constexpr burn_in_number disk_runtime{"timeout", "agent_burnin_fio_disk_runtime", 0, 0,
                                      longest_burn_in};

constexpr std::array<std::string_view, 3> burn_in_steps{"burnin_cpu", "burnin_memory",
                                                        "burnin_disk"};

/// The parameters of one step: its arguments and the node's driver_info.
class burn_in_parameters {
public:
  burn_in_parameters(const json& node, const json& args)
      : args_{args}, info_{object_member(node, "driver_info")} {}

  [[nodiscard]] std::int64_t value(const burn_in_number& wanted) const {
    const bool given = args_.is_object() && args_.contains(wanted.argument);
    const auto* name = given ? wanted.argument : wanted.driver_info;
    const auto& place = given ? args_ : info_;
    const auto found = int_member(place, name, given ? wanted.least - 1 : wanted.otherwise);
    if (found >= wanted.least && found <= wanted.most) return found;
    throw cleaning_failed(std::string{name} + " is " +
                          (given ? text_of(args_.at(name)) : std::to_string(found)) +
                          "; allowed: a number from " + std::to_string(wanted.least) + " to " +
                          std::to_string(wanted.most));
  }

  [[nodiscard]] std::string text(const char* argument, const char* key,
                                 const std::string& otherwise) const {
    return text_member(args_, argument, text_member(info_, key, otherwise));
  }

private:
  const json& args_;
  const json& info_;
};

/// "98%", "4g"
bool is_amount(const std::string& text) {
  const auto digits =
      std::find_if(text.begin(), text.end(), [](char c) { return c < '0' || c > '9'; });
  const auto unit = std::string{digits, text.end()};
  return digits != text.begin() && text.size() <= 12 &&
         (unit.empty() || unit == "%" || unit == "b" || unit == "k" || unit == "m" || unit == "g");
}

burn_in_order cpu_order(const burn_in_parameters& given) {
  const auto seconds = given.value(cpu_timeout);
  return {{"stress-ng", "--cpu", std::to_string(given.value(cpu_workers)), "--timeout",
           std::to_string(seconds), "--metrics-brief"},
          std::chrono::seconds{seconds} + time_to_end};
}

burn_in_order memory_order(const burn_in_parameters& given) {
  const auto seconds = given.value(vm_timeout);
  const auto amount = given.text("vm_bytes", "agent_burnin_vm_vm-bytes", "98%");
  if (!is_amount(amount))
    throw cleaning_failed("vm_bytes is '" + amount + "'; allowed: such as 98% or 4g");
  return {{"stress-ng", "--vm", std::to_string(given.value(vm_workers)), "--timeout",
           std::to_string(seconds), "--vm-bytes", amount, "--metrics-brief"},
          std::chrono::seconds{seconds} + time_to_end};
}

burn_in_order disk_order(const burn_in_parameters& given, const std::vector<std::string>& disks) {
  if (disks.empty()) throw cleaning_failed("burnin_disk found no disk");
  const auto seconds = given.value(disk_runtime);
  burn_in_order out;
  out.time_max = std::chrono::seconds{seconds > 0 ? seconds : longest_burn_in} + time_to_end;
  out.program = {"fio",
                 "--rw",
                 "readwrite",
                 "--bs",
                 "4k",
                 "--direct",
                 "1",
                 "--ioengine",
                 "libaio",
                 "--iodepth",
                 "32",
                 "--verify",
                 "crc32c",
                 "--verify_dump",
                 "1",
                 "--continue_on_error",
                 "verify",
                 "--loops",
                 std::to_string(given.value(disk_loops))};
  if (seconds > 0)
    out.program.insert(out.program.end(), {"--runtime", std::to_string(seconds), "--time_based"});
  for (const auto& disk : disks)
    out.program.insert(out.program.end(), {"--name", disk, "--filename", disk});
  return out;
}

}  // namespace

bool is_burn_in(const std::string& step) {
  return std::find(burn_in_steps.begin(), burn_in_steps.end(), step) != burn_in_steps.end();
}

burn_in_order burn_in_of(const std::string& step, const json& node, const json& args,
                         const std::vector<std::string>& disks) {
  const burn_in_parameters given{node, args};
  if (step == "burnin_cpu") return cpu_order(given);
  if (step == "burnin_memory") return memory_order(given);
  return disk_order(given, disks);
}

json run_burn_in(const std::string& step, const burn_in_order& order) {
  log_line(step + " runs " + order.program.front());
  const auto end = run_program(order.program, {}, order.time_max);
  const auto& program = order.program.front();
  if (end.code == program_not_found)
    throw execution_failed("The step " + step + " needs the program " + program +
                           ", which this ramdisk lacks. Build it with ops/ramdisk --package " +
                           program + ".");
  auto shown = trimmed(end.output);
  if (shown.size() > burn_in_output_max) shown = shown.substr(shown.size() - burn_in_output_max);
  if (end.code != 0)
    throw execution_failed("The step " + step + " failed: " + program + " ended with code " +
                           std::to_string(end.code) + ": " + shown);
  return {{"output", shown}};
}

}  // namespace ironbus::ramdisk
