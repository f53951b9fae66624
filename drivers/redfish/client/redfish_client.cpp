#include "drivers/redfish/client/redfish_client.hpp"

#include "drivers/kit/gzip_text.hpp"
#include "drivers/kit/pause.hpp"
#include "drivers/redfish/client/redfish_document.hpp"
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

/// Attempts to get a body that can be read.
constexpr int unreadable_max = 5;
/// Attempts to get a document instead of status 500. A member of a collection may fail for ever.
constexpr int failing_max = 4;

/// Attempts to read a resource, by the status of the answer.
int attempts_for(unsigned status) {
  if (status < 300) return unreadable_max;
  return status == 500 ? failing_max : 1;
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

constexpr unsigned tag_is_stale = 412;
constexpr unsigned tag_is_required = 428;

/// The ETag as it is, and as a strong one. Never empty: without an ETag, an empty text.
std::vector<std::string> forms_of_tag(const std::string& etag) {
  std::vector<std::string> out{etag};
  if (auto strong = strong_tag(etag); strong != etag) out.push_back(std::move(strong));
  return out;
}

/// Adds the forms of the current ETag that were not sent yet, and the last resort.
void add_tags(std::vector<std::string>& tags, const std::string& current, bool required) {
  const auto add = [&tags](std::string tag) {
    if (std::find(tags.begin(), tags.end(), tag) == tags.end()) tags.push_back(std::move(tag));
  };
  if (!current.empty())
    for (auto& tag : forms_of_tag(current)) add(std::move(tag));
  add(required ? "*" : "");
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
result<json> parse_document(const http_response& answer, const redfish_options& options,
                            std::vector<redfish_oddity>& met) {
  const auto limits = document_limits(options);
  if (answer.header("Content-Encoding") != "gzip")
    return read_redfish_text(answer.body, limits, &met);
  const auto text = gunzip(answer.body, options.answer_bytes_max);
  if (!text) return fail(error_code::invalid, "invalid gzip data");
  return read_redfish_text(*text, limits, &met);
}

bool has_other_content_type(const http_response& answer) {
  const auto type = lower(answer.header("Content-Type"));
  return !type.empty() && type.find("json") == std::string::npos;
}

std::string why_unreadable(const http_response& answer, const result<json>& parsed) {
  const auto encoding = answer.header("Content-Encoding");
  if (!encoding.empty() && encoding != "identity")
    return "has the content encoding " + std::string{encoding.substr(0, 20)};
  if (parsed && !parsed->is_object()) return "is JSON, but not an object";
  if (answer.body.empty()) return "is empty";
  return "is not JSON";
}

}  // namespace

std::optional<std::string> redfish_client::path_of(std::string_view link) const {
  auto out = path_on_bmc(account(), link);
  link = link.substr(0, link.find('#'));
  if (out && !link.ends_with(*out)) note(redfish_oddity::odd_link, link);
  return out;
}

redfish_get redfish_client::get(std::string link, milliseconds age_max) const {
  const auto path = path_of(link);
  if (!path)
    co_return redfish_refusal("The BMC at " + account().place() +
                                  " returned a link to another host: '" + link.substr(0, 200) +
                                  "'.",
                              redfish_fault::unreadable);
  wanted what;
  what.target = *path;
  what.age_max = age_max;
  what.deadline = steady_clock::now() + options_->request_timeout;
  co_return co_await get_path(std::move(what));
}

/// Some BMCs send 200 or 500 before they have the data.
redfish_get redfish_client::get_path(wanted what) const {
  const auto asked = what.shown();
  auto pause = options_->retry_first;
  for (int tries = 1;; ++tries) {
    auto answer = co_await send_until_taken(what);
    if (!answer) co_return tl::unexpected(error_of(answer.error(), asked));
    const auto status = answer->status;
    redfish_result<redfish_resource> out = tl::unexpected(redfish_error{});
    if (status >= 300) out = tl::unexpected(error_of(*answer, asked, account().place()));
    if (status < 300) out = shown_by(what.target, std::move(*answer));
    const bool enough = out || tries >= attempts_for(status);
    if (enough || steady_clock::now() + pause >= what.deadline) co_return out;
    co_await pause_for(pause);
    pause = std::min(2 * pause, options_->retry_longest);
    what.age_max = {};
  }
}

redfish_result<redfish_resource> redfish_client::shown_by(const std::string& path,
                                                          http_response answer) const {
  // The monitor of a finished task may have no content.
  if (answer.status == 204) return nothing_shown(path);
  std::vector<redfish_oddity> met;
  auto parsed = parse_document(answer, *options_, met);
  if (!parsed)
    met.push_back(answer.body.empty() ? redfish_oddity::empty_answer : redfish_oddity::cut_answer);
  if (parsed && has_other_content_type(answer)) met.push_back(redfish_oddity::content_type);
  if (parsed && has_text_number(*parsed)) met.push_back(redfish_oddity::text_number);
  for (const auto kind : met) note(kind, path);
  if (!parsed || !parsed->is_object())
    return tl::unexpected(unreadable_answer(shown_request(http_method::get, path),
                                            account().place(), why_unreadable(answer, parsed)));
  redfish_resource out;
  out.path = path;
  out.etag = etag_of(answer, *parsed);
  out.allow = answer.header("Allow");
  out.body = std::move(*parsed);
  return out;
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
/// change contains the complete value, so it is sent with the current ETag, and at last with none.
/// A BMC that requires an ETag but sends none gets "*".
redfish_change redfish_client::patch(redfish_resource shown, json body) const {
  wanted what;
  what.method = http_method::patch;
  what.target = shown.path;
  what.body = to_text(body);
  auto tags = forms_of_tag(shown.etag);
  bool looked_again = false;
  for (size_t i = 0;; ++i) {
    what.etag = tags[i];
    auto answer = co_await change(what);
    const auto status = answer ? 0 : answer.error().status;
    if (status != tag_is_stale && status != tag_is_required) co_return answer;
    const bool required = status == tag_is_required;
    note(required ? redfish_oddity::tag_required : redfish_oddity::tag_rejected, shown.path);
    if (i + 1 == tags.size() && !looked_again) {
      looked_again = true;
      const auto now = co_await get(shown.path);
      add_tags(tags, now ? now->etag : std::string{}, required);
    }
    if (i + 1 == tags.size()) co_return answer;
  }
}

redfish_change redfish_client::change(wanted what) const {
  const auto path = path_of(what.target);
  if (!path)
    co_return redfish_refusal("The BMC at " + account().place() +
                                  " returned a link to another host: '" +
                                  what.target.substr(0, 200) + "'.",
                              redfish_fault::unreadable);
  what.target = *path;
  what.deadline = steady_clock::now() + options_->request_timeout;
  const auto asked = what.shown();
  const auto answer = co_await send_until_taken(std::move(what));
  if (!answer) co_return tl::unexpected(error_of(answer.error(), asked));
  if (answer->status >= 300) co_return tl::unexpected(error_of(*answer, asked, account().place()));
  redfish_answer out;
  out.status = answer->status;
  out.location = path_on_bmc(account(), answer->header("Location")).value_or("");
  auto parsed = read_redfish_text(answer->body, document_limits(*options_));
  if (parsed && parsed->is_object()) out.body = std::move(*parsed);
  co_return out;
}

asio::awaitable<http_result> redfish_client::send_until_taken(wanted what) const {
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
