#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/events/webhook.hpp"

#include <string>

namespace ironbus::http {

/// How far a webhook has come; of one that nobody has delivered for, nowhere.
task<webhook_delivery> read_delivery(const call_ptr& call, const std::string& uuid);

}  // namespace ironbus::http
