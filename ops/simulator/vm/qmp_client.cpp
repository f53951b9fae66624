#include "ops/simulator/vm/qmp_client.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace ironbus::simulator {

namespace {

// Far more than any response to the commands used here.
constexpr size_t line_bytes_max = 1024 * 1024;
constexpr json_limits line_limits{.bytes = line_bytes_max, .depth = 32};

bool is_event(const json& message) { return message.contains("event"); }

bool send_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const auto sent = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    text.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

}  // namespace

tl::unexpected<failure> qmp_client::broken(std::string why) {
  ended_ = true;
  return fail(error_code::unavailable, "QEMU's monitor: " + std::move(why));
}

result<json> qmp_client::greet() {
  auto greeting = await_message();
  if (!greeting) return greeting;
  if (!greeting->contains("QMP")) return broken("no QMP greeting");
  return execute("qmp_capabilities");
}

result<json> qmp_client::execute(const std::string& command, json arguments) {
  json question{{"execute", command}, {"id", ++asked_}};
  if (!arguments.is_null()) question["arguments"] = std::move(arguments);
  if (ended_ || !send_all(fd(), to_text(question) + "\n")) return broken("connection closed");
  auto answer = await_answer();
  if (!answer) return answer;
  if (answer->contains("return")) return (*answer)["return"];
  const auto& error = (*answer)["error"];
  return fail(error_code::driver_failed,
              command + ": " +
                  (error.is_object() ? error.value("desc", std::string{"rejected"}) : "rejected"));
}

result<json> qmp_client::await_answer() {
  for (;;) {
    auto message = await_message();
    if (!message) return message;
    // Ignore late responses to commands that have timed out.
    if (message->contains("id") && (*message)["id"] == asked_) return message;
    if (is_event(*message)) events_.push_back(std::move(*message));
  }
}

result<json> qmp_client::await_message() {
  const auto until = std::chrono::steady_clock::now() + patience_;
  while (unread_.find('\n') == std::string::npos) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    if (ended_) return broken("connection closed");
    if (left.count() <= 0) {
      ended_ = true;
      return fail(error_code::timeout, "QEMU's monitor did not respond");
    }
    read_some(left);
  }
  return next_line();
}

result<json> qmp_client::next_line() {
  const auto end = unread_.find('\n');
  auto message = parse_json(std::string_view{unread_}.substr(0, end), line_limits);
  unread_.erase(0, end + 1);
  if (!message || !message->is_object()) return broken("the message is not QMP");
  return std::move(*message);
}

void qmp_client::read_some(std::chrono::milliseconds patience) {
  std::array<char, 16 * 1024> buffer{};
  pollfd wanted{fd(), POLLIN, 0};
  if (::poll(&wanted, 1, static_cast<int>(patience.count())) <= 0) return;
  const auto count = ::recv(fd(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count > 0) unread_.append(buffer.data(), static_cast<size_t>(count));
  const bool gone = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
  if (gone || unread_.size() > line_bytes_max) ended_ = true;
}

std::vector<json> qmp_client::take_events() {
  read_some({});
  while (unread_.find('\n') != std::string::npos) {
    auto message = next_line();
    if (message && is_event(*message)) events_.push_back(std::move(*message));
  }
  return std::exchange(events_, {});
}

}  // namespace ironbus::simulator
