#include "drivers/boot/fixed_addresses.hpp"

#include "drivers/boot/address_range.hpp"
#include "messages/base/uuid.hpp"
#include "messages/platform/network.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

namespace ironbus {

namespace fs = std::filesystem;

namespace {

/// The part of the range for unknown machines: one of this many addresses.
constexpr uint32_t pool_share = 4;

std::optional<uint32_t> number_of(const std::string& text) {
  const auto parsed = parse_ip(text);
  if (!parsed || text.find(':') != std::string::npos) return std::nullopt;
  uint32_t out = 0;
  for (size_t i = 12; i < 16; ++i) out = out << 8U | (*parsed)[i];
  return out;
}

std::string address_text(uint32_t number) {
  std::string out;
  for (const unsigned shift : {24U, 16U, 8U, 0U})
    out += (out.empty() ? "" : ".") + std::to_string(number >> shift & 0xffU);
  return out;
}

/// Some systems reject addresses that end in 0 or 255, and dnsmasq avoids them.
bool is_usable(uint32_t number) { return (number & 0xffU) != 0 && (number & 0xffU) != 0xff; }

}  // namespace

std::string address_in(const std::string& host_line) {
  const auto last = host_line.substr(host_line.rfind(',') + 1);
  return number_of(last) ? last : std::string{};
}

std::vector<std::string> addresses_of_others(const std::string& hosts_dir, const std::string& own) {
  std::vector<std::string> out;
  std::error_code wrong;
  for (fs::directory_iterator entry{hosts_dir, wrong}, none; !wrong && entry != none;
       entry.increment(wrong)) {
    const auto name = entry->path().filename().string();
    if (name == own || !is_uuid(name)) continue;
    std::ifstream file{entry->path()};
    for (std::string line; std::getline(file, line);)
      if (auto address = address_in(line); !address.empty()) out.push_back(std::move(address));
  }
  return out;
}

fixed_addresses assign_addresses(const std::vector<std::string>& macs,
                                 const fixed_addresses& before,
                                 const std::vector<std::string>& taken, const std::string& range) {
  fixed_addresses out;
  const auto limits = parse_address_range(range);
  if (!limits) return out;
  const auto first = *number_of(limits->first);
  const auto last = *number_of(limits->last);
  const auto lowest = first + (last - first + pool_share) / pool_share;
  std::set<uint32_t> used;
  for (const auto& address : taken)
    if (const auto number = number_of(address)) used.insert(*number);
  for (const auto& [mac, address] : before) {
    const auto number = number_of(address);
    const bool wanted = std::find(macs.begin(), macs.end(), mac) != macs.end();
    if (wanted && number && *number >= first && *number <= last && used.insert(*number).second)
      out[mac] = address;
  }
  auto next = last;
  for (const auto& mac : macs) {
    if (out.contains(mac)) continue;
    while (next >= lowest && (!is_usable(next) || used.contains(next))) --next;
    if (next < lowest) break;
    used.insert(next);
    out[mac] = address_text(next);
  }
  return out;
}

}  // namespace ironbus
