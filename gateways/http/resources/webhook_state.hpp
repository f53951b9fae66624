#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/events/webhook.hpp"

#include <string>

namespace ironbus::http {

/// The delivery state of a webhook; the initial state if nothing was delivered yet.
task<webhook_delivery> read_delivery(const call_ptr& call, const std::string& uuid);

}  // namespace ironbus::http
