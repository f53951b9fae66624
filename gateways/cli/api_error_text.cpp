#include "gateways/cli/api_error_text.hpp"

#include "gateways/cli/printable.hpp"
#include "messages/base/text.hpp"

namespace ironbus::cli {

namespace {

constexpr size_t words_bytes_max = 1'000;

}  // namespace

std::string api_error_text(const json& body) {
  // The API has two forms of errors; in both the object is a string within an object.
  const auto inner = parse_json(member_text(body, "error_message"));
  if (!inner) return {};
  auto out = member_text(*inner, "faultstring");
  if (out.empty()) out = member_text(*inner, "description");
  out = printable(out.substr(0, words_bytes_max));
  while (out.ends_with('.')) out.pop_back();
  return out;
}

std::string api_error_text(std::string_view body) {
  const auto read = parse_json(body);
  return read ? api_error_text(*read) : std::string{};
}

}  // namespace ironbus::cli
