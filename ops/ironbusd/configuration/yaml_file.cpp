#include "ops/ironbusd/configuration/yaml_file.hpp"

#include "messages/base/yaml.hpp"
#include "ops/ironbusd/options/option_table.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace ironbus::daemon {

namespace {

/// All scalars are texts here; the options convert them.
json option_scalar(const std::string& text, bool /*quoted*/) { return text; }

/// A section of ours, or one that an alias of an option names.
bool is_section(const std::string& name) {
  if (name.empty()) return false;
  const auto& all = sections();
  const auto& declared = option_table();
  return std::any_of(all.begin(), all.end(), [&](const auto& x) { return x.name == name; }) ||
         std::any_of(declared.begin(), declared.end(),
                     [&](const auto& x) { return x.alias.starts_with(name + "."); });
}

/// Collects the entries of a document.
class reader {
public:
  reader(std::string name, problems& wrong) : name_(std::move(name)), wrong_(wrong) {}

  void read(const YAML::Node& root) {
    if (root.IsNull()) return;
    if (!root.IsMap())
      return report(root, "", "the file must consist of lines such as 'listen: 127.0.0.1:6385'");
    for (const auto& x : root) {
      const auto key = x.first.as<std::string>("");
      if (is_section(key))
        read_section(key, x.second);
      else
        add(key, x.first, x.second);
    }
  }

  std::vector<setting_text> entries;

private:
  void read_section(const std::string& name, const YAML::Node& body) {
    if (body.IsNull()) return;
    if (!body.IsMap()) return report(body, name, "is a section: its options follow indented");
    for (const auto& x : body) add(name + "." + x.first.as<std::string>(""), x.first, x.second);
  }

  void add(const std::string& key, const YAML::Node& place, const YAML::Node& value) {
    const auto* known = find_option(key);
    auto name = known != nullptr ? known->key() : key;  // the alias and the key are one option
    const auto earlier =
        std::find_if(entries.begin(), entries.end(), [&](const auto& x) { return x.key == name; });
    if (earlier != entries.end())
      return report(place, key, "is set twice, first at " + earlier->source);
    auto read = read_yaml_value(value, option_scalar);
    if (!read) return wrong_.push_back({where(read.error().line), key, read.error().what});
    entries.push_back({std::move(name), *std::move(read), where(place)});
  }

  std::string where(const YAML::Node& x) const { return where(x.Mark().line + 1); }
  std::string where(int line) const { return name_ + ":" + std::to_string(line); }

  void report(const YAML::Node& position, const std::string& key, std::string sentence) {
    wrong_.push_back({where(position), key, std::move(sentence)});
  }

  std::string name_;
  problems& wrong_;
};

std::string hint(const std::string& message) {
  return message == YAML::ErrorMsg::MAP_VALUE
             ? "; a text that ends with ':' or contains ': ' needs quotes"
             : "";
}

}  // namespace

std::vector<setting_text> read_yaml(const std::string& text, const std::string& name,
                                    problems& wrong) {
  reader out{name, wrong};
  if (const auto root = load_yaml(text))
    out.read(*root);
  else
    wrong.push_back({name + ":" + std::to_string(root.error().line), "",
                     "invalid YAML: " + root.error().what + hint(root.error().what)});
  return std::move(out.entries);
}

std::vector<setting_text> read_yaml_file(const std::string& path, problems& wrong) {
  std::ifstream file{path};
  std::ostringstream text;
  // An empty file also sets the fail bit, so check for an error of opening first.
  const bool opened = file.is_open();
  if (opened && file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (!opened || file.bad()) {
    wrong.push_back({path, "", std::string{"cannot be read: "} + std::strerror(errno)});
    return {};
  }
  return read_yaml(text.str(), path, wrong);
}

json read_inline(const std::string& text) {
  const bool list = text.starts_with('[') && text.ends_with(']');
  const bool map = text.starts_with('{') && text.ends_with('}');
  if (!list && !map) return text;  // such as "[::1]:6385"
  const auto read = load_yaml(text).and_then(
      [](const YAML::Node& root) { return read_yaml_value(root, option_scalar); });
  return read ? *read : json(text);
}

}  // namespace ironbus::daemon
