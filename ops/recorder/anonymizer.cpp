#include "ops/recorder/anonymizer.hpp"

#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/platform/network.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

namespace ironbus::recorder {

namespace {

struct member_row {
  std::string_view name;  ///< In lower case.
  std::string_view kind;
};

// Members whose values identify a machine. MAC addresses, UUIDs and IP addresses are recognized by
// their form instead.
constexpr std::array member_rows{
    member_row{"serialnumber", "serial"},
    member_row{"sku", "serial"},
    member_row{"servicetag", "serial"},
    member_row{"chassisservicetag", "serial"},
    member_row{"nodeid", "serial"},
    member_row{"expressservicecode", "serial"},
    member_row{"sparepartnumber", "part"},
    member_row{"assettag", "asset"},
    member_row{"systemassettag", "asset"},
    member_row{"hostname", "host"},
    member_row{"fqdn", "host"},
    member_row{"systemhostname", "host"},
    member_row{"permanentwwn", "wwn"},
    member_row{"wwpn", "wwn"},
    member_row{"wwnn", "wwn"},
    member_row{"durablename", "name"},
    member_row{"boardserialnumber", "serial"},
    member_row{"productserialnumber", "serial"},
};

// Shorter values also occur in unrelated texts.
constexpr size_t shortest_word = 4;
constexpr std::string_view word_ends = " \t\r\n/,;()[]'\"";

bool is_mac(std::string_view text) {
  if (text.size() != 17) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (i % 3 == 2 ? c != ':' && c != '-' : std::isxdigit(c) == 0) return false;
  }
  return true;
}

/// The kind of a text by its form; empty if the form is not distinctive.
std::string_view kind_of(const std::string& text) {
  static constexpr std::array<std::string_view, 3> common_addresses{"0.0.0.0", "::", "127.0.0.1"};
  if (is_mac(text)) return "mac";
  if (is_uuid(lower(text))) return "uuid";
  const bool own = std::ranges::find(common_addresses, text) == common_addresses.end();
  if (own && parse_ip(text) && !text.starts_with("255.")) return "address";
  return {};
}

std::string replacement_for(std::string_view kind, unsigned number) {
  std::array<char, 64> out{};
  if (kind == "mac")
    std::snprintf(out.data(), out.size(), "02:00:00:%02x:%02x:%02x", (number >> 16) & 0xff,
                  (number >> 8) & 0xff, number & 0xff);
  else if (kind == "uuid")
    std::snprintf(out.data(), out.size(), "00000000-0000-4000-8000-%012u", number);
  else if (kind == "address")  // RFC 3849
    std::snprintf(out.data(), out.size(), "2001:db8::%x", number);
  else
    std::snprintf(out.data(), out.size(), "%.*s-%05u", static_cast<int>(kind.size()), kind.data(),
                  number);
  return out.data();
}

}  // namespace

void anonymizer::note(const json& document) {
  if (document.is_array())
    for (const auto& item : document) note(item);
  if (document.is_string()) note_text(document.get_ref<const std::string&>());
  if (!document.is_object()) return;
  for (const auto& [name, member] : document.items()) {
    if (member.is_string()) note_member(name, member.get_ref<const std::string&>());
    note(member);
  }
}

void anonymizer::note_member(std::string_view name, const std::string& text) {
  const auto* row = std::ranges::find(member_rows, lower(name), &member_row::name);
  const std::string plain{trim(text)};
  if (row == member_rows.end() || plain.size() < shortest_word || !kind_of(plain).empty()) return;
  const auto [place, is_new] = known_.try_emplace(lower(plain));
  if (is_new) place->second = replacement_for(row->kind, ++made_[std::string{row->kind}]);
}

void anonymizer::note_text(const std::string& text) {
  for (size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find_first_of(word_ends, begin), text.size());
    const auto word = text.substr(begin, end - begin);
    if (const auto kind = kind_of(word); !kind.empty()) {
      const auto [place, is_new] = known_.try_emplace(lower(word));
      if (is_new) place->second = replacement_for(kind, ++made_[std::string{kind}]);
    }
    begin = end + 1;
  }
}

std::string anonymizer::word_for(std::string_view word) const {
  const auto found = known_.find(lower(word));
  return found == known_.end() ? std::string{word} : found->second;
}

std::string anonymizer::replaced(std::string_view text) const {
  const auto whole = known_.find(lower(trim(text)));
  if (whole != known_.end()) return whole->second;
  std::string out;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(word_ends), text.size());
    out += word_for(text.substr(0, end));
    if (end < text.size()) out += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

json anonymizer::replaced_in(json document) const {
  if (document.is_string()) return replaced(document.get_ref<std::string&>());
  if (document.is_array() || document.is_object())
    for (auto& member : document) member = replaced_in(std::move(member));
  return document;
}

recording anonymous(recording what) {
  anonymizer names;
  for (const auto& [path, document] : what.resources) names.note(document);
  recording out;
  out.cut_off = what.cut_off;
  for (auto& [path, document] : what.resources)
    out.resources[names.replaced(path)] = names.replaced_in(std::move(document));
  for (auto& [path, why] : what.unread) out.unread.push_back({names.replaced(path), why});
  return out;
}

}  // namespace ironbus::recorder
