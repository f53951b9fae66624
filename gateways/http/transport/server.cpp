#include "gateways/http/transport/server.hpp"

#include "gateways/http/transport/connection.hpp"
#include "messages/platform/log.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace ironbus::http {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using error = boost::system::error_code;

// The number of concurrent file reads.
constexpr size_t disk_threads = 2;

// The maximum number of connections that get an answer saying that there are too many. Further ones
// are closed without an answer.
constexpr size_t rejections_max = 256;

// The maximum delay until a new certificate is noticed.
constexpr std::chrono::milliseconds certificate_check_period{2'000};

// For a request that is arriving when the server stops.
constexpr std::chrono::milliseconds arrival_grace{1'000};

// Owned by its server only. Connections refer to it, so it is destroyed after them.
struct server::state final : connection_set {
  state(server_options given, application& item, std::shared_ptr<client_budget> shared)
      : options(std::move(given)),
        app(item),
        budget(shared ? std::move(shared) : std::make_shared<client_budget>(options.clients)),
        io(static_cast<int>(std::max(1U, options.threads))),
        acceptor(io),
        local_acceptor(io),
        work(asio::make_work_guard(io)) {}

  struct entry {
    std::weak_ptr<connection> one;
    bool turned_away = false;
  };

  result<std::monostate> open();
  result<std::monostate> open_port();
  result<std::monostate> open_unix_socket();
  void accept();
  void accepted(error cause, tcp::socket socket);
  void take(const std::shared_ptr<connection>& one);
  void stop();
  void for_all(void (*what)(const std::shared_ptr<connection>&));
  bool await_nobody(std::chrono::milliseconds limit);
  void run_thread();
  void tick(std::shared_ptr<asio::steady_timer> timer, std::chrono::milliseconds period,
            std::function<void()> todo);

  void left(connection* given) override {
    std::lock_guard hold{mutex};
    const auto found = open_connections.find(given);
    if (found == open_connections.end()) return;
    if (found->second.turned_away) --rejection_count;
    open_connections.erase(found);
    changed.notify_all();
  }
  bool stopping() const override { return stopping_flag; }
  client_budget& clients() override { return *budget; }
  void aside(std::function<void()> work) override {
    std::lock_guard hold{mutex};
    if (stopping_flag && !disks) return;
    if (!disks) disks.emplace(disk_threads);
    asio::post(*disks, std::move(work));
  }

  server_options options;
  application& app;
  const std::shared_ptr<client_budget> budget;
  tls_metrics certificate_metrics{options.name};
  std::optional<tls_certificate> certificate;
  std::mutex mutex;
  std::condition_variable changed;
  std::unordered_map<connection*, entry> open_connections;
  size_t rejection_count = 0;  ///< Of the open connections.
  // After the members above: pending handlers own connections, which report their end.
  asio::io_context io;
  tcp::acceptor acceptor;
  asio::local::stream_protocol::acceptor local_acceptor;  ///< Of the Unix socket, if it is wanted.
  std::unique_ptr<unix_socket> socket_file;
  asio::executor_work_guard<asio::io_context::executor_type> work;
  std::vector<std::thread> threads;
  std::atomic<bool> stopping_flag{false};
  std::atomic<uint16_t> port{0};
  std::optional<asio::thread_pool> disks;  ///< Started at the first use.
};

/// The same descriptor for the code of TCP connections, which only sends and receives bytes. Closed
/// if the system refuses.
tcp::socket as_tcp(asio::local::stream_protocol::socket socket) {
  tcp::socket out{socket.get_executor()};
  error e;
  const auto descriptor = socket.release(e);
  if (e) return out;
  out.assign(tcp::v4(), descriptor, e);
  if (e) ::close(descriptor);
  return out;
}

result<std::monostate> server::state::open() {
  if (options.tls.wanted()) {
    certificate.emplace(options.tls, certificate_metrics);
    if (auto loaded = certificate->load(); !loaded) return loaded;
  }
  return options.unix_socket.path.empty() ? open_port() : open_unix_socket();
}

result<std::monostate> server::state::open_unix_socket() {
  auto opened = unix_socket::open(options.unix_socket);
  if (!opened) return tl::unexpected(opened.error());
  socket_file = std::move(*opened);
  error e;
  local_acceptor.assign(asio::local::stream_protocol{}, socket_file->release(), e);
  if (e)
    return fail(error_code::unavailable, "cannot listen on the Unix socket '" +
                                             options.unix_socket.path + "': " + e.message());
  return {};
}

result<std::monostate> server::state::open_port() {
  error e;
  tcp::resolver resolver{io};
  const auto found =
      resolver.resolve(options.host, std::to_string(options.port), tcp::resolver::passive, e);
  if (e || found.empty())
    return fail(error_code::unavailable, "cannot listen on " + options.host + ": " + e.message());
  const auto resolved = found.begin()->endpoint();
  acceptor.open(resolved.protocol(), e);
  if (!e) acceptor.set_option(asio::socket_base::reuse_address{true}, e);
  if (!e) acceptor.bind(resolved, e);
  if (!e) acceptor.listen(asio::socket_base::max_listen_connections, e);
  if (e)
    return fail(error_code::unavailable, "cannot listen on " + options.host + ":" +
                                             std::to_string(options.port) + ": " + e.message());
  port = acceptor.local_endpoint().port();
  return {};
}

void server::state::accept() {
  if (!socket_file)
    return acceptor.async_accept(asio::make_strand(io), [this](error e, tcp::socket socket) {
      accepted(e, std::move(socket));
    });
  local_acceptor.async_accept(asio::make_strand(io),
                              [this](error e, asio::local::stream_protocol::socket socket) {
                                accepted(e, e ? tcp::socket{io} : as_tcp(std::move(socket)));
                              });
}

void server::state::accepted(error cause, tcp::socket socket) {
  if (stopping_flag || cause == asio::error::operation_aborted) return;
  if (cause) {  // Usually no descriptors are left. An immediate retry would only use the processor.
    log::warn("http: cannot accept a connection", {{log_key::error, cause.message()}});
    auto pause = std::make_shared<asio::steady_timer>(io, std::chrono::milliseconds{100});
    return pause->async_wait([this, pause](error) { accept(); });
  }
  if (socket.is_open())
    take(make_connection(std::move(socket), certificate ? certificate->current() : nullptr, options,
                         app, *this, socket_file != nullptr));
  accept();
}

/// Answers a connection over the limit, or closes it if too many such answers are pending.
void server::state::take(const std::shared_ptr<connection>& one) {
  std::optional<overuse> why;
  if (!join_clients(one)) why = overuse::address_connections;
  {
    std::lock_guard hold{mutex};
    if (!why && open_connections.size() - rejection_count >= options.connections_max)
      why = overuse::connections;
    if (why && rejection_count >= rejections_max) return budget->count(*why);
    open_connections.emplace(one.get(), entry{one, why.has_value()});
    if (why) ++rejection_count;
  }
  why ? turn_away(one, *why) : run(one);
}

void server::state::run_thread() {
  for (;;) {
    try {
      io.run();
      return;
    } catch (const std::exception& e) {  // A bug must not stop the service.
      log::error("http: uncaught exception", {{log_key::error, e.what()}});
    }
  }
}

void server::state::for_all(void (*what)(const std::shared_ptr<connection>&)) {
  std::vector<std::shared_ptr<connection>> all;
  {
    std::lock_guard hold{mutex};
    for (auto& [address, entry] : open_connections)
      if (auto one = entry.one.lock()) all.push_back(std::move(one));
  }
  for (const auto& one : all) what(one);
}

bool server::state::await_nobody(std::chrono::milliseconds limit) {
  std::unique_lock hold{mutex};
  return changed.wait_for(hold, limit, [this] { return open_connections.empty(); });
}

void server::state::stop() {
  if (stopping_flag.exchange(true)) return;
  asio::post(io, [this] {
    error ignored;
    acceptor.close(ignored);
    local_acceptor.close(ignored);
  });
  const auto arriving = std::min(options.stop_grace, arrival_grace);
  for_all(&close_when_idle);
  if (!await_nobody(arriving)) {
    for_all(&close_if_incomplete);
    await_nobody(options.stop_grace - arriving);
  }
  work.reset();
  io.stop();
  for (auto& thread : threads) thread.join();
  threads.clear();
  socket_file.reset();
  if (disks) disks->stop();
  if (disks) disks->join();
}

void server::state::tick(std::shared_ptr<asio::steady_timer> timer,
                         std::chrono::milliseconds period, std::function<void()> todo) {
  timer->expires_after(period);
  timer->async_wait([this, timer, period, todo = std::move(todo)](error error) {
    if (error || stopping_flag) return;
    todo();
    tick(timer, period, todo);
  });
}

server::server(server_options options, application& app, std::shared_ptr<client_budget> clients)
    : state_(std::make_shared<state>(std::move(options), app, std::move(clients))) {}

server::~server() { stop(); }

result<std::monostate> server::start() {
  if (auto opened = state_->open(); !opened) return opened;
  state_->accept();
  if (state_->certificate)
    every(certificate_check_period, [x = state_.get()] { x->certificate->reload_if_changed(); });
  if (auto& files = state_->budget->files(); files.limited())
    every(file_traffic::period, [&files] { files.go_on(steady_clock::now()); });
  for (unsigned i = 0; i < std::max(1U, state_->options.threads); ++i)
    state_->threads.emplace_back([x = state_.get()] { x->run_thread(); });
  return {};
}

void server::stop() { state_->stop(); }

void server::reload() {
  if (state_->certificate) state_->certificate->reload_if_changed();
}

uint16_t server::port() const { return state_->port; }

void server::post(std::function<void()> work) { asio::post(state_->io, std::move(work)); }

void server::every(std::chrono::milliseconds period, std::function<void()> work) {
  state_->tick(std::make_shared<asio::steady_timer>(state_->io), period, std::move(work));
}

size_t server::connections() const {
  std::lock_guard hold{state_->mutex};
  return state_->open_connections.size();
}

}  // namespace ironbus::http
