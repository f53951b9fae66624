// The target of a request: rejected, or parsed into clean text.
#include "gateways/http/api/target.hpp"

#include "tests/fuzz/fuzz.hpp"

#include <simdjson.h>

#include <cstdlib>

static void feed_target(std::string_view input) {
  using namespace ironbus::http;
  const auto read = parse_target(input);
  if (!read) return;
  for (const auto& segment : read->path) {
    if (segment.empty() || segment == "." || segment == ".." || !simdjson::validate_utf8(segment))
      std::abort();
    if (segment.find('/') != std::string::npos || segment.find('\0') != std::string::npos)
      std::abort();
    const auto again = parse_target("/" + percent_encode(segment));
    if (!again || again->path.size() != 1 || again->path[0] != segment) std::abort();
  }
}

static const ironbus::fuzz_target target_target{"target", feed_target};
