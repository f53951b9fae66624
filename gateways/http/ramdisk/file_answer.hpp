#pragma once

#include "gateways/http/transport/message.hpp"
#include "messages/base/time.hpp"
#include "messages/platform/composed_file.hpp"

namespace ironbus::http {

/// The answer to a GET or HEAD of a file: 200 with the whole file, 206 with the range, 304, 412 or
/// 416. Uses the request's head and the open files' metadata, not their contents.
response file_answer(const request& asked, const composed_file& file, timestamp now);

}  // namespace ironbus::http
