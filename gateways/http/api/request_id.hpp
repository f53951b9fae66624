#pragma once

#include "gateways/http/transport/message.hpp"

#include <string>

namespace ironbus::http {

/// The caller's own request id (X-Openstack-Request-Id). Empty unless it is "req-" and a UUID,
/// because the id goes into the log.
std::string callers_request_id(const header_list& headers);

}  // namespace ironbus::http
