#include "ops/simulator/bmc/login.hpp"

#include <openssl/evp.h>

#include <string>

namespace ironbus::simulator {

namespace {

/// Empty if the text is not base64.
std::string decode_base64(std::string_view text) {
  if (text.empty() || text.size() % 4 != 0 || text.size() > 1'024) return {};
  std::string out(text.size() / 4 * 3, '\0');
  const auto size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                    reinterpret_cast<const unsigned char*>(text.data()),
                                    static_cast<int>(text.size()));
  if (size < 0) return {};
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  out.resize(static_cast<size_t>(size) - padding);
  return out;
}

bool is_password(const bmc_memory& memory, std::string_view credentials) {
  const auto& machine = memory.machine;
  return decode_base64(credentials) ==
         std::string{machine.kind().user} + ":" + memory.account_password();
}

}  // namespace

std::optional<fault> check_credentials(bmc_memory& memory, const http::request& request,
                                       const route* row) {
  static constexpr std::string_view basic = "Basic ";
  if (row != nullptr &&
      (row->open == request.method || (row->open == "GET" && request.method == "HEAD")))
    return std::nullopt;
  if (const auto token = request.header("X-Auth-Token"); !token.empty()) {
    if (memory.sessions.use(token, memory.machine.now()) != nullptr) return std::nullopt;
    return fault{"NoValidSession"};
  }
  const auto given = request.header("Authorization");
  if (given.starts_with(basic) && is_password(memory, given.substr(basic.size())))
    return std::nullopt;
  if (given.empty()) return fault{"NoValidSession"};
  return fault{"ResourceAtUriUnauthorized", {request.target}};
}

}  // namespace ironbus::simulator
