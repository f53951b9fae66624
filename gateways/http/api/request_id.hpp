#pragma once

#include "gateways/http/transport/message.hpp"

#include <string>

namespace ironbus::http {

/// The id by which the caller knows what the request is part of (X-Openstack-Request-Id); empty if
/// there is none or it is not "req-" and a UUID: it goes into the log, so it may be nothing else.
std::string callers_request_id(const header_list& headers);

}  // namespace ironbus::http
