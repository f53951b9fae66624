#include "gateways/http/access/keystone/access_rule_match.hpp"

#include <algorithm>
#include <cstdint>

namespace ironbus::http {

namespace {

constexpr size_t rule_pattern_max = 255;

enum class rule_part : uint8_t { letter, segment, rest };

struct pattern_part {
  rule_part kind;
  char letter;
};

/// Unset: a brace is not closed, or the pattern is too long.
std::optional<std::vector<pattern_part>> split_pattern(std::string_view text) {
  if (text.size() > rule_pattern_max) return std::nullopt;
  std::vector<pattern_part> out;
  while (!text.empty()) {
    size_t used = 1;
    if (text.starts_with("**")) {
      used = 2;
      out.push_back({rule_part::rest, 0});
    } else if (text.front() == '*') {
      out.push_back({rule_part::segment, 0});
    } else if (text.front() == '{') {
      const auto end = text.find('}');
      if (end == std::string_view::npos) return std::nullopt;
      used = end + 1;
      out.push_back({rule_part::segment, 0});
    } else {
      out.push_back({rule_part::letter, text.front()});
    }
    text.remove_prefix(used);
  }
  return out;
}

bool takes(const pattern_part& part, char c) {
  if (part.kind == rule_part::letter) return part.letter == c;
  return part.kind == rule_part::rest || c != '/';
}

}  // namespace

/// Follows all ways through the pattern at once, so its time is limited by the product of both
/// lengths. `reached[i]`: the first i parts fit the text so far.
bool matches_path(std::string_view pattern, std::string_view path) {
  const auto parts = split_pattern(pattern);
  if (!parts) return false;
  const auto skip_rests = [&](std::vector<char>& reached) {
    for (size_t i = 0; i < parts->size(); ++i)
      if (reached[i] != 0 && (*parts)[i].kind == rule_part::rest) reached[i + 1] = 1;
  };
  std::vector<char> reached(parts->size() + 1, 0);
  reached[0] = 1;
  skip_rests(reached);
  for (const char c : path) {
    std::vector<char> next(reached.size(), 0);
    for (size_t i = 0; i < parts->size(); ++i) {
      const auto& part = (*parts)[i];
      if (reached[i] == 0 || !takes(part, c)) continue;
      next[i + 1] = 1;
      if (part.kind != rule_part::letter) next[i] = 1;  // The wildcard takes more.
    }
    skip_rests(next);
    reached = std::move(next);
  }
  return reached.back() != 0;
}

bool is_permitted(const std::vector<access_rule>& rules, std::string_view service_type,
                  std::string_view method, std::string_view target) {
  const auto path = target.substr(0, target.find('?'));
  return !service_type.empty() && std::any_of(rules.begin(), rules.end(), [&](const auto& rule) {
    return rule.service == service_type && rule.method == method && matches_path(rule.path, path);
  });
}

}  // namespace ironbus::http
