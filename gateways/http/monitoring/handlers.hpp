#pragma once

#include "gateways/http/api/task.hpp"

namespace ironbus::http {

// One function per route, grouped by source file. Each checks its arguments, then reads the store
// or sends one command.

// health.cpp
void show_health(const call_ptr&);
task<> show_readiness(const call_ptr&);
task<> show_metrics(const call_ptr&);

// durations.cpp
task<> list_durations(const call_ptr&);

// event_list.cpp
task<> list_events(const call_ptr&);

// event_stream.cpp
task<> stream_events(const call_ptr&);

}  // namespace ironbus::http
