// The value of fake.failures: a list of maps.

#include "messages/base/text.hpp"
#include "ops/ironbusd/options/values.hpp"
#include "ops/ironbusd/text/flow_text.hpp"

#include <cmath>
#include <cstdlib>

namespace ironbus::daemon {

namespace {

struct text_key {
  std::string_view name;
  std::string fake_failure::*field;
};

constexpr std::array text_keys{
    text_key{"interface", &fake_failure::interface}, text_key{"step", &fake_failure::step},
    text_key{"node", &fake_failure::node},           text_key{"how", &fake_failure::how},
    text_key{"reason", &fake_failure::reason},
};

bool read_seconds(const std::string& text, std::optional<double>& out) {
  char* end = nullptr;
  const double x = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(x)) return false;
  out = x;
  return true;
}

bool read_entry(const std::string& name, const json& value, fake_failure& out) {
  const auto* text = value.get_ptr<const std::string*>();
  if (!text) return false;
  if (name == "after_seconds") return read_seconds(*text, out.after_seconds);
  if (name == "times") return read_value(value, limits{0, UINT32_MAX, {}, 1, {}}, out.times);
  for (const auto& key : text_keys)
    if (key.name == name) {
      out.*key.field = *text;
      return true;
    }
  return false;
}

std::string number_text(double x) { return json(x).dump(); }

std::string show(const fake_failure& injected) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& key : text_keys)
    if (injected.*key.field != fake_failure{}.*key.field)
      out.emplace_back(std::string{key.name}, injected.*key.field);
  if (injected.after_seconds)
    out.emplace_back("after_seconds", number_text(*injected.after_seconds));
  if (injected.times != 0) out.emplace_back("times", std::to_string(injected.times));
  return flow_text(out);
}

}  // namespace

bool read_value(const json& document, const limits&, std::vector<fake_failure>& out) {
  if (!document.is_array()) return false;
  std::vector<fake_failure> read;
  for (const auto& item : document) {
    if (!item.is_object()) return false;
    read.emplace_back();
    for (const auto& [name, value] : item.items())
      if (!read_entry(name, value, read.back())) return false;
  }
  out = std::move(read);
  return true;
}

std::string show_value(const limits&, const std::vector<fake_failure>& x) {
  return "[" + join(x, [](const auto& item) { return show(item); }) + "]";
}

}  // namespace ironbus::daemon
