#include "ops/ironbusd/options/values.hpp"

#include "drivers/boot/dnsmasq_config.hpp"
#include "messages/base/text.hpp"
#include "ops/ironbusd/text/duration.hpp"
#include "ops/ironbusd/text/flow_text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace ironbus::daemon {

namespace {

const std::string* text_of(const json& document) { return document.get_ptr<const std::string*>(); }

template <class T>
std::optional<T> number_of(const std::string& text) {
  T out{};
  const auto* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, out);
  if (error != std::errc{} || end != last) return std::nullopt;
  return out;
}

/// Names are restricted because they become part of dnsmasq's configuration.
bool is_interface_name(const std::string& text) {
  constexpr size_t length_max = 15;
  return !text.empty() && text.size() <= length_max &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
         });
}

}  // namespace

bool limits::allow(const std::string& x) const {
  return choices.empty() || std::find(choices.begin(), choices.end(), x) != choices.end();
}

std::optional<int64_t> read_number(const json& document, const limits& allowed) {
  const auto* text = text_of(document);
  if (!text) return std::nullopt;
  const auto x = number_of<int64_t>(*text);
  if (!x || !allowed.allow(*x)) return std::nullopt;
  return *x * allowed.scale;
}

std::optional<int64_t> read_duration(const json& document, const limits& allowed,
                                     std::chrono::milliseconds unit) {
  const auto* text = text_of(document);
  const auto x = text ? parse_duration(*text) : std::nullopt;
  if (!x || !allowed.allow(x->count()) || x->count() % unit.count() != 0) return std::nullopt;
  return x->count() / unit.count();
}

std::string show_duration(std::chrono::milliseconds x) { return duration_text(x); }

// -- single values --------------------------------------------------------------------------------

bool read_value(const json& document, const limits&, bool& out) {
  const auto* text = text_of(document);
  if (!text) return false;
  const auto word = lower(*text);
  const bool yes = word == "true" || word == "yes" || word == "on";
  if (!yes && word != "false" && word != "no" && word != "off") return false;
  out = yes;
  return true;
}

std::string show_value(const limits&, bool x) { return x ? "true" : "false"; }

bool read_value(const json& document, const limits& allowed, std::string& out) {
  const auto* text = text_of(document);
  if (!text || !allowed.allow(*text)) return false;
  out = *text;
  return true;
}

std::string show_value(const limits&, const std::string& x) { return flow_text(x); }

bool read_value(const json& document, const limits& allowed, step_priority& out) {
  const auto* text = text_of(document);
  const auto x = text ? number_of<double>(*text) : std::nullopt;
  if (!x || !allowed.allow(*x)) return false;
  out = *x;
  return true;
}

std::string show_value(const limits&, step_priority x) { return to_string(x); }

bool read_value(const json& document, const limits&, host_port& out) {
  const auto* text = text_of(document);
  const auto x = text ? parse_host_port(*text) : std::nullopt;
  if (x) out = *x;
  return x.has_value();
}

/// An empty text: the option is unset.
std::string show_value(const limits&, const host_port& x) {
  return x.host.empty() ? std::string{} : flow_text(to_string(x));
}

// -- lists and maps -------------------------------------------------------------------------------

bool read_value(const json& document, const limits& allowed, std::vector<std::string>& out) {
  const json items = text_of(document) ? split_list(*text_of(document)) : document;
  if (!items.is_array()) return false;
  std::vector<std::string> read;
  for (const auto& item : items) {
    const auto* text = text_of(item);
    if (!text || !allowed.allow(*text)) return false;
    if (std::find(read.begin(), read.end(), *text) != read.end()) return false;
    read.push_back(*text);
  }
  if (!allowed.allow(static_cast<int64_t>(read.size()))) return false;
  out = std::move(read);
  return true;
}

std::string show_value(const limits&, const std::vector<std::string>& x) { return flow_text(x); }

bool read_value(const json& document, const limits& allowed, priority_overrides& out) {
  const json items = text_of(document) ? split_map(*text_of(document)) : document;
  if (!items.is_object()) return false;
  priority_overrides read;
  for (const auto& [key, value] : items.items())
    if (!read_value(value, allowed, read[key])) return false;
  out = std::move(read);
  return true;
}

std::string show_value(const limits&, const priority_overrides& x) { return flow_text(x); }

bool read_value(const json& document, const limits&, texts_by_arch& out) {
  const json items = text_of(document) ? split_texts(*text_of(document)) : document;
  if (!items.is_object()) return false;
  texts_by_arch read;
  for (const auto& [key, value] : items.items()) {
    const auto* text = text_of(value);
    if (!text || text->empty() || key.empty()) return false;
    read[key] = *text;
  }
  out = std::move(read);
  return true;
}

/// An empty text: the option is unset.
std::string show_value(const limits&, const texts_by_arch& x) {
  return flow_text(std::vector<std::pair<std::string, std::string>>{x.begin(), x.end()});
}

bool read_value(const json& document, const limits& allowed, managed_dhcp_options& out) {
  texts_by_arch items;
  if (!read_value(document, allowed, items) || items.size() != 2) return false;
  managed_dhcp_options read{items["interface"], items["range"]};
  if (items.size() != 2 || !is_interface_name(read.interface) || !parse_address_range(read.range))
    return false;
  out = std::move(read);
  return true;
}

std::string show_value(const limits&, const managed_dhcp_options& x) {
  if (!x.wanted()) return {};
  return flow_text(std::vector<std::pair<std::string, std::string>>{{"interface", x.interface},
                                                                    {"range", x.range}});
}

}  // namespace ironbus::daemon
