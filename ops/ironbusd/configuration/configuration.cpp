#include "ops/ironbusd/configuration/configuration.hpp"

#include "ops/ironbusd/configuration/completion.hpp"
#include "ops/ironbusd/configuration/file_rules.hpp"
#include "ops/ironbusd/configuration/listener_rules.hpp"
#include "ops/ironbusd/configuration/rules.hpp"
#include "ops/ironbusd/configuration/written_options.hpp"
#include "ops/ironbusd/options/address_check.hpp"
#include "ops/ironbusd/options/option_table.hpp"
#include "ops/ironbusd/text/edit_distance.hpp"

#include <unistd.h>

namespace ironbus::daemon {

namespace {

std::string written(const option& option, const json& value) {
  auto text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.size() > 80) text = text.substr(0, 77) + "...";
  return masked(option.secret, text);
}

std::string unknown(const std::string& key) {
  const auto like = nearest_key(key);
  return like.empty() ? "there is no such option"
                      : "there is no such option; did you mean '" + like + "'?";
}

/// Sets the option. Returns the reason if the value is rejected; unset: it is set.
std::optional<std::string> take(const option& option, const json& value, settings& out) {
  if (value.is_null())
    return "has no value; remove the line for the default, or write \"\" for an empty text";
  auto copy = out;
  if (!option.where.read(copy, value, option.allowed))
    return "'" + written(option, value) + "' is not allowed; allowed: " + allowed_text(option);
  if (option.check && value.is_string())
    if (auto why = option.check(value.get_ref<const std::string&>()))
      return "'" + written(option, value) + "' is not allowed; " + *why;
  out = std::move(copy);
  return std::nullopt;
}

void apply(const setting_text& text, configuration& out) {
  const auto* x = find_option(text.key);
  if (x == nullptr) return out.wrong.push_back({text.source, text.key, unknown(text.key)});
  if (auto why = take(*x, text.value, out.values))
    return out.wrong.push_back({text.source, text.key, std::move(*why)});
  out.origins[x->key()] = text.source;
}

/// Adds problems, each with the source of its option.
void add_problems(configuration& out, problems more) {
  for (auto& x : more) {
    if (auto found = out.origins.find(x.key); found != out.origins.end()) x.source = found->second;
    out.wrong.push_back(std::move(x));
  }
}

/// The variable of an option, or that of its alias.
void read_variables(const option& declared, const std::map<std::string, std::string>& environment,
                    std::vector<setting_text>& texts, problems& wrong) {
  const auto named = environment.find(declared.variable());
  const auto other = declared.alias.empty() ? environment.end()
                                            : environment.find(option::variable_of(declared.alias));
  if (named != environment.end() && other != environment.end())
    wrong.push_back({"$" + other->first, declared.alias, "is set twice, also as $" + named->first});
  for (const auto& found : {named, other})
    if (found != environment.end())
      texts.push_back({declared.key(), read_inline(found->second), "$" + found->first});
}

/// A misspelt variable is only a warning, because other programs may use the prefix, too.
void warn_of_misspelt(const std::map<std::string, std::string>& environment, problems& warnings) {
  for (const auto& [name, value] : environment)
    for (const auto& x : option_table()) {
      const auto distance = edit_distance(name, x.variable());
      if (distance == 0) break;
      if (distance > 2 || name.size() < 14) continue;
      warnings.push_back({"$" + name, "", "is not an option; did you mean " + x.variable() + "?"});
      break;
    }
}

}  // namespace

std::string to_string(const problem& problem) {
  auto out = problem.source.empty() ? "" : problem.source + ": ";
  if (!problem.key.empty()) out += problem.key + ": ";
  return out + problem.sentence;
}

configuration load_configuration(const std::vector<setting_text>& texts) {
  configuration out;
  for (const auto& x : texts) apply(x, out);
  complete(out.values);
  add_problems(out, broken_rules(out.values));
  out.warnings = risky_listeners(out.values);
  out.values.conductor.configuration = written_options(out);
  return out;
}

configuration load_configuration(const configuration_sources& sources) {
  problems wrong;
  std::vector<setting_text> texts;
  if (!sources.file.empty()) texts = read_yaml_file(sources.file, wrong);
  for (const auto& x : option_table()) read_variables(x, sources.environment, texts, wrong);
  for (const auto& [key, text] : sources.arguments) {
    auto flag = "--" + key;
    std::replace(flag.begin(), flag.end(), '_', '-');
    texts.push_back({key, read_inline(text), std::move(flag)});
  }
  auto out = load_configuration(texts);
  add_problems(out, broken_files(out.values));
  out.wrong.insert(out.wrong.begin(), wrong.begin(), wrong.end());
  warn_of_misspelt(sources.environment, out.warnings);
  return out;
}

std::map<std::string, std::string> own_environment() {
  std::map<std::string, std::string> out;
  for (char** x = environ; *x != nullptr; ++x) {
    const std::string entry{*x};
    const auto equals = entry.find('=');
    if (entry.starts_with("IRONBUS_") && equals != std::string::npos)
      out.emplace(entry.substr(0, equals), entry.substr(equals + 1));
  }
  return out;
}

}  // namespace ironbus::daemon
