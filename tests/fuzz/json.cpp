// The body of a request: rejected, or a document that reads back.
#include "messages/base/json.hpp"

#include "tests/fuzz/fuzz.hpp"

#include <cstdlib>

static void feed_json(std::string_view input) {
  using namespace ironbus;
  const auto read = parse_json(input, {4096, 25});
  if (!read) return;
  const auto again = parse_json(to_text(*read), {1024 * 1024, 25});
  if (!again || *again != *read) std::abort();
}

static const ironbus::fuzz_target json_target{"json", feed_json};
