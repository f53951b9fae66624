// The port of a fleet: requests to its agents and to the control endpoint.

#include "tests/support/agent_fleet/fleet.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <charconv>
#include <iterator>
#include <map>

namespace ironbus::test {

namespace asio = boost::asio;
namespace bhttp = boost::beast::http;

namespace {

using tcp = asio::ip::tcp;
using io_error = boost::system::error_code;
using simulator::agent_answer;
using simulator::agent_request;
using simulator::agent_script;

constexpr uint64_t request_bytes_max = 128 * 1024 * 1024;

agent_request read_request(bhttp::request<bhttp::string_body>&& request) {
  agent_request out;
  out.method = std::string{request.method_string()};
  const std::string target{request.target()};
  const auto question = target.find('?');
  out.path = target.substr(0, question);
  if (question != std::string::npos) out.query = target.substr(question + 1);
  out.body = std::move(request.body());
  return out;
}

bhttp::response<bhttp::string_body> write_answer(const agent_answer& given, bool keep_alive) {
  bhttp::response<bhttp::string_body> out{static_cast<bhttp::status>(given.status), 11};
  out.set(bhttp::field::content_type, "application/json");
  out.keep_alive(keep_alive);
  out.body() = to_text(given.body);
  out.prepare_payload();
  return out;
}

/// "/agents/7/v1/commands/" → 7 and "/v1/commands/"; unset if the path begins otherwise.
std::optional<size_t> take_number(std::string& path, std::string_view before) {
  if (!path.starts_with(before)) return std::nullopt;
  size_t number = 0;
  const auto* begin = path.data() + before.size();
  const auto read = std::from_chars(begin, path.data() + path.size(), number);
  if (read.ec != std::errc{}) return std::nullopt;
  path.erase(0, static_cast<size_t>(read.ptr - path.data()));
  return number;
}

}  // namespace

void agent_fleet::use_tls() {
  tls_->use_certificate_chain_file(options_.certificate);
  tls_->use_private_key_file(options_.key, asio::ssl::context::pem);
  std::ifstream file{options_.certificate};
  certificate_.assign(std::istreambuf_iterator<char>{file}, {});
  const tcp::endpoint endpoint{options_.listen.address(), 0};
  tls_acceptor_ = tcp::acceptor{io_, endpoint};
  asio::co_spawn(io_, accept_by_tls(), asio::detached);
}

agent_fleet::awaited agent_fleet::accept() {
  for (;;) {
    io_error e;
    auto socket = co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, e));
    if (e) co_return;
    asio::co_spawn(io_, serve(std::move(socket), false), asio::detached);
  }
}

agent_fleet::awaited agent_fleet::accept_by_tls() {
  for (;;) {
    io_error e;
    auto socket = co_await tls_acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, e));
    if (e) co_return;
    asio::co_spawn(io_, serve(std::move(socket), true), asio::detached);
  }
}

agent_fleet::awaited agent_fleet::serve(tcp::socket socket, bool secure) {
  byte_stream stream{std::move(socket)};
  if (secure) {
    io_error e;
    stream.use_tls(tls_);
    co_await stream.async_handshake(asio::ssl::stream_base::server,
                                    asio::redirect_error(asio::use_awaitable, e));
    if (e) co_return;
  }
  boost::beast::flat_buffer buffer;
  for (;;) {
    io_error e;
    bhttp::request_parser<bhttp::string_body> parser;
    parser.body_limit(request_bytes_max);
    co_await bhttp::async_read(stream, buffer, parser,
                               asio::redirect_error(asio::use_awaitable, e));
    if (e) co_return;
    const bool keep_alive = parser.get().keep_alive();
    const auto out = answer(read_request(parser.release()), secure);
    if (!out) co_return;
    auto text = write_answer(*out, keep_alive);
    co_await bhttp::async_write(stream, text, asio::redirect_error(asio::use_awaitable, e));
    if (e || !keep_alive) co_return;
  }
}

std::optional<agent_answer> agent_fleet::answer(const agent_request& request, bool secure) {
  auto rewritten = request;
  const auto number = take_number(rewritten.path, "/agents/");
  if (!number) return control(request);
  if (*number >= machines_.size()) return std::nullopt;
  return machines_[*number].answer(rewritten, secure);
}

json agent_fleet::modes() const {
  std::map<std::string_view, size_t> counts;
  for (const auto& one : machines_) ++counts[one.agent().mode_name()];
  json out = json::object();
  for (const auto& [name, count] : counts) out[std::string{name}] = count;
  return out;
}

agent_answer agent_fleet::add_all(const json& scripts) {
  std::vector<agent_script> read;
  for (const auto& one : scripts) {
    auto script = simulator::read_script(one);
    if (!script) return {400, {{"error", script.error().message}}};
    read.push_back(std::move(*script));
  }
  const auto first = machines_.size();
  for (auto& script : read) add(std::move(script));
  return {201, {{"number", first}}};
}

agent_answer agent_fleet::control(const agent_request& request) {
  const auto body = json::parse(request.body, nullptr, false);
  if (request.path == "/fleet" && request.method == "GET")
    return {200, {{"agents", machines_.size()}, {"modes", modes()}}};
  if (request.path == "/fleet/agents" && request.method == "POST")
    return add_all(body.is_array() ? body : json::array({body}));
  if (request.path == "/fleet/agents" && request.method == "GET") {
    json all = json::array();
    for (const auto& one : machines_) all.push_back(one.agent().summary());
    return {200, {{"agents", std::move(all)}}};
  }
  auto path = request.path;
  const auto number = take_number(path, "/fleet/agents/");
  if (!number || *number >= machines_.size()) return {404, {{"error", "no such agent"}}};
  if (path.empty() && request.method == "GET") return {200, agent(*number).report()};
  if (path != "/power" || request.method != "POST" || !body.is_object() || !body.contains("target"))
    return {404, {{"error", "no such thing to do"}}};
  power(*number, body["target"].get<std::string>());
  return {200, agent(*number).report()};
}

}  // namespace ironbus::test
