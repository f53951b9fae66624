#include "messages/base/text.hpp"

#include <boost/url/pct_string_view.hpp>

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::array<std::string_view, 6> true_words{"true", "1", "yes", "on", "t", "y"};
constexpr std::array<std::string_view, 6> false_words{"false", "0", "no", "off", "f", "n"};

}  // namespace

std::string lower(std::string_view text) {
  std::string out{text};
  for (auto& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string_view trim(std::string_view text, std::string_view blanks) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<std::string> percent_decode(std::string_view text) {
  const auto escaped = boost::urls::make_pct_string_view({text.data(), text.size()});
  return escaped ? std::optional{escaped->decode()} : std::nullopt;
}

std::optional<bool> boolean_word(std::string_view text) {
  const auto word = lower(text);
  const auto is_in = [&](const auto& all) {
    return std::find(all.begin(), all.end(), word) != all.end();
  };
  if (is_in(true_words)) return true;
  if (is_in(false_words)) return false;
  return std::nullopt;
}

std::string member_text(const json& object, std::string_view key) {
  if (!object.is_object()) return {};
  const auto member = object.find(key);
  return member != object.end() && member->is_string() ? member->get<std::string>() : "";
}

}  // namespace ironbus
