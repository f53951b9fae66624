#include "gateways/http/access/sign_in.hpp"

#include "gateways/http/access/access_files.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

result<rights::rule_set> read_rules(const std::string& path, const rights::rule_options& options) {
  if (path.empty()) return rights::rule_set{options};
  auto rules = read_policy(path, options);
  if (rules)
    for (const auto& name : rules->unknown_names())
      log::warn("http: the policy refers to a rule that does not exist and denies",
                {{log_key::file, path}, {log_key::error, "rule '" + name + "'"}});
  return rules;
}

}  // namespace

sign_in::sign_in(ways ways, const std::string& policy_file, rights::rule_options options,
                 throttle_options throttled)
    : ways_(std::move(ways)),
      has_policy_file_(!policy_file.empty()),
      rules_(policy_file, [options = std::move(options)](
                              const std::string& path) { return read_rules(path, options); }),
      throttle_(throttled) {}

result<std::monostate> sign_in::start() {
  if (auto read = rules_.start(); !read)
    return fail(read.error().code, "api.policy_file: " + read.error().message);
  for (const auto& way : ways_)
    if (auto started = way->start(); !started) return started;
  return {};
}

void sign_in::stop() {
  for (const auto& way : ways_) way->stop();
}

void sign_in::look() {
  if (has_policy_file_) rules_.look();
  for (const auto& way : ways_) way->look();
}

authenticator* sign_in::way_for(const request& asked) const {
  const auto found = std::find_if(ways_.begin(), ways_.end(),
                                  [&](const auto& way) { return way->applies_to(asked); });
  return found != ways_.end() ? found->get() : nullptr;
}

authenticator* sign_in::way_named(std::string_view name) const {
  const auto found = std::find_if(ways_.begin(), ways_.end(),
                                  [&](const auto& way) { return way->name() == name; });
  return found != ways_.end() ? found->get() : nullptr;
}

std::vector<std::string> sign_in::challenges() const {
  std::vector<std::string> out;
  for (const auto& way : ways_)
    if (auto text = way->challenge(); !text.empty()) out.push_back(std::move(text));
  return out;
}

std::string sign_in::demand() const {
  std::vector<std::string> wanted;
  for (const auto& way : ways_)
    if (!way->wanted().empty()) wanted.emplace_back(way->wanted());
  return "Authentication is required. Send " +
         join(
             wanted, [](std::string_view x) { return x; }, ", or ") +
         ".";
}

json sign_in::offers() const {
  auto out = json::object();
  for (const auto& way : ways_)
    if (auto offer = way->offer(); !offer.is_null()) out[std::string{way->name()}] = offer;
  return out;
}

std::vector<std::string> sign_in::page_origins() const {
  std::vector<std::string> out;
  for (const auto& way : ways_)
    for (auto& origin : way->page_origins()) out.push_back(std::move(origin));
  return out;
}

}  // namespace ironbus::http
