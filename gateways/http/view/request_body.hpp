#pragma once

#include "messages/base/json.hpp"

namespace ironbus::http {

class call;

/// The body of a request, checked against the table of its route. `internal` if the route has none.
/// Other errors are those of call::body_object() and check_body().
result<json> read_body(const call& call);

}  // namespace ironbus::http
