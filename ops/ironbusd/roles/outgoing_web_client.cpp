#include "ops/ironbusd/roles/outgoing_web_client.hpp"

#include "drivers/kit/http/http_client.hpp"
#include "drivers/kit/spawn_call.hpp"
#include "drivers/port/sole_permit.hpp"
#include "messages/platform/http_url.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <array>
#include <thread>

namespace ironbus::daemon {

namespace {

namespace asio = boost::asio;

constexpr size_t idle_connections = 4;

constexpr std::array web_methods{http_method::get, http_method::post};
static_assert(web_methods.size() == static_cast<size_t>(web_method::count_));

http_client_options options_of(const web_client_options& wanted) {
  http_client_options out;
  out.peer = wanted.peer;
  out.connect_timeout = wanted.connect_timeout;
  out.exchange_timeout = wanted.time_limit;
  out.attempts_max = wanted.attempts_max;
  out.answer_bytes_max = wanted.answer_bytes_max;
  out.idle_per_server_max = idle_connections;
  return out;
}

tls_trust trust_of(const web_trust& wanted) {
  auto out = trust_of_option(!wanted.verify           ? "false"
                             : wanted.ca_file.empty() ? "true"
                                                      : wanted.ca_file,
                             {});
  out.certificate_file = wanted.certificate_file;
  out.key_file = wanted.key_file;
  return out;
}

result<web_answer> web_answer_of(http_result got) {
  if (!got) return tl::unexpected(as_failure(std::move(got.error())));
  return web_answer{got->status, std::move(got->headers), std::move(got->body)};
}

class outgoing_web_client final : public web_client {
public:
  explicit outgoing_web_client(const web_client_options& options)
      : peer_{options.peer},
        trust_{trust_of(options.trust)},
        work_{asio::make_work_guard(io_)},
        client_{io_.get_executor(), options_of(options)},
        thread_{[this] { io_.run(); }} {}

  ~outgoing_web_client() override {
    io_.stop();
    thread_.join();
  }

  void send(web_request asked, callback done) override {
    auto ready = prepared(std::move(asked));
    if (!ready) return done(tl::unexpected(ready.error()));
    asio::co_spawn(
        io_, client_.exchange(*std::move(ready)),
        [done = std::move(done)](const std::exception_ptr& thrown, http_result got) {
          if (!thrown) return done(web_answer_of(std::move(got)));
          log_driver_defect(thrown);
          done(fail(error_code::internal, "The request failed because of an internal error."));
        });
  }

private:
  result<http_request> prepared(web_request asked) const {
    const auto where = parse_http_url_with_query(asked.url);
    if (!where)
      return fail(error_code::invalid, "Cannot send a request to " + peer_ +
                                           ": the URL is invalid: " + where.error().message + ".");
    http_request out{sole_permit()};
    out.server = {where->secure, where->host, where->port};
    out.method = web_methods[static_cast<size_t>(asked.method)];
    // A URL without a path may have a query.
    out.target = where->path.starts_with('/') ? where->path : "/" + where->path;
    out.headers = std::move(asked.headers);
    out.body = std::move(asked.body);
    out.trust = trust_;
    return out;
  }

  const std::string peer_;
  const tls_trust trust_;
  asio::io_context io_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  http_client client_;
  std::thread thread_;  ///< Last, because it uses the other members.
};

}  // namespace

std::unique_ptr<web_client> make_web_client(web_client_options options) {
  return std::make_unique<outgoing_web_client>(options);
}

}  // namespace ironbus::daemon
