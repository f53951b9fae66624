#pragma once

#include "gateways/http/api/task.hpp"

namespace ironbus::http {

// One function per route, grouped by source file.

// page.cpp
void show_page(const call_ptr&);
void send_page_file(const call_ptr&);

// access.cpp
void show_access(const call_ptr&);

// session.cpp
void show_session(const call_ptr&);
void begin_session(const call_ptr&);
void end_session(const call_ptr&);

// sign_in_offer.cpp
void show_sign_in(const call_ptr&);

}  // namespace ironbus::http
