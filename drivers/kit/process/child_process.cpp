#include "drivers/kit/process/child_process.hpp"

#include "drivers/kit/process/spawn.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <memory>

namespace ironbus {

namespace asio = boost::asio;

namespace {

using descriptor = asio::posix::stream_descriptor;
using child_error = boost::system::error_code;

/// A running program; killed with the object at the latest. Used on its strand.
struct running_child {
  running_child(const asio::any_io_executor& strand, spawned_child spawned, child_command command)
      : asked{std::move(command)},
        pid{spawned.pid},
        process{strand, spawned.process.release()},
        out{strand, spawned.out.release()},
        err{strand, spawned.err.release()},
        limit{strand, asked.deadline} {}
  ~running_child() {
    if (!reaped) reap();
  }
  running_child(const running_child&) = delete;
  running_child& operator=(const running_child&) = delete;

  /// Signals its process group. Until it is reaped, its number cannot be reused.
  void signal(int number) const {
    if (!reaped) ::kill(-pid, number);
  }

  /// Whether it can be reaped without being killed.
  bool has_ended() const {
    siginfo_t found{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &found, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           found.si_pid == pid;
  }

  /// Kills the rest of the group and reads the exit status.
  void reap() {
    signal(SIGKILL);
    siginfo_t found{};
    while (::waitid(P_PID, static_cast<id_t>(pid), &found, WEXITED) != 0 && errno == EINTR)
      continue;
    reaped = true;
    (found.si_code == CLD_EXITED ? end.exit_code : end.signal) = found.si_status;
  }

  const child_command asked;
  const pid_t pid;
  descriptor process, out, err;
  asio::steady_timer limit;
  child_result end;
  bool reaped = false;
};

using child_ptr = std::shared_ptr<running_child>;

/// Reads available output; false: end of file.
bool take_output(running_child& child, descriptor& source, std::string& text) {
  constexpr int parts_at_once = 64;  // then other work gets its turn
  std::array<char, 16 * 1024> part;
  for (int i = 0; i < parts_at_once; ++i) {
    const auto count = ::read(source.native_handle(), part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 && errno == EAGAIN;
    const auto room = child.asked.output_bytes_max - text.size();
    text.append(part.data(), std::min(room, static_cast<size_t>(count)));
    child.end.cut = child.end.cut || static_cast<size_t>(count) > room;
  }
  return true;
}

asio::awaitable<void> collect_output(child_ptr child, descriptor& source, std::string& text) {
  child_error error;
  do
    co_await source.async_wait(descriptor::wait_read,
                               asio::redirect_error(asio::use_awaitable, error));
  while (!error && !child->reaped && take_output(*child, source, text));
}

asio::awaitable<void> end_in_time(child_ptr child) {
  child_error error;
  co_await child->limit.async_wait(asio::redirect_error(asio::use_awaitable, error));
  if (error || child->reaped) co_return;
  child->end.overdue = true;
  child->signal(SIGTERM);
  child->limit.expires_after(child->asked.kill_after);
  co_await child->limit.async_wait(asio::redirect_error(asio::use_awaitable, error));
  if (!error) child->signal(SIGKILL);
}

/// Asio may wake it for an earlier file with the same entry in its lists.
asio::awaitable<void> await_end(child_ptr child) {
  child_error error;
  while (!error && !child->has_ended())
    co_await child->process.async_wait(descriptor::wait_read,
                                       asio::redirect_error(asio::use_awaitable, error));
}

asio::awaitable<result<child_result>> run_on_strand(child_command command) {
  const auto strand = co_await asio::this_coro::executor;
  if (!command.allowed.check()) co_return fail(error_code::unavailable, permit_refused);
  auto spawned = spawn_child(command);
  if (!spawned) co_return tl::unexpected(spawned.error());
  const auto child =
      std::make_shared<running_child>(strand, std::move(*spawned), std::move(command));
  asio::co_spawn(strand, collect_output(child, child->out, child->end.out), asio::detached);
  asio::co_spawn(strand, collect_output(child, child->err, child->end.err), asio::detached);
  asio::co_spawn(strand, end_in_time(child), asio::detached);
  co_await await_end(child);
  child->reap();
  // Reads the last output. Does not wait for end of file: a process that left the group may hold
  // the pipe open.
  take_output(*child, child->out, child->end.out);
  take_output(*child, child->err, child->end.err);
  child->limit.cancel();
  child_error error;
  child->out.close(error);
  child->err.close(error);
  co_return std::move(child->end);
}

}  // namespace

asio::awaitable<result<child_result>> run_child(child_command command) {
  auto strand = asio::make_strand(co_await asio::this_coro::executor);
  auto call = run_on_strand(std::move(command));
  co_return co_await asio::co_spawn(strand, std::move(call), asio::use_awaitable);
}

}  // namespace ironbus
