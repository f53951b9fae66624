#include "drivers/redfish/client/redfish_redirect.hpp"

#include "messages/base/text.hpp"
#include "messages/platform/http_url.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

/// A redirect status, and whether it asks for the same method (RFC 9110, §15.4).
struct redirect_row {
  unsigned status;
  bool keeps_method;
};

constexpr std::array redirect_rows{
    redirect_row{301, false}, redirect_row{302, false}, redirect_row{303, false},
    redirect_row{307, true},  redirect_row{308, true},
};

const redirect_row* find_redirect(const http_result& answer) {
  if (!answer) return nullptr;
  const auto* found =
      std::find_if(redirect_rows.begin(), redirect_rows.end(),
                   [&](const redirect_row& row) { return row.status == answer->status; });
  return found == redirect_rows.end() ? nullptr : found;
}

/// Some BMCs send 301 for a missing slash, and expect the same POST at the new address.
bool may_be_repeated(const redirect_row& row, http_method method, bool repeats_post) {
  if (row.keeps_method || method == http_method::get) return true;
  return method == http_method::post && row.status != 303 && repeats_post;
}

tl::unexpected<http_failure> not_followed(const http_request& request, const http_response& answer,
                                          const std::string& why) {
  const auto target = shown_location(answer.header("Location"));
  return http_fail(http_error::redirect,
                   "The BMC at " + authority_of(request.server) + " returned a redirect (" +
                       std::to_string(answer.status) + (target.empty() ? "" : " to " + target) +
                       "). It is not followed, because " + why + ".");
}

/// The path and query that a redirect of this request leads to.
tl::expected<std::string, http_failure> followed_target(const http_request& request,
                                                        const http_response& answer) {
  const auto location = answer.header("Location");
  const http_url base{request.server.secure, request.server.host, request.server.port, {}};
  const auto url = follow_location(base, location.substr(0, location.find('#')));
  if (!url) return not_followed(request, answer, "its Location is not valid");
  if (url->secure != base.secure || lower(url->host) != lower(base.host) || url->port != base.port)
    return not_followed(request, answer,
                        authority_of(url->host, url->port) +
                            " is another server. Set driver_info.redfish_address to the BMC's "
                            "current address");
  return url->path.empty() ? "/" : url->path;
}

boost::asio::awaitable<http_result> follow_redirects(const http_exchange& send,
                                                     redfish_oddities& oddities,
                                                     http_request request, bool repeats_post) {
  for (int count = 0;; ++count) {
    auto answer = co_await send(request);
    const auto* row = find_redirect(answer);
    if (row == nullptr) co_return answer;
    oddities.note(redfish_oddity::redirect, request.target);
    if (count >= redirects_max)
      co_return not_followed(request, *answer,
                             "there were " + std::to_string(redirects_max) + " before it");
    if (!may_be_repeated(*row, request.method, repeats_post))
      co_return not_followed(request, *answer, "the status does not repeat a change");
    auto target = followed_target(request, *answer);
    if (!target) co_return tl::unexpected(std::move(target.error()));
    request.target = std::move(*target);
  }
}

}  // namespace

boost::asio::awaitable<http_result> send_with_redirects(const http_exchange& send,
                                                        redfish_oddities& oddities,
                                                        http_request request, bool repeats_post) {
  return follow_redirects(send, oddities, std::move(request), repeats_post);
}

}  // namespace ironbus
