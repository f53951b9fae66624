#include "drivers/redfish/client/redfish_login.hpp"

#include "drivers/redfish/client/redfish_document.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/client/redfish_redirect.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/text.hpp"
#include "messages/crypto/base64.hpp"

namespace ironbus {

namespace asio = boost::asio;

namespace {

/// Maximum of sessions that a BMC may lose during one request. Each was opened with the right
/// password.
constexpr int losses_max = 3;
constexpr json_limits root_limits{.bytes = 256 * 1024, .depth = 12};

bool is_denied(unsigned status) { return status == 401 || status == 403; }

/// Another request to the same BMC with the same permit.
http_request request_like(const http_request& sample, http_method method, std::string target) {
  http_request out{sample.allowed};
  out.server = sample.server;
  out.trust = sample.trust;
  out.deadline = sample.deadline;
  out.method = method;
  out.target = std::move(target);
  return out;
}

http_result no_service(const redfish_account& account, const std::string& why,
                       http_error error = http_error::protocol) {
  return http_fail(error, "No Redfish service at " + account.place() + ": the response to GET " +
                              account.root + " " + why + ". Check driver_info.redfish_address.");
}

}  // namespace

asio::awaitable<http_result> redfish_login::exchange(http_request request) {
  if (steady_clock::now() >= request.deadline)
    co_return http_fail(http_error::timeout, "The request timed out in the queue of the BMC at " +
                                                 account_.place() + ", behind other requests.");
  if (sessions_.empty()) {
    auto refused = co_await open(request);
    if (refused) co_return std::move(*refused);
  }
  auto answer = co_await send_as_account(request);
  if (answer && answer->status == 401 && basic_ && change_password()) {
    auto second = co_await send_as_account(request);
    if (!second || second->status != 401) co_return second;
    change_password();
  }
  for (int losses = 0; losses < losses_max; ++losses) {
    if (!answer || !is_denied(answer->status) || token_.empty()) co_return answer;
    const bool lost = co_await has_lost_session(request, answer->status);
    if (!lost) co_return answer;
    auto refused = co_await log_in_anew(request);
    if (refused) co_return std::move(*refused);
    answer = co_await send_as_account(request);
  }
  co_return answer;
}

asio::awaitable<void> redfish_login::close(http_request leave) {
  if (token_.empty() || session_.empty()) co_return;
  auto request = request_like(leave, http_method::remove, session_);
  auto by_session = dressed(std::move(request));
  token_.clear();
  co_await send(std::move(by_session));
}

/// 401 means a lost session. 403 may mean missing privileges; then the session itself is still
/// readable.
asio::awaitable<bool> redfish_login::has_lost_session(http_request sample, unsigned status) {
  if (status == 401 || session_.empty()) co_return true;
  auto look = request_like(sample, http_method::get, session_);
  const auto shown = co_await send_as_account(std::move(look));
  co_return shown && shown->status >= 400;
}

asio::awaitable<redfish_login::refusal> redfish_login::open(http_request sample) {
  auto look = request_like(sample, http_method::get, account_.root);
  auto plain = dressed(std::move(look));
  const auto answer = co_await send(std::move(plain));
  auto refused = read_root(answer);
  if (refused) co_return refused;
  basic_ = account_.auth == redfish_auth::basic;
  if (basic_ || account_.user.empty()) co_return std::nullopt;
  co_return co_await log_in_anew(std::move(sample));
}

/// If it fails, the next request starts again.
asio::awaitable<redfish_login::refusal> redfish_login::log_in_anew(http_request sample) {
  auto refused = co_await log_in(std::move(sample));
  if (refused) sessions_.clear();
  co_return refused;
}

redfish_login::refusal redfish_login::read_root(const http_result& answer) {
  if (!answer || answer->status == 429 || answer->status >= 500) return answer;
  const auto usual = account_.root + "SessionService/Sessions";
  if (is_denied(answer->status)) {
    sessions_ = usual;
    return std::nullopt;
  }
  if (answer->status != 200)
    return no_service(account_, "has HTTP status " + std::to_string(answer->status));
  if (answer->body.empty()) {
    oddities_.note(redfish_oddity::empty_answer, account_.root);
    return no_service(account_, "is empty", http_error::unreachable);  // may be retried
  }
  const auto root = read_redfish_text(answer->body, root_limits);
  if (!root || !is_service_root(*root))
    return no_service(account_, "is not a service root in JSON");
  sessions_ = path_on_bmc(account_, link_at(*root, {"Links", "Sessions"})).value_or(usual);
  return std::nullopt;
}

bool redfish_login::change_password() {
  if (account_.second_password.empty()) return false;
  std::swap(account_.password, account_.second_password);
  return true;
}

asio::awaitable<http_result> redfish_login::ask_session(http_request sample) {
  auto plain = request_like(sample, http_method::post, sessions_);
  const json credentials{{"UserName", account_.user}, {"Password", account_.password}};
  plain.body = to_text(credentials);
  token_.clear();
  session_.clear();
  auto login = dressed(std::move(plain));
  auto answer = co_await send(std::move(login));
  if (answer) take_session(*answer);
  co_return answer;
}

/// A connection error does not switch to basic authentication. Any response to the session request
/// may, also a redirect to another server.
asio::awaitable<redfish_login::refusal> redfish_login::log_in(http_request sample) {
  auto answer = co_await ask_session(sample);
  if (answer && answer->status == 401 && change_password()) {
    const auto second = co_await ask_session(std::move(sample));
    if (second && token_.empty()) change_password();  // neither password is valid
  }
  if (!token_.empty()) co_return std::nullopt;
  const bool redirected = !answer && answer.error().why == http_error::redirect;
  if (!answer && !redirected) co_return answer;
  if (account_.auth == redfish_auth::automatic) {
    basic_ = true;
    co_return std::nullopt;
  }
  if (!answer) co_return answer;
  const auto status = answer->status;
  if (is_denied(status) || status == 429 || status == 503) co_return answer;
  co_return http_fail(http_error::protocol, "The BMC at " + account_.place() +
                                                " did not create a session: it answered POST " +
                                                sessions_ + " with HTTP " + std::to_string(status) +
                                                ". Try driver_info.redfish_auth_type basic.");
}

void redfish_login::take_session(const http_response& answer) {
  const auto token = answer.header("X-Auth-Token");
  if (answer.status >= 300 || token.empty()) return;
  token_ = token;
  auto place = std::string{answer.header("Location")};
  if (place.empty()) {
    const auto shown = read_redfish_text(answer.body, root_limits);
    if (shown) place = member_text(*shown, "@odata.id");
  }
  session_ = path_on_bmc(account_, place).value_or("");
}

asio::awaitable<http_result> redfish_login::send_as_account(http_request request) {
  auto first = dressed(request);
  if (token_.empty() && basic_ && !account_.user.empty())
    first.headers.emplace_back("Authorization",
                               "Basic " + to_base64(account_.user + ":" + account_.password));
  auto again = first;
  auto answer = co_await send(std::move(first));
  if (!answer || answer->status != 406 || request.method != http_method::get) co_return answer;
  std::erase_if(again.headers, [](const auto& one) { return one.first == "Accept-Encoding"; });
  co_return co_await send(std::move(again));
}

asio::awaitable<http_result> redfish_login::send(http_request request) const {
  const bool opens_session = request.target == sessions_;
  return send_with_redirects(exchange_, oddities_, std::move(request), opens_session);
}

http_request redfish_login::dressed(http_request request) const {
  request.headers.emplace_back("OData-Version", "4.0");
  request.headers.emplace_back("Accept", "application/json");
  request.headers.emplace_back("Accept-Encoding", "identity");
  if (!request.body.empty()) request.headers.emplace_back("Content-Type", "application/json");
  if (!token_.empty()) request.headers.emplace_back("X-Auth-Token", token_);
  request.needs_body = request.method == http_method::get;
  return request;
}

}  // namespace ironbus
