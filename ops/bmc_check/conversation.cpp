#include "ops/bmc_check/conversation.hpp"

#include "drivers/redfish/client/redfish_fault.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus::bmc_check {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds long_time = 10s;

/// A response with the request that it answers.
struct seen_answer {
  const http_request& request;
  const http_result& result;
  milliseconds took;

  unsigned status() const { return result ? result->status : 0; }
  bool reads() const { return request.method == http_method::get; }
  bool shows_document() const { return reads() && status() == 200; }
};

bool is_markup(const std::string& body) {
  const auto place = body.find_first_not_of(" \t\r\n");
  return place != std::string::npos && body[place] == '<';
}

std::string_view location_of(const seen_answer& x) {
  return x.result ? x.result->header("Location") : std::string_view{};
}

bool names_other_host(const seen_answer& x) {
  const auto place = location_of(x);
  return place.find("://") != std::string_view::npos &&
         place.find("://" + x.request.server.host) == std::string_view::npos;
}

bool has_header(const http_request& request, std::string_view name) {
  return std::ranges::any_of(request.headers,
                             [name](const auto& header) { return lower(header.first) == name; });
}

/// Whether the request asks for a session, and so carries the password.
bool asks_session(const http_request& request) {
  return request.method == http_method::post && !has_header(request, "x-auth-token") &&
         !has_header(request, "authorization");
}

// What the driver itself tolerates is in its own list (redfish_oddities).
struct oddity_row {
  std::string_view kind;
  std::string_view meaning;
  bool (*found)(const seen_answer& x);
};

constexpr std::array oddity_rows{
    oddity_row{"no_answer", "A request has no answer, or the connection ends.",
               [](const seen_answer& x) {
                 return !x.result && x.result.error().why != http_error::refused &&
                        x.result.error().why != http_error::redirect;
               }},
    oddity_row{"slow_answer", "An answer takes longer than 10 s.",
               [](const seen_answer& x) { return x.took > long_time; }},
    oddity_row{"server_error", "The BMC reports an error of its own (5xx).",
               [](const seen_answer& x) { return x.status() >= 500; }},
    oddity_row{"session_lost", "A valid session is rejected (401).",
               [](const seen_answer& x) {
                 return x.status() == 401 && has_header(x.request, "x-auth-token");
               }},
    oddity_row{
        "html_page", "A document is a page for people.",
        [](const seen_answer& x) { return x.shows_document() && is_markup(x.result->body); }},
    oddity_row{"paged_collection", "A collection comes in pages.",
               [](const seen_answer& x) {
                 return x.shows_document() &&
                        x.result->body.find("@odata.nextLink") != std::string::npos;
               }},
    oddity_row{"no_session", "The BMC creates no session. Each request carries the password.",
               [](const seen_answer& x) { return asks_session(x.request) && x.status() >= 400; }},
    oddity_row{"foreign_location", "A Location names another host.", names_other_host},
};

constexpr std::array<std::string_view, 5> method_names{"GET", "POST", "PATCH", "PUT", "DELETE"};

// A path of a session contains its id, which is no secret; its token is a header.
std::string shown_request(const http_request& request) {
  return std::string{method_names[static_cast<size_t>(request.method)]} + " " + request.target;
}

/// Whether the service root names the path. Links may end with a slash.
bool names_path(const std::string& root, std::string path) {
  while (path.ends_with('/')) path.pop_back();
  return root.find(path) != std::string::npos;
}

std::string shown_rejection(const http_request& request, const http_response& answer) {
  const auto words = error_message_of(answer.body);
  return "It answered " + shown_request(request) + " with HTTP " + std::to_string(answer.status) +
         (words.empty() ? "." : ": " + words);
}

}  // namespace

http_exchange conversation::exchange() {
  return [this](http_request request) { return send(std::move(request)); };
}

boost::asio::awaitable<http_result> conversation::send(http_request request) {
  if (login_rejected())
    co_return http_fail(http_error::refused,
                        "Not sent: the BMC has rejected the user name or password. " + rejection_);
  ++requests_;
  const auto begun = std::chrono::steady_clock::now();
  auto out = co_await send_(request);
  const auto took =
      std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begun);
  note(request, out, took);
  co_return out;
}

void conversation::note(const http_request& request, const http_result& result, milliseconds took) {
  if (result) ++answers_;
  if (took >= slowest_) {
    slowest_ = took;
    slowest_request_ = shown_request(request);
  }
  const seen_answer seen{request, result, took};
  if (seen.shows_document() && !has_header(request, "x-auth-token") &&
      !has_header(request, "authorization"))
    root_ = result->body;
  if (seen.status() == 401 && (has_header(request, "authorization") ||
                               (asks_session(request) && names_path(root_, request.target))))
    rejection_ = shown_rejection(request, *result);
  for (const auto& row : oddity_rows) {
    if (!row.found(seen)) continue;
    auto& one = met_[row.kind];
    if (one.count++ == 0) one.first = shown_request(request);
  }
}

std::vector<oddity> conversation::oddities() const {
  std::vector<oddity> out;
  for (const auto& row : oddity_rows)
    if (const auto found = met_.find(row.kind); found != met_.end())
      out.push_back({std::string{row.kind}, std::string{row.meaning}, found->second.count,
                     found->second.first});
  return out;
}

}  // namespace ironbus::bmc_check
