#include "drivers/ipmi/ipmi_command.hpp"

#include "messages/base/text.hpp"

namespace ironbus {

namespace {

constexpr size_t output_bytes_max = 1024 * 1024;

std::string seconds_text(std::chrono::milliseconds x) {
  return std::to_string(std::max<int64_t>(1, x.count() / 1000));
}

void append(std::vector<std::string>& out, std::initializer_list<std::string> more) {
  out.insert(out.end(), more);
}

/// Everything except the command and the retries.
child_command session_call(permit allowed, const ipmi_access& access, std::optional<int> suite,
                           const ipmi_options& options) {
  child_command out{std::move(allowed)};
  auto& argv = out.argv;
  argv = {
      options.ipmitool_path, "-I", access.version_2 ? "lanplus" : "lan", "-H", access.address, "-L",
      access.level,          "-p", std::to_string(access.port)};
  if (!access.user.empty()) append(argv, {"-U", access.user});
  if (!access.kg_key.empty()) append(argv, {"-K"});
  if (suite) append(argv, {"-C", std::to_string(*suite)});
  argv.insert(argv.end(), access.bridges.begin(), access.bridges.end());
  out.environment = {{"PATH", "/usr/sbin:/usr/bin:/sbin:/bin"}, {"LC_ALL", "C"}};
  if (!access.kg_key.empty()) out.environment["IPMI_KGKEY"] = access.kg_key;
  // With an empty file it would prompt for a password.
  out.secret = access.password.empty() ? std::string(1, '\0') : access.password;
  out.output_bytes_max = output_bytes_max;
  return out;
}

}  // namespace

std::string ipmi_order::text() const {
  return join(
      words, [](const auto& x) { return x; }, " ");
}

ipmi_order repeatable_order(std::vector<std::string> words) { return {std::move(words), true}; }
ipmi_order single_order(std::vector<std::string> words) { return {std::move(words), false}; }

child_command ipmitool_call(permit allowed, const ipmi_access& access, const ipmi_order& order,
                            std::optional<int> suite, const ipmi_options& options) {
  auto out = session_call(std::move(allowed), access, suite, options);
  // -v: without it a wrong password looks like a silent BMC. It resends a packet once, after the
  // pause of -N.
  append(out.argv, {"-v", "-R", "1", "-N", seconds_text(options.min_command_interval), "-f",
                    child_secret_path});
  out.argv.insert(out.argv.end(), order.words.begin(), order.words.end());
  out.input = order.input;
  return out;
}

child_command console_call(permit allowed, const ipmi_access& access, const char* verb,
                           std::optional<int> suite, const ipmi_options& options) {
  auto out = session_call(std::move(allowed), access, suite, options);
  append(out.argv, {"-f", child_secret_path, "sol", verb});
  return out;
}

}  // namespace ironbus
