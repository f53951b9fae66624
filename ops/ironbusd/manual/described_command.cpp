#include "ops/ironbusd/manual/described_command.hpp"

#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus::manual {

namespace {

/// CLI11 shows a choice as "TEXT:{bash,zsh}".
void read_type(const std::string& shown, described_option& out) {
  out.type = shown.substr(0, shown.find_first_of(": "));
  const auto open = shown.find(":{");
  const auto close = shown.find('}', open);
  if (open == std::string::npos || close == std::string::npos) return;
  auto rest = shown.substr(open + 2, close - open - 2);
  for (size_t comma = 0; comma != std::string::npos;) {
    comma = rest.find(',');
    out.choices.push_back(rest.substr(0, comma));
    rest.erase(0, comma == std::string::npos ? comma : comma + 1);
  }
}

std::string as_sentence(std::string text) {
  if (!text.empty() && !text.ends_with('.')) text += '.';
  return text;
}

described_option describe_option(const CLI::Option& option) {
  described_option out;
  out.argument = option.get_positional();
  if (out.argument) out.names.push_back(option.get_name(true));
  for (const auto& name : option.get_lnames()) out.names.push_back("--" + name);
  for (const auto& name : option.get_snames()) out.names.push_back("-" + name);
  if (option.get_items_expected_max() > 0) read_type(option.get_type_name(), out);
  out.environment = option.get_envname();
  out.default_value = option.get_default_str();
  out.description = option.get_description();
  out.required = option.get_required();
  out.repeated = option.get_items_expected_max() > 1 || option.get_allow_extra_args();
  return out;
}

described_command describe_below(const CLI::App& app, const described_command* parent) {
  described_command out;
  out.name = app.get_name();
  out.path = parent == nullptr ? out.name : parent->path + " " + out.name;
  out.description = app.get_description();
  out.aliases = app.get_aliases();
  for (const auto* option : app.get_options()) out.options.push_back(describe_option(*option));
  if (parent != nullptr && app.get_fallthrough()) {
    out.inherited = parent->inherited;
    for (const auto& option : parent->options)
      if (!option.argument && option.names.front() != "--help" &&
          option.names.front() != "--version")
        out.inherited.push_back(option);
  }
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
    out.commands.push_back(describe_below(*command, &out));
  return out;
}

}  // namespace

described_command describe(const CLI::App& app) { return describe_below(app, nullptr); }

const described_command* find_command(const described_command& root,
                                      const std::vector<std::string>& words) {
  const auto* out = &root;
  for (const auto& word : words) {
    const auto found = std::ranges::find(out->commands, word, &described_command::name);
    if (found == out->commands.end()) return nullptr;
    out = &*found;
  }
  return out;
}

std::string usage_of(const described_option& option) {
  const auto& name = option.names.front();
  return option.argument || option.type.empty() ? name : name + " " + option.type;
}

std::string usage_of(const described_command& command) {
  auto out = command.path;
  if (!command.commands.empty()) out += " COMMAND";
  std::string arguments;
  bool has_options = false;
  for (const auto& option : command.options) {
    has_options = has_options || (!option.argument && !option.required);
    if (!option.argument && !option.required) continue;
    const auto shown = usage_of(option) + (option.argument && option.repeated ? "..." : "");
    arguments += option.required ? " " + shown : " [" + shown + "]";
  }
  return out + (has_options ? " [options]" : "") + arguments;
}

std::string sentences_of(const described_option& option) {
  auto out = as_sentence(option.description);
  if (!option.choices.empty()) out += " One of " + join(option.choices) + ".";
  if (!option.default_value.empty()) out += " Default: " + option.default_value + ".";
  if (!option.environment.empty()) out += " Else $" + option.environment + ".";
  return out;
}

}  // namespace ironbus::manual
