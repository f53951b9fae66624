// LLDP data of a switch as the agent sends it: the result is a document that can be stored, limited
// in size.
#include "actors/inspection/lldp/lldp.hpp"

#include "tests/fuzz/fuzz.hpp"

#include <cstdlib>

static void feed_lldp(std::string_view input) {
  using namespace ironbus;
  using namespace ironbus::inspection;
  const std::string text{input};
  // Once as binary TLVs, once as the JSON that contains them.
  std::vector<lldp_tlv> tlvs;
  for (size_t offset = 0; offset + 2 <= text.size();) {
    const auto length = static_cast<uint8_t>(text[offset + 1]);
    tlvs.push_back({static_cast<uint8_t>(text[offset] & 0x7f), text.substr(offset + 2, length)});
    offset += 2U + length;
  }
  const auto said = describe_lldp(tlvs).dump();  // throws if a text is not UTF-8
  if (said.size() > 8 * text.size() + 4096) std::abort();
  link_from_lldp(tlvs).dump();
  if (const auto list = parse_json(text, {4096, 25})) {
    describe_lldp(read_tlvs(*list)).dump();
    describe_all_lldp(*list).dump();
  }
}

static const ironbus::fuzz_target lldp_target{"lldp", feed_lldp};
