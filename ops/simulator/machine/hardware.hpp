#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus::simulator {

inline constexpr unsigned drive_count = 4;
inline constexpr std::string_view drive_model = "Simulated SSD";
inline constexpr std::string_view processor_model = "Simulated CPU";
inline constexpr int processor_mhz = 3'600;
inline constexpr int link_speed_mbps = 25'000;

/// The hardware of a machine, in its Redfish resources and in its agent's inventory.
struct hardware {
  std::string manufacturer;  ///< Empty: the profile's.
  std::string model;         ///< Empty: the profile's.
  int64_t memory_gib = 64;
  unsigned sockets = 2;
  unsigned threads = 16;  ///< Of each socket.
  unsigned drives = drive_count;
  int64_t drive_bytes = 480'103'981'056;
  bool same_serials = false;   ///< All drives have the same serial number.
  bool virtual_stick = false;  ///< The system sees a small stick of the BMC beside its drives.
};

}  // namespace ironbus::simulator
