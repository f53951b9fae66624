#include "drivers/redfish/client/redfish_connection.hpp"

#include "drivers/redfish/client/redfish_fault.hpp"
#include "messages/base/host_source.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>
#include <array>
#include <atomic>

namespace ironbus {

namespace {

using time_point = std::chrono::steady_clock::time_point;

constexpr size_t known_bytes = 256 * 1024;
constexpr size_t closed_at_once = 64;

/// One at a time: many BMCs handle no more, and a login must not run concurrently.
bmc_session_options one_at_a_time() {
  bmc_session_options out;
  out.requests_max = 1;
  out.known_bytes_max = known_bytes;
  return out;
}

/// Without the system: machines of one BMC share the connection.
std::string connection_key(const redfish_account& account) {
  const json parts{account.bmc.secure,
                   account.place(),
                   account.root,
                   account.user,
                   account.password,
                   account.second_password,
                   static_cast<int>(account.auth),
                   static_cast<int>(account.trust.source),
                   account.trust.value,
                   account.trust.limits.minimum_version,
                   account.trust.limits.ciphers};
  return to_text(parts);
}

constexpr std::array result_of_redfish{
    bmc_result::not_sent, bmc_result::silent,  bmc_result::untrusted,
    bmc_result::access,   bmc_result::missing, bmc_result::unreadable,
    bmc_result::busy,     bmc_result::refused, bmc_result::broken,
};
static_assert(result_of_redfish.size() == static_cast<size_t>(redfish_fault::count_));

void count_call(const http_result& answer, size_t vendor, time_point began) {
  const auto fault = fault_of(answer);
  const auto result = fault ? result_of_redfish[static_cast<size_t>(*fault)] : bmc_result::done;
  observe_bmc_call(bmc_protocol::redfish, vendor, result, began);
}

boost::asio::awaitable<http_result> send_counted(const http_exchange& send,
                                                 const std::atomic<size_t>& vendor,
                                                 http_request request) {
  const auto began = steady_clock::now();
  auto answer = co_await send(std::move(request));
  count_call(answer, vendor, began);
  co_return answer;
}

/// Counts the exchange in its metric. The owner outlives the calls.
http_exchange counted(http_exchange send, const std::atomic<size_t>& vendor) {
  return [send = std::move(send), &vendor](http_request request) {
    return send_counted(send, vendor, std::move(request));
  };
}

}  // namespace

boost::asio::awaitable<void> end_session(redfish_connection_ptr connection, permit allowed,
                                         time_point deadline) {
  http_request leave{std::move(allowed)};
  leave.deadline = deadline;
  leave.server = connection->account.bmc;
  leave.trust = connection->account.trust;
  co_await connection->login.close(std::move(leave));
}

namespace {

/// Connections that are being closed. Its destructor reports the end.
struct closing_list {
  closing_list(std::vector<redfish_connection_ptr> all, permit leave, time_point until,
               std::function<void()> then)
      : connections{std::move(all)},
        allowed{std::move(leave)},
        deadline{until},
        over{std::move(then)} {}
  ~closing_list() { over(); }
  closing_list(const closing_list&) = delete;
  closing_list& operator=(const closing_list&) = delete;

  /// Null: none left, or no time left.
  redfish_connection_ptr next() {
    const auto number = given++;
    const bool in_time = std::chrono::steady_clock::now() < deadline;
    return in_time && number < connections.size() ? connections[number] : nullptr;
  }

  const std::vector<redfish_connection_ptr> connections;
  const permit allowed;
  const time_point deadline;
  const std::function<void()> over;
  std::atomic<size_t> given = 0;
};

boost::asio::awaitable<void> close_some(std::shared_ptr<closing_list> list) {
  while (auto connection = list->next())
    co_await end_session(std::move(connection), list->allowed, list->deadline);
}

}  // namespace

redfish_connection::redfish_connection(const boost::asio::any_io_executor& io,
                                       redfish_account known_as, http_exchange send)
    : account{std::move(known_as)},
      oddities{account.place()},
      login{account, counted(std::move(send), vendor), oddities},
      session{io, bmc_endpoint{account.bmc, account.trust},
              [this](http_request request) { return login.exchange(std::move(request)); },
              one_at_a_time()} {}

redfish_connection_ptr redfish_connections::find(const redfish_account& account,
                                                 const permit& allowed) {
  const auto key = connection_key(account);
  std::unique_lock hold{mutex_};
  const auto found = known_.find(key);
  if (found != known_.end()) {
    found->second.used = ++uses_;
    return found->second.connection;
  }
  const auto gone = known_.size() >= known_max_ ? drop_oldest() : nullptr;
  auto made = make(account);
  known_.emplace(key, known_connection{made, ++uses_});
  hold.unlock();
  if (gone) boost::asio::co_spawn(io_, end_session(gone, allowed), boost::asio::detached);
  return made;
}

void redfish_connections::close_all(const permit& allowed, time_point deadline,
                                    std::function<void()> done) {
  const auto list = std::make_shared<closing_list>(take_idle(), allowed, deadline, std::move(done));
  const auto count = std::min(list->connections.size(), closed_at_once);
  for (size_t i = 0; i < count; ++i)
    boost::asio::co_spawn(io_, close_some(list), boost::asio::detached);
}

/// Skips connections in use, because a login must not run concurrently.
std::vector<redfish_connection_ptr> redfish_connections::take_idle() {
  std::vector<redfish_connection_ptr> out;
  const std::lock_guard hold{mutex_};
  std::erase_if(known_, [&](auto& entry) {
    if (entry.second.connection.use_count() != 1) return false;
    out.push_back(std::move(entry.second.connection));
    return true;
  });
  return out;
}

/// Skips connections in use, so there may be more than the limit for a while.
redfish_connection_ptr redfish_connections::drop_oldest() {
  auto oldest = known_.end();
  for (auto one = known_.begin(); one != known_.end(); ++one)
    if (one->second.connection.use_count() == 1 &&
        (oldest == known_.end() || one->second.used < oldest->second.used))
      oldest = one;
  if (oldest == known_.end()) return nullptr;
  auto out = std::move(oldest->second.connection);
  known_.erase(oldest);
  return out;
}

}  // namespace ironbus
