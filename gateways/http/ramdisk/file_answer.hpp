#pragma once

#include "gateways/http/transport/message.hpp"
#include "messages/base/time.hpp"
#include "messages/platform/composed_file.hpp"

namespace ironbus::http {

/// The answer to a GET or HEAD of a file that is served: 200 with all of it, 206 with the part
/// that Range asks for, 304, 412 or 416. Looks at the head of the request and at what is known of
/// the open files, not into them.
response file_answer(const request& asked, const composed_file& file, timestamp now);

}  // namespace ironbus::http
