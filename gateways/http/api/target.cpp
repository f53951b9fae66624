#include "gateways/http/api/target.hpp"

#include "messages/base/text.hpp"

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <variant>

namespace ironbus::http {

namespace {

result<std::string> decode_part(std::string_view text) {
  auto out = percent_decode(text);
  if (!out) return fail(error_code::invalid, "The URL has an invalid percent escape.");
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (std::any_of(out->begin(), out->end(), is_control))
    return fail(error_code::invalid, "The URL has a control character.");
  if (!simdjson::validate_utf8(*out))
    return fail(error_code::invalid, "The URL has bytes that are not UTF-8.");
  return *std::move(out);
}

/// Decodes a part of a query, where a plus sign means a space.
result<std::string> decode_query_part(std::string_view text) {
  std::string plain{text};
  std::replace(plain.begin(), plain.end(), '+', ' ');
  return decode_part(plain);
}

result<std::monostate> read_path(std::string_view text, target& out) {
  while (!text.empty()) {
    const auto slash = text.find('/');
    const auto piece = text.substr(0, slash);
    text = slash == std::string_view::npos ? std::string_view{} : text.substr(slash + 1);
    if (piece.empty()) continue;
    auto segment = decode_part(piece);
    if (!segment) return tl::unexpected(segment.error());
    // Names of BIOS settings, which follow "bios", may have a slash.
    const bool may_have_slash = !out.path.empty() && out.path.back() == "bios";
    const bool has_slash = segment->find('/') != std::string::npos;
    if (*segment == "." || *segment == ".." || (has_slash && !may_have_slash))
      return fail(error_code::invalid, "The URL path has a segment that is not allowed.");
    out.path.push_back(std::move(*segment));
  }
  return {};
}

result<std::monostate> read_query(std::string_view text, target& out) {
  while (!text.empty()) {
    const auto end = text.find('&');
    const auto pair = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (pair.empty()) continue;
    const auto equals = pair.find('=');
    auto name = decode_query_part(pair.substr(0, equals));
    auto value = decode_query_part(equals == std::string_view::npos ? std::string_view{}
                                                                    : pair.substr(equals + 1));
    if (!name || !value) return tl::unexpected((name ? value : name).error());
    out.query.emplace_back(std::move(*name), std::move(*value));
  }
  return {};
}

/// Parameters that hold a list. Repeated ones are joined.
constexpr std::array<std::string_view, 9> list_parameters{
    "fields", "traits",           "traits-any", "not-traits",   "not-traits-any",
    "shard",  "conductor_groups", "addresses",  "device_types",
};

/// Rejects a repeated parameter that takes one value, because it is unclear which one counts.
result<std::monostate> join_repeated(target& url) {
  std::vector<std::pair<std::string, std::string>> once;
  for (auto& [name, value] : url.query) {
    const auto first = std::find_if(once.begin(), once.end(),
                                    [&name = name](const auto& x) { return x.first == name; });
    if (first == once.end())
      once.emplace_back(std::move(name), std::move(value));
    else if (std::find(list_parameters.begin(), list_parameters.end(), name) !=
             list_parameters.end())
      first->second.append(",").append(value);
    else
      return fail(error_code::invalid, "The parameter '" + name.substr(0, 64) +
                                           "' is given more than once. Give it once.");
  }
  url.query = std::move(once);
  return {};
}

}  // namespace

const std::string* target::parameter(std::string_view name) const {
  for (const auto& [key, value] : query)
    if (key == name) return &value;
  return nullptr;
}

result<target> parse_target(std::string_view text) {
  target out;
  const auto question = text.find('?');
  if (auto path = read_path(text.substr(0, question), out); !path)
    return tl::unexpected(path.error());
  if (question == std::string_view::npos) return out;
  if (auto query = read_query(text.substr(question + 1), out); !query)
    return tl::unexpected(query.error());
  if (auto joined = join_repeated(out); !joined) return tl::unexpected(joined.error());
  return out;
}

std::string percent_encode(std::string_view text) {
  constexpr auto plain = boost::urls::unreserved_chars + boost::urls::grammar::lut_chars{",:"};
  return boost::urls::encode({text.data(), text.size()}, plain);
}

}  // namespace ironbus::http
