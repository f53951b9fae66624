#include "gateways/http/metadata/neighbours.hpp"

#include "messages/base/text.hpp"

#include <charconv>
#include <fstream>
#include <vector>

namespace ironbus::http {

namespace {

constexpr size_t table_bytes_max = 4 * 1024 * 1024;
constexpr const char* arp_table = "/proc/net/arp";

std::string beginning_of(const std::string& path) {
  std::ifstream source_file{path, std::ios::binary};
  std::string out;
  std::vector<char> part(64 * 1024);
  while (source_file && out.size() < table_bytes_max) {
    source_file.read(part.data(), static_cast<std::streamsize>(part.size()));
    out.append(part.data(), static_cast<size_t>(source_file.gcount()));
  }
  return out;
}

std::string_view next_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return line;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> out;
  while (!(line = trim(line, " \t\r")).empty()) {
    const auto end = line.find_first_of(" \t");
    out.push_back(line.substr(0, end));
    line = end == std::string_view::npos ? std::string_view{} : line.substr(end);
  }
  return out;
}

bool holds_still(std::string_view expiry, timestamp now) {
  int64_t seconds = 0;
  const auto read = std::from_chars(expiry.data(), expiry.data() + expiry.size(), seconds);
  if (read.ec != std::errc{}) return false;
  const auto today = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch());
  return seconds == 0 || seconds > today.count();
}

}  // namespace

std::string mac_in_leases(std::string_view text, const ip_address& address, timestamp now) {
  std::string out;
  while (!text.empty()) {
    const auto words = words_of(next_line(text));
    if (words.size() >= 3 && holds_still(words[0], now) && parse_ip(words[2]) == address)
      out = lower(words[1]);
  }
  return out;
}

std::string mac_in_arp(std::string_view text, const ip_address& address) {
  constexpr std::string_view unanswered = "0x0";
  while (!text.empty()) {
    const auto words = words_of(next_line(text));
    if (words.size() >= 4 && words[2] != unanswered && parse_ip(words[0]) == address)
      return lower(words[3]);
  }
  return {};
}

std::string mac_of(const ip_address& address, const std::string& lease_file, timestamp now) {
  if (!lease_file.empty()) return mac_in_leases(beginning_of(lease_file), address, now);
  return mac_in_arp(beginning_of(arp_table), address);
}

}  // namespace ironbus::http
