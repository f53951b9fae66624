#include "drivers/redfish/client/redfish_client.hpp"

#include "drivers/kit/gzip_text.hpp"
#include "drivers/kit/pause.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <charconv>

namespace ironbus {

namespace asio = boost::asio;

using std::chrono::milliseconds;

/// A request independent of its retries.
struct redfish_client::wanted {
  http_method method = http_method::get;
  std::string target;
  std::string body;
  std::string etag;
  milliseconds age_max{};
  bool busy_is_an_answer = false;
  steady_clock::time_point deadline{};

  std::string shown() const { return shown_request(method, target); }
};

namespace {

/// Documents of BMCs are large, but not deep.
json_limits document_limits(const redfish_options& options) {
  return {.bytes = options.answer_bytes_max, .depth = 25};
}

/// Changes contain the final state, so they are idempotent. A POST is not.
bool may_be_sent_twice(http_method method) { return method != http_method::post; }

bool is_worth_another_try(http_method method, bool busy_is_an_answer, const http_result& answer) {
  if (!answer) {
    const auto why = answer.error().why;
    return why == http_error::unreachable ||
           (why == http_error::broken_off && may_be_sent_twice(method));
  }
  if (answer->status == 503) return true;  // it had no effect
  if ((answer->status == 502 || answer->status == 504) && may_be_sent_twice(method)) return true;
  return !busy_is_an_answer && says_busy(*answer);
}

/// From Retry-After, if it is a number.
milliseconds asked_for(const http_result& answer) {
  constexpr unsigned seconds_max = 3'600;
  if (!answer) return {};
  const auto text = answer->header("Retry-After");
  unsigned seconds = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (read.ec != std::errc{}) return {};
  return std::chrono::seconds{std::min(seconds, seconds_max)};
}

/// BMCs compare strong tags, although many send weak ones.
std::string strong_tag(const std::string& etag) {
  return etag.starts_with("W/") ? etag.substr(2) : etag;
}

std::string etag_of(const http_response& answer, const json& body) {
  auto out = std::string{answer.header("ETag")};
  return out.empty() ? member_text(body, "@odata.etag") : out;
}

redfish_resource nothing_shown(const std::string& path) {
  redfish_resource out;
  out.path = path;
  out.body = json::object();
  return out;
}

/// Some BMCs store large documents compressed and send them so to every client.
result<json> parse_document(const http_response& answer, const redfish_options& options) {
  if (answer.header("Content-Encoding") != "gzip")
    return parse_json(answer.body, document_limits(options));
  const auto text = gunzip(answer.body, options.answer_bytes_max);
  if (!text) return fail(error_code::invalid, "invalid gzip data");
  return parse_json(*text, document_limits(options));
}

std::string why_unreadable(const http_response& answer, const result<json>& parsed) {
  const auto encoding = answer.header("Content-Encoding");
  if (!encoding.empty() && encoding != "identity")
    return "has the content encoding " + std::string{encoding.substr(0, 20)};
  if (parsed && !parsed->is_object()) return "is JSON, but not an object";
  return "is not JSON";
}

}  // namespace

redfish_get redfish_client::get(std::string link, milliseconds age_max) const {
  const auto path = path_on_bmc(account(), link);
  if (!path)
    co_return redfish_refusal("The BMC at " + account().place() +
                                  " returned a link to another host: '" + link.substr(0, 200) +
                                  "'.",
                              redfish_fault::unreadable);
  wanted what;
  what.target = *path;
  what.age_max = age_max;
  const auto asked = what.shown();
  const auto answer = co_await send_until_taken(std::move(what));
  if (!answer) co_return tl::unexpected(error_of(answer.error(), asked));
  if (answer->status >= 300) co_return tl::unexpected(error_of(*answer, asked, account().place()));
  // The monitor of a finished task may have no content.
  if (answer->status == 204) co_return nothing_shown(*path);
  auto parsed = parse_document(*answer, *options_);
  if (!parsed || !parsed->is_object())
    co_return tl::unexpected(
        unreadable_answer(asked, account().place(), why_unreadable(*answer, parsed)));
  redfish_resource out;
  out.path = *path;
  out.etag = etag_of(*answer, *parsed);
  out.allow = answer->header("Allow");
  out.body = std::move(*parsed);
  co_return out;
}

redfish_change redfish_client::post(std::string link, json body) const {
  wanted what;
  what.method = http_method::post;
  what.target = std::move(link);
  if (!body.is_null()) what.body = to_text(body);
  return change(std::move(what));
}

redfish_change redfish_client::post_once(std::string link, json body) const {
  wanted what;
  what.method = http_method::post;
  what.target = std::move(link);
  if (!body.is_null()) what.body = to_text(body);
  what.busy_is_an_answer = true;
  return change(std::move(what));
}

redfish_change redfish_client::remove(std::string link, json body) const {
  wanted what;
  what.method = http_method::remove;
  what.target = std::move(link);
  if (!body.is_null()) what.body = to_text(body);
  return change(std::move(what));
}

/// A rejected ETag may be one that the BMC compares differently, or the resource has changed. The
/// change contains the complete value, so the last attempt sends it without an ETag.
redfish_change redfish_client::patch(redfish_resource shown, json body) const {
  wanted what;
  what.method = http_method::patch;
  what.target = shown.path;
  what.body = to_text(body);
  std::vector<std::string> tags;
  if (!shown.etag.empty()) tags.push_back(shown.etag);
  if (shown.etag.starts_with("W/")) tags.push_back(strong_tag(shown.etag));
  bool looked_again = false;
  for (size_t i = 0;; ++i) {
    what.etag = i < tags.size() ? tags[i] : std::string{};
    auto answer = co_await change(what);
    if (answer || answer.error().status != 412 || what.etag.empty()) co_return answer;
    if (i + 1 < tags.size() || looked_again) continue;
    looked_again = true;
    const auto now = co_await get(shown.path);
    if (now && !now->etag.empty() && strong_tag(now->etag) != strong_tag(shown.etag))
      tags.push_back(strong_tag(now->etag));
  }
}

redfish_change redfish_client::change(wanted what) const {
  const auto path = path_on_bmc(account(), what.target);
  if (!path)
    co_return redfish_refusal("The BMC at " + account().place() +
                                  " returned a link to another host: '" +
                                  what.target.substr(0, 200) + "'.",
                              redfish_fault::unreadable);
  what.target = *path;
  const auto asked = what.shown();
  const auto answer = co_await send_until_taken(std::move(what));
  if (!answer) co_return tl::unexpected(error_of(answer.error(), asked));
  if (answer->status >= 300) co_return tl::unexpected(error_of(*answer, asked, account().place()));
  redfish_answer out;
  out.status = answer->status;
  out.location = path_on_bmc(account(), answer->header("Location")).value_or("");
  auto parsed = parse_json(answer->body, document_limits(*options_));
  if (parsed && parsed->is_object()) out.body = std::move(*parsed);
  co_return out;
}

asio::awaitable<http_result> redfish_client::send_until_taken(wanted what) const {
  what.deadline = steady_clock::now() + options_->request_timeout;
  auto pause = options_->retry_first;
  for (;;) {
    auto answer = co_await send(what);
    if (!is_worth_another_try(what.method, what.busy_is_an_answer, answer)) co_return answer;
    const auto length = std::max(pause, asked_for(answer));
    if (steady_clock::now() + length >= what.deadline) co_return answer;
    co_await pause_for(length);
    pause = std::min(2 * pause, options_->retry_longest);
  }
}

asio::awaitable<http_result> redfish_client::send(wanted what) const {
  if (what.method == http_method::get)
    co_return co_await bmc_->session.read(allowed_, what.target, what.age_max, what.deadline);
  http_request request{allowed_};
  request.method = what.method;
  request.target = what.target;
  request.body = what.body;
  request.deadline = what.deadline;
  if (!what.etag.empty()) request.headers.emplace_back("If-Match", what.etag);
  co_return co_await bmc_->session.change(std::move(request));
}

}  // namespace ironbus
