#include "drivers/agent/ramdisk_logs.hpp"

#include "drivers/kit/whole_file.hpp"
#include "drivers/port/driver.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/agent_session.hpp"
#include "messages/platform/log.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <filesystem>

namespace ironbus {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

constexpr unsigned log_file_mode = 0600;

bool logs_wanted(const ramdisk_log_options& options, const step_request& request) {
  const bool failed = request.what.args.is_object() && request.what.args.value("failed", false);
  return options.collect == log_collection::always ||
         (options.collect == log_collection::on_failure && failed);
}

/// Decodes base64; empty unless the result is gzip data.
std::string unpacked_logs(const json& answer) {
  auto text = text_or_null(answer, "system_logs");
  if (!text.is_string()) return {};
  auto declval = text.get<std::string>();
  std::erase_if(declval, [](unsigned char c) { return std::isspace(c) != 0; });
  std::string out(declval.size() / 4 * 3, '\0');
  const auto length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                      reinterpret_cast<const unsigned char*>(declval.data()),
                                      static_cast<int>(declval.size()));
  const auto padding = static_cast<size_t>(declval.ends_with("==")  ? 2
                                           : declval.ends_with("=") ? 1
                                                                    : 0);
  if (length < 0 || static_cast<size_t>(length) < padding) return {};
  out.resize(static_cast<size_t>(length) - padding);
  return out.starts_with("\x1f\x8b") ? out : std::string{};
}

std::string log_file_name(const step_request& request) {
  const auto now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  const auto length = std::strftime(text.data(), text.size(), "%Y-%m-%d-%H-%M-%S", &parts);
  return request.machine.uuid + "_" + std::string{to_string(request.kind)} + "_" +
         std::string{text.data(), length} + ".tar.gz";
}

/// Deletes a node's oldest logs, so that an agent that keeps failing does not fill the disk.
void remove_old_logs(const std::string& uuid, const ramdisk_log_options& options) {
  std::error_code ignored;
  std::vector<fs::directory_entry> all;
  for (const auto& x : fs::directory_iterator{options.folder, ignored})
    if (x.path().filename().string().starts_with(uuid + "_")) all.push_back(x);
  std::sort(all.begin(), all.end(), [&ignored](const auto& a, const auto& b) {
    return a.last_write_time(ignored) > b.last_write_time(ignored);
  });
  for (size_t i = options.kept_max; i < all.size(); ++i) fs::remove(all[i].path(), ignored);
}

std::function<result<std::monostate>()> log_work(std::string content, const step_request& request,
                                                 const ramdisk_log_options& options) {
  return [content = std::move(content), &request, &options]() -> result<std::monostate> {
    auto written =
        write_whole(options.folder + "/" + log_file_name(request), content, log_file_mode);
    if (written) remove_old_logs(request.machine.uuid, options);
    return written;
  };
}

agent_client asked_once(const agent_context& context) {
  auto once = context.client.options();
  once.command_attempts_max = 1;
  return agent_client{context.io.get_executor(), context.policy, std::move(once)};
}

}  // namespace

asio::awaitable<step_outcome> collect_ramdisk_logs(agent_context& context, permitted_step request) {
  const auto& options = context.client.options().logs;
  const bool has_sent_heartbeat =
      read_agent_session(request.machine.driver_internal_info).url.has_value();
  if (!logs_wanted(options, request) || !has_sent_heartbeat || !is_uuid(request.machine.uuid))
    co_return step_done();
  const auto agents = asked_once(context);
  const auto answer = co_await agents.order(request.allowed, request.machine,
                                            simple_order("log.collect_system_logs", true));
  if (!answer) {
    log::warn("cannot fetch the ramdisk's logs",
              {{log_key::node, request.machine.uuid}, {log_key::error, answer.error().message}});
    co_return step_done();
  }
  auto content = unpacked_logs(answer->result);
  if (content.empty()) {
    log::warn("the agent returned no logs",
              {{log_key::node, request.machine.uuid}, {log_key::error, answer->error}});
    co_return step_done();
  }
  auto work = log_work(std::move(content), request, options);
  const auto written = co_await context.work.run(request.allowed, std::move(work));
  if (!written)
    log::warn("cannot write the ramdisk's logs",
              {{log_key::node, request.machine.uuid}, {log_key::error, written.error().message}});
  co_return step_done();
}

}  // namespace ironbus
