#include "drivers/ramdisk/base/text.hpp"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace ironbus::ramdisk {

namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

bool is_plain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '_' ||
         c == '~' || c == ':' || c == ',';
}

}  // namespace

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(separator, begin), text.size());
    out.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : text) {
    if (!is_space(c)) {
      word += c;
    } else if (!word.empty()) {
      out.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) out.push_back(std::move(word));
  return out;
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && (is_space(text.front()) || text.front() == '\0')) text.remove_prefix(1);
  while (!text.empty() && (is_space(text.back()) || text.back() == '\0')) text.remove_suffix(1);
  return std::string{text};
}

std::string lower(std::string_view text) {
  std::string out{text};
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::optional<std::uint64_t> number(std::string_view text, int base) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, base);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  std::copy_if(text.begin(), text.end(), std::back_inserter(clean),
               [](char c) { return !is_space(c); });
  if (clean.empty()) return std::string{};
  if (clean.size() % 4 != 0) return std::nullopt;
  std::string out(clean.size() / 4 * 3, '\0');
  const auto size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                    reinterpret_cast<const unsigned char*>(clean.data()),
                                    static_cast<int>(clean.size()));
  if (size < 0) return std::nullopt;
  const auto padding = std::count(clean.end() - 2, clean.end(), '=');
  out.resize(static_cast<std::size_t>(size - padding));
  return out;
}

std::string to_base64(std::string_view bytes) {
  std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');
  const auto size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                    reinterpret_cast<const unsigned char*>(bytes.data()),
                                    static_cast<int>(bytes.size()));
  out.resize(static_cast<std::size_t>(size));
  return out;
}

std::string to_hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += hex_digits[byte >> 4];
    out += hex_digits[byte & 15];
  }
  return out;
}

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_plain(c)) {
      out += c;
    } else {
      out += '%' + to_hex({&c, 1});
    }
  }
  return out;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = text[i] == '%' ? number(text.substr(i + 1, 2), 16) : std::nullopt;
    if (code && i + 2 < text.size()) {
      out += static_cast<char>(*code);
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

std::string random_uuid() {
  std::array<unsigned char, 16> bytes{};
  RAND_bytes(bytes.data(), static_cast<int>(bytes.size()));
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0f) | 0x40);
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3f) | 0x80);
  auto out = to_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  for (const auto place : {20, 16, 12, 8}) out.insert(static_cast<std::size_t>(place), "-");
  return out;
}

}  // namespace ironbus::ramdisk
