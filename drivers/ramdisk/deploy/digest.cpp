#include "drivers/ramdisk/deploy/digest.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/text.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace ironbus::ramdisk {

namespace {

constexpr std::array algorithms{"md5", "sha1", "sha224", "sha256", "sha384", "sha512"};

bool is_checksum(const std::string& text) {
  return !algorithm_of_length(text.size()).empty() &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isxdigit(c) != 0; });
}

/// "*name" of binary mode, "(name)" of the BSD format, "./name".
std::string bare_name(std::string text) {
  if (text.size() > 2 && text.front() == '(' && text.back() == ')')
    text = text.substr(1, text.size() - 2);
  if (!text.empty() && text.front() == '*') text.erase(0, 1);
  return text.substr(text.rfind('/') + 1);
}

}  // namespace

struct digest::context {
  explicit context(const EVP_MD* kind_of)
      : kind{kind_of}, state{EVP_MD_CTX_new(), &EVP_MD_CTX_free} {}

  const EVP_MD* kind;
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> state;
};

digest::digest(const std::string& algorithm) : algorithm_{lower(algorithm)} {
  const bool known =
      std::find(algorithms.begin(), algorithms.end(), algorithm_) != algorithms.end();
  const auto* kind = known ? EVP_get_digestbyname(algorithm_.c_str()) : nullptr;
  if (kind == nullptr)
    throw command_failure{
        "RESTError", 500, "An error occurred",
        "Unable to verify image with available checksums. Please make sure the specified "
        "'os_hash_algo' (currently " +
            algorithm + ") is supported by this ramdisk"};
  context_ = std::make_unique<context>(kind);
  restart();
}

digest::~digest() = default;

void digest::restart() { EVP_DigestInit_ex(context_->state.get(), context_->kind, nullptr); }

void digest::add(const char* bytes, std::size_t size) {
  EVP_DigestUpdate(context_->state.get(), bytes, size);
}

std::string digest::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
  unsigned size = 0;
  EVP_DigestFinal_ex(context_->state.get(), out.data(), &size);
  restart();
  return to_hex({reinterpret_cast<const char*>(out.data()), size});
}

std::string algorithm_of_length(std::size_t digits) {
  return digits == 32 ? "md5" : digits == 64 ? "sha256" : digits == 128 ? "sha512" : "";
}

std::string checksum_in(const std::string& text, const std::string& file_name) {
  std::vector<std::vector<std::string>> lines;
  for (const auto& line : split(text, '\n'))
    if (auto parts = words(line); !parts.empty()) lines.push_back(std::move(parts));
  if (lines.size() == 1 && lines[0].size() == 1)
    return is_checksum(lines[0][0]) ? lower(lines[0][0]) : "";
  for (const auto& parts : lines) {
    if (parts.front().front() == '#') continue;
    const bool named = std::any_of(parts.begin(), parts.end(), [&file_name](const std::string& x) {
      return bare_name(x) == file_name;
    });
    if (!named) continue;
    for (const auto& part : parts)
      if (is_checksum(part)) return lower(part);
  }
  return {};
}

}  // namespace ironbus::ramdisk
