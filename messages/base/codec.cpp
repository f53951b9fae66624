#include "messages/base/codec.hpp"

namespace ironbus {

failure why_unreadable(std::string_view text, const std::string& what, uint64_t schema,
                       failure otherwise) {
  const auto document = parse_own_json(text);
  if (!document) return document.error();
  if (!document->is_object()) return {error_code::internal, "the " + what + " is not an object"};
  const auto written = document->find("schema");
  if (written == document->end()) return otherwise;
  if (!written->is_number_unsigned())
    return {error_code::internal, "the schema of the " + what + " is not a number"};
  if (written->get<uint64_t>() <= schema) return otherwise;
  return {error_code::internal, "the " + what + " was written by a newer release"};
}

}  // namespace ironbus
