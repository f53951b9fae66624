#include "actors/inspection/lldp/lldp_names.hpp"

#include <array>
#include <span>

namespace ironbus::inspection {

namespace {

/// Bit 0 is the least significant.
constexpr std::array<std::string_view, 11> system_bits{
    "Other",        "Repeater", "Bridge", "WLAN", "Router", "Telephone", "DOCSIS cable device",
    "Station only", "C-Vlan",   "S-Vlan", "TPMR",
};

/// SNMP counts bits from the most significant.
constexpr std::array<std::string_view, 16> physical_bits{
    "other",          "10BASE-T hdx",   "10BASE-T fdx",   "100BASE-T4",
    "100BASE-TX hdx", "100BASE-TX fdx", "100BASE-T2 hdx", "100BASE-T2 fdx",
    "PAUSE fdx",      "Asym PAUSE fdx", "Sym PAUSE fdx",  "Asym and Sym PAUSE fdx",
    "1000BASE-X hdx", "1000BASE-X fdx", "1000BASE-T hdx", "1000BASE-T fdx",
};

struct mau_row {
  uint32_t type;
  std::string_view name;
};
constexpr std::array mau_types{
    mau_row{10, "10BASE-T hdx"},    mau_row{11, "10BASE-T fdx"},    mau_row{14, "100BASE-T4"},
    mau_row{15, "100BASE-TX hdx"},  mau_row{16, "100BASE-TX fdx"},  mau_row{17, "100BASE-FX hdx"},
    mau_row{18, "100BASE-FX fdx"},  mau_row{21, "1000BASE-X hdx"},  mau_row{22, "1000BASE-X fdx"},
    mau_row{23, "1000BASE-LX hdx"}, mau_row{24, "1000BASE-LX fdx"}, mau_row{25, "1000BASE-SX hdx"},
    mau_row{26, "1000BASE-SX fdx"}, mau_row{27, "1000BASE-CX hdx"}, mau_row{28, "1000BASE-CX fdx"},
    mau_row{29, "1000BASE-T hdx"},  mau_row{30, "1000BASE-T fdx"},  mau_row{31, "10GBASE-X"},
    mau_row{32, "10GBASE-LX4"},     mau_row{33, "10GBASE-R"},       mau_row{34, "10GBASE-ER"},
    mau_row{35, "10GBASE-LR"},      mau_row{36, "10GBASE-SR"},      mau_row{41, "10GBASE-CX4"},
    mau_row{54, "10GBASE-T"},
};

}  // namespace

json system_capabilities(uint32_t bits) {
  auto out = json::array();
  for (size_t i = 0; i < system_bits.size(); ++i)
    if ((bits >> i & 1U) != 0) out.push_back(system_bits[i]);
  return out;
}

json physical_capabilities(uint32_t bits) {
  auto out = json::array();
  for (size_t i = 0; i < physical_bits.size(); ++i)
    if ((bits >> (physical_bits.size() - 1 - i) & 1U) != 0) out.push_back(physical_bits[i]);
  return out;
}

std::string_view mau_type_name(uint32_t type) {
  for (const auto& row : mau_types)
    if (row.type == type) return row.name;
  return "Unknown";
}

}  // namespace ironbus::inspection
