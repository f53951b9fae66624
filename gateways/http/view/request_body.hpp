#pragma once

#include "messages/base/json.hpp"

namespace ironbus::http {

class call;

/// The body of a request, checked against the table that its route names. `internal` if it names
/// none, else as call::body_object() and check_body() say.
result<json> read_body(const call& call);

}  // namespace ironbus::http
