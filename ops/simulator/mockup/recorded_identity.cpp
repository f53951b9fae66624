#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "ops/simulator/mockup/mockup.hpp"

#include <algorithm>

namespace ironbus::simulator {

namespace {

constexpr size_t macs_max = 64;
constexpr int64_t largest = 1'000'000'000'000'000;

/// Takes a positive whole number of plausible size.
template <class Number>
void take_number(const json& value, Number& out) {
  if (!value.is_number_integer()) return;
  const auto read = value.get<int64_t>();
  if (read > 0 && read < largest && static_cast<int64_t>(static_cast<Number>(read)) == read)
    out = static_cast<Number>(read);
}

void add_mac(const json& value, std::vector<std::string>& out) {
  constexpr size_t mac_bytes = 17;
  if (!value.is_string() || out.size() >= macs_max) return;
  auto mac = lower(value.get<std::string>());
  if (mac.size() != mac_bytes || mac == "00:00:00:00:00:00") return;
  if (std::ranges::find(out, mac) == out.end()) out.push_back(std::move(mac));
}

}  // namespace

std::vector<std::string> mockup::macs() const {
  std::vector<std::string> out;
  const auto interfaces =
      "/redfish/v1/Systems/" + std::string{kind_.system_id} + "/EthernetInterfaces/";
  for (const auto& [path, document] : documents_)
    if (path.starts_with(interfaces)) add_mac(member_at(document, {"MACAddress"}), out);
  if (!out.empty()) return out;
  for (const auto& [path, document] : documents_) {
    if (path.find("/NetworkAdapters/") == std::string::npos) continue;
    for (const auto& mac : member_at(document, {"Ethernet", "AssociatedMACAddresses"}))
      add_mac(mac, out);
    for (const auto& mac : member_at(document, {"AssociatedNetworkAddresses"})) add_mac(mac, out);
  }
  return out;
}

identity mockup::recorded(identity own) const {
  const auto& system = at("/redfish/v1/Systems/" + std::string{kind_.system_id});
  if (const auto uuid = lower(member_text(system, "UUID")); is_uuid(uuid)) own.uuid = uuid;
  if (auto serial = member_text(system, "SerialNumber"); !serial.empty())
    own.serial = std::move(serial);
  if (auto found = macs(); !found.empty()) own.macs = std::move(found);
  auto& built_in = own.built_in;
  take_number(member_at(system, {"MemorySummary", "TotalSystemMemoryGiB"}), built_in.memory_gib);
  take_number(member_at(system, {"ProcessorSummary", "Count"}), built_in.sockets);
  unsigned threads = 0;
  take_number(member_at(system, {"ProcessorSummary", "LogicalProcessorCount"}), threads);
  if (threads >= built_in.sockets) built_in.threads = threads / built_in.sockets;
  for (const auto& [path, document] : documents_)
    if (path.find("/Drives/") != std::string::npos)
      take_number(member_at(document, {"CapacityBytes"}), built_in.drive_bytes);
  return own;
}

}  // namespace ironbus::simulator
