#pragma once

#include "drivers/kit/http/http_message.hpp"
#include "drivers/redfish/client/redfish_oddities.hpp"

namespace ironbus {

inline constexpr int redirects_max = 5;

/// Sends a request and follows redirects within the BMC (same scheme, host and port), at most
/// `redirects_max`. 307 and 308 repeat the request. 301 and 302 repeat a GET, and a POST if
/// `repeats_post`. 303 repeats a GET. Other redirects are failures (http_error::redirect) that say
/// why. `send` and `oddities` outlive the call.
boost::asio::awaitable<http_result> send_with_redirects(const http_exchange& send,
                                                        redfish_oddities& oddities,
                                                        http_request request, bool repeats_post);

}  // namespace ironbus
