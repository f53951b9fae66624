#include "tests/fuzz/bent_text.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace ironbus {

namespace {

/// Prefix of a text that is written verbatim, and of a duplicate key.
constexpr char verbatim = '\x01';

/// Values that have broken readers before.
constexpr std::array<std::string_view, 44> odd_values{"null",
                                                      "true",
                                                      "false",
                                                      "0",
                                                      "-0",
                                                      "-1",
                                                      "1",
                                                      "2",
                                                      "1.5",
                                                      "1e400",
                                                      "-1e400",
                                                      "4294967295",
                                                      "4294967296",
                                                      "2147483648",
                                                      "9223372036854775807",
                                                      "9223372036854775808",
                                                      "18446744073709551615",
                                                      "18446744073709551616",
                                                      "-9223372036854775809",
                                                      "\"\"",
                                                      "\"?\"",
                                                      "\"0\"",
                                                      "\"active\"",
                                                      "\"step\"",
                                                      "\"9999-12-31T23:59:59.999999+00:00\"",
                                                      "\"0001-01-01T00:00:00+00:00\"",
                                                      "\"1969-12-31T23:59:59Z\"",
                                                      "\"2026-02-30T25:61:61Z\"",
                                                      "\"\\ud800\"",
                                                      "\"\\u0000\"",
                                                      "\"\xff\"",
                                                      "\"\xc3\"",
                                                      "\"\xf4\x90\x80\x80\"",
                                                      "\"~1\"",
                                                      "[]",
                                                      "{}",
                                                      "[[]]",
                                                      "[null]",
                                                      "[{}]",
                                                      "{\"\":null}",
                                                      "{\"schema\":2}",
                                                      "nul",
                                                      "[1,]",
                                                      "\"\n\""};

std::string nested(size_t depth, std::string_view open, std::string_view close) {
  std::string out;
  for (size_t i = 0; i < depth; ++i) out += open;
  for (size_t i = 0; i < depth; ++i) out += close;
  return out;
}

/// Exactly at the limits of the readers, and far beyond.
std::string deep_value(draw& choices) {
  static constexpr std::array<size_t, 7> depths{24, 26, 63, 66, 1'999, 2'001, 20'000};
  const auto depth = choices.item(depths);
  if (choices.byte() % 2 == 0) return nested(depth, "[", "]");
  return nested(depth, "{\"a\":", "}").insert(depth * 5, "1");
}

json odd_value(draw& choices) {
  const auto which = choices.below(odd_values.size() + 2);
  if (which == odd_values.size()) return verbatim + deep_value(choices);
  if (which > odd_values.size()) return std::string(choices.below(1024) * 8, 'x');
  return verbatim + std::string{odd_values[which]};
}

/// A random value of the document.
json& some_place(json& document, draw& choices) {
  json* at = &document;
  while (at->is_structured() && !at->empty()) {
    const auto which = choices.below(at->size() + 1);
    if (which == at->size()) break;
    at = at->is_object() ? &std::next(at->begin(), static_cast<ptrdiff_t>(which)).value()
                         : &(*at)[which];
  }
  return *at;
}

/// Replaces a value: a neighbouring number, a text of another length, or another value.
void bend_value(json& place, draw& choices) {
  const auto how = choices.byte() % 4;
  if (place.is_number_unsigned() && how < 2)
    place = place.get<uint64_t>() + (how == 0 ? 1U : ~uint64_t{0});
  else if (place.is_string() && how == 0)
    place = place.get<std::string>() + std::string(1 + choices.below(300), 'y');
  else
    place = odd_value(choices);
}

void bend_member(json& object, const json& donor, draw& choices) {
  const auto which = static_cast<ptrdiff_t>(choices.below(object.size()));
  const auto found = std::next(object.begin(), which);
  const auto key = found.key();
  const auto value = found.value();
  switch (choices.byte() % 5) {
    case 0: object.erase(key); return;
    case 1: object[verbatim + key] = odd_value(choices); return;  // duplicate
    case 2: object[key + "?"] = value; return;
    case 3:
      object[key] =
          std::next(object.begin(), static_cast<ptrdiff_t>(choices.below(object.size()))).value();
      return;
    default: {
      auto other = donor;
      object[key] = some_place(other, choices);
    }
  }
}

void bend_items(json& list, draw& choices) {
  const auto which = choices.below(list.size());
  if (choices.byte() % 2 == 0) {
    list.erase(which);
    return;
  }
  for (auto more = choices.below(64); more > 0; --more) list.push_back(list[which]);
}

json bent(json document, draw& choices) {
  const auto donor = document;
  for (auto times = choices.byte() % 4; times > 0; --times) {
    auto& place = some_place(document, choices);
    const bool inside = place.is_structured() && !place.empty() && choices.byte() % 4 != 0;
    if (inside && place.is_object())
      bend_member(place, donor, choices);
    else if (inside)
      bend_items(place, choices);
    else
      bend_value(place, choices);
  }
  return document;
}

void write_bent(std::string& out, const json& value) {
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    out += text.starts_with(verbatim) ? text.substr(1) : to_text(value);
  } else if (value.is_object()) {
    out += '{';
    for (const auto& [key, member] : value.items()) {
      if (out.back() != '{') out += ',';
      out += to_text(key.substr(std::min(key.find_first_not_of(verbatim), key.size()))) + ':';
      write_bent(out, member);
    }
    out += '}';
  } else if (value.is_array()) {
    out += '[';
    for (size_t i = 0; i < value.size(); ++i) {
      if (i > 0) out += ',';
      write_bent(out, value[i]);
    }
    out += ']';
  } else {
    out += to_text(value);
  }
}

void change_bytes(std::string& text, draw& choices) {
  for (auto times = choices.byte() % 3; times > 0 && !text.empty(); --times) {
    const auto at = choices.below(text.size());
    const auto how = choices.byte() % 3;
    if (how == 0)
      text.resize(at);
    else if (how == 1)
      text[at] = static_cast<char>(choices.byte());
    else
      text.insert(at, 1, static_cast<char>(choices.byte()));
  }
}

}  // namespace

std::string bent_text(const json& document, draw& choices) {
  std::string out;
  const auto spoilt = bent(document, choices);
  write_bent(out, spoilt);
  change_bytes(out, choices);
  return out;
}

json bent_document(const json& document, draw& choices) {
  std::string text;
  write_bent(text, bent(document, choices));
  return parse_json(text, {8UL * 1024 * 1024, 50}).value_or(json{});
}

const std::vector<json>& kept_documents(const std::string& type) {
  static const auto all = [] {
    auto out = json::object();
    for (const char* folder : {"wire", "model"}) {
      std::ifstream file{"tests/unit/messages/" + std::string{folder} + "/texts.json"};
      out.update(json::parse(file));
    }
    return out.get<std::map<std::string, std::vector<json>>>();
  }();
  const auto found = all.find(type);
  if (found != all.end()) return found->second;
  std::fprintf(stderr, "no document of the type %s is kept\n", type.c_str());
  std::abort();
}

}  // namespace ironbus
