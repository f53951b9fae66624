#include "gateways/http/nodes/rescue_password.hpp"

#include <crypt.h>

#include <array>
#include <memory>

namespace ironbus::http {

namespace {

std::string_view prefix_of(const std::string& algorithm) {
  return algorithm == "sha512" ? "$6$" : "$5$";
}

}  // namespace

result<std::string> hash_rescue_password(const std::string& password,
                                         const std::string& algorithm) {
  std::array<char, CRYPT_GENSALT_OUTPUT_SIZE> salt{};
  // Without random bytes as an argument, the function reads them from the kernel.
  if (::crypt_gensalt_rn(prefix_of(algorithm).data(), 0, nullptr, 0, salt.data(),
                         static_cast<int>(salt.size())) == nullptr)
    return fail(error_code::internal,
                "Cannot hash the password: the system cannot generate a salt.");
  const auto room = std::make_unique<crypt_data>();
  const auto* hash = ::crypt_rn(password.c_str(), salt.data(), room.get(), sizeof(crypt_data));
  if (hash == nullptr)
    return fail(error_code::internal,
                "Cannot hash the password: the system does not support the hash method.");
  return std::string{hash};
}

}  // namespace ironbus::http
