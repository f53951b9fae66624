// The body of a request: whatever comes, it is refused or is a document that reads back.
#include "messages/json.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ironbus;
  const auto read = parse_json({reinterpret_cast<const char*>(data), size}, {4096, 25});
  if (!read) return 0;
  const auto again = parse_json(to_text(*read), {1024 * 1024, 25});
  if (!again || *again != *read) std::abort();
  return 0;
}
