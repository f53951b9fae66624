#include "drivers/ramdisk/protocol/address_wait.hpp"

namespace ironbus::ramdisk {

namespace {

constexpr std::chrono::seconds said_every{10};

std::string state_of(const network_interface& card, const std::string& host) {
  const auto name = card.name + " (" + card.mac + ") ";
  const auto& address = card.ipv4 ? card.ipv4 : card.ipv6;
  if (address) return name + "has " + *address + ", which cannot reach " + host;
  return name + (card.has_carrier.value_or(false) ? "has no answer from DHCP" : "has no link");
}

std::string waiting_text(const std::string& host, const std::vector<network_interface>& cards,
                         std::chrono::seconds since) {
  std::string states;
  for (const auto& card : cards) states += (states.empty() ? "" : "; ") + state_of(card, host);
  if (states.empty()) states = "no network card has a driver";
  return "waiting for an address that can reach " + host + ", for " +
         std::to_string(since.count()) + " s: " + states;
}

}  // namespace

std::string wait_for_address(const std::string& host, const address_wait_parts& parts) {
  const auto begun = parts.now();
  auto due = begun + said_every;
  for (;;) {
    if (auto found = parts.find()) return *std::move(found);
    if (const auto now = parts.now(); now >= due) {
      const auto since = std::chrono::duration_cast<std::chrono::seconds>(now - begun);
      parts.say(waiting_text(host, parts.interfaces(), since));
      due = now + said_every;
    }
    parts.pause();
  }
}

}  // namespace ironbus::ramdisk
