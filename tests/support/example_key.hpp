#pragma once

#include "messages/crypto/signing_key.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace ironbus::test {

/// The private key of RFC 8037, appendix A.1, and its public key.
inline constexpr const char* example_private_key =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
    "-----END PRIVATE KEY-----\n";
inline constexpr const char* example_public_key =
    "-----BEGIN PUBLIC KEY-----\n"
    "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n"
    "-----END PUBLIC KEY-----\n";

inline signing_key example_key() {
  const auto path =
      std::filesystem::temp_directory_path() / ("example_key_" + std::to_string(::getpid()));
  std::ofstream{path} << example_private_key;
  auto out = signing_key::read(path.string()).value();
  std::filesystem::remove(path);
  return out;
}

}  // namespace ironbus::test
