#include "drivers/image/web_reader.hpp"

#include "messages/base/text.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <thread>

namespace ironbus {

namespace asio = boost::asio;

namespace {

using namespace std::chrono_literals;

constexpr int redirects_max = 5;
constexpr auto look_up_from_work = 100ms;

asio::awaitable<http_result> talk_on(std::shared_ptr<http_connection> connection,
                                     std::shared_ptr<const http_request> request, body_taker take,
                                     std::chrono::milliseconds stall) {
  const auto deadline = request->deadline;
  if (auto closed = co_await connection->open(request->server, request->trust, deadline))
    co_return tl::unexpected(std::move(*closed));
  co_return co_await connection->stream(request, std::move(take), stall, deadline);
}

bool is_redirect(unsigned status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

bool is_same_server(const http_url& one, const http_url& other) {
  return one.secure == other.secure && lower(one.host) == lower(other.host) &&
         one.port == other.port;
}

std::string server_text(const http_url& where) {
  return "The image server " + authority_of(where.host, where.port);
}

void forget_credentials(http_headers& headers) {
  std::erase_if(headers, [](const auto& row) { return lower(row.first) == "authorization"; });
}

}  // namespace

web_reader::web_reader(const image_options& options, const std::string& verify_ca, permit allowed,
                       const std::atomic<bool>& stopping)
    : options_{options},
      trust_{trust_of_option(verify_ca, options.tls)},
      allowed_{std::move(allowed)},
      stopping_{stopping},
      deadline_{std::chrono::steady_clock::now() + options.download_timeout} {
  for (const auto& text : options.networks)
    if (const auto network = parse_network(text)) networks_.push_back(*network);
}

std::string_view web_reader::page::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (lower(key) == lower(name)) return value;
  return {};
}

http_result web_reader::ask(const http_url& where, http_headers headers, const body_taker& take) {
  if (!allowed_.holds() || stopping_) return http_fail(http_error::refused, permit_refused);
  http_client_options how;
  how.peer = "the image server " + authority_of(where.host, where.port);
  how.exchange_timeout = options_.stall_timeout;
  how.connect_timeout =
      std::min<std::chrono::milliseconds>(how.connect_timeout, options_.stall_timeout);
  how.refused_address = [this](const ip_address& address) {
    return std::string{refused_address(address, networks_)};
  };
  auto request = std::make_shared<http_request>(allowed_);
  request->server = {where.secure, where.host, where.port};
  request->target = where.path.empty() ? "/" : where.path;
  request->headers = std::move(headers);
  request->trust = trust_;
  request->deadline = deadline_;
  if (auto why = unsendable(*request); !why.empty())
    return http_fail(http_error::refused,
                     "Cannot send a request to " + how.peer + ": " + why + ".");
  asio::io_context io;
  auto connection = std::make_shared<http_connection>(io.get_executor(), std::move(how));
  std::optional<http_result> out;
  asio::co_spawn(connection->strand(), talk_on(connection, request, take, options_.stall_timeout),
                 [&out](const std::exception_ptr& thrown, http_result answer) {
                   out = thrown ? http_fail(http_error::broken_off,
                                            "The request failed because of an internal error.")
                                : std::move(answer);
                 });
  for (bool given_up = false; !out; io.run_for(look_up_from_work)) {
    if (given_up || (!stopping_ && allowed_.holds())) continue;
    given_up = true;
    connection->give_up();
  }
  return std::move(*out);
}

bool web_reader::may_lead_to(const http_url& where, const http_url& next) const {
  if (where.secure && !next.secure) return false;
  const auto host = lower(next.host);
  if (host == lower(where.host)) return true;
  return is_host_among(host, options_.redirect_hosts);
}

result<web_reader::page> web_reader::follow(http_url where, http_headers headers,
                                            const body_taker& take) {
  for (int redirects = 0;; ++redirects) {
    auto answer = ask(where, headers, take);
    if (!answer) return tl::unexpected(as_failure(std::move(answer.error())));
    if (!is_redirect(answer->status))
      return page{answer->status, std::move(answer->headers), std::move(answer->body)};
    const auto location = answer->header("Location");
    const auto next = follow_location(where, location);
    const auto shown = server_text(where) + " redirects to '" + shown_location(location) + "'";
    if (!next) return fail(error_code::invalid, shown + ", which is not a valid image URL.");
    if (redirects == redirects_max)
      return fail(error_code::invalid, shown + ": too many redirects.");
    if (!may_lead_to(where, *next))
      return fail(error_code::invalid,
                  shown +
                      ", which is not allowed. A redirect must lead to the same host or to a host "
                      "in the option image.redirect_hosts, and not from https to http.");
    if (!is_same_server(where, *next)) forget_credentials(headers);
    where = *next;
  }
}

result<web_reader::page> web_reader::read(const http_url& where, const http_headers& headers,
                                          size_t bytes_max) {
  std::string body;
  bool larger = false;
  const auto take = [&](const http_response&, std::string_view part) {
    larger = body.size() + part.size() > bytes_max;
    if (!larger) body += part;
    return std::string{larger ? "it is too large" : ""};
  };
  auto out = follow(where, headers, take);
  if (larger)
    return fail(error_code::too_large, server_text(where) + " sent more than the allowed " +
                                           std::to_string(bytes_max) + " bytes.");
  if (out && out->body.empty()) out->body = std::move(body);
  return out;
}

bool web_reader::is_unchanged(const http_url& where, const std::string& authorization,
                              const std::string& version) {
  constexpr size_t enough_to_know = 1024;
  http_headers headers{{"Range", "bytes=0-0"},
                       {version.starts_with('"') ? "If-None-Match" : "If-Modified-Since", version}};
  if (!authorization.empty()) headers.emplace_back("Authorization", authorization);
  const auto answer = read(where, headers, enough_to_know);
  return answer && answer->status == 304;
}

/// False: no time left, or the worker is stopping.
bool web_reader::pause(std::chrono::milliseconds length) const {
  const auto until = std::chrono::steady_clock::now() + length;
  if (until >= deadline_) return false;
  while (std::chrono::steady_clock::now() < until) {
    if (stopping_ || !allowed_.holds()) return false;
    std::this_thread::sleep_for(std::min<std::chrono::milliseconds>(look_up_from_work, length));
  }
  return !stopping_;
}

std::optional<failure> web_reader::download(const http_url& where, const std::string& authorization,
                                            part_file& file, const download_room& room) {
  constexpr uint64_t worth_another_try = 1024 * 1024;
  constexpr auto longest_pause = 60s;
  uint32_t tries = 0;
  auto length = options_.retry_pause;
  for (uint64_t counted = file.bytes();;) {
    auto end = try_download(where, authorization, file, room);
    if (!end.failed || !end.again) return end.failed;
    const bool got_on = file.bytes() >= counted + worth_another_try;
    tries = got_on ? 1 : tries + 1;
    if (got_on) length = options_.retry_pause;
    counted = file.bytes();
    if (tries >= options_.attempts_max || !pause(length)) return end.failed;
    length = std::min<std::chrono::milliseconds>(2 * length, longest_pause);
  }
}

}  // namespace ironbus
