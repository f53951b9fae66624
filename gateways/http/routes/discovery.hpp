#pragma once

#include "gateways/http/api/call.hpp"

namespace ironbus::http {

// Describes the service: its versions, resources and routes.

void show_root(const call_ptr&);
void show_v1(const call_ptr&);
void show_openapi(const call_ptr&);

}  // namespace ironbus::http
