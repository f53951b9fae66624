#include "gateways/http/provision_lookup.hpp"

#include "gateways/http/node_access.hpp"
#include "gateways/http/records.hpp"
#include "gateways/http/services.hpp"
#include "messages/provision_state.hpp"

#include <array>
#include <vector>

namespace ironbus::http {

namespace {

using e = provision_event;

// From this version on a runbook fits a node by its traits, before by its name alone.
constexpr int runbook_traits_since = 112;

const record_api runbooks{"runbook", {}, true};
const record_api templates{"deploy_template", {}, true};

/// Instances ask for few traits; whoever asks for more gets no templates for the rest.
constexpr size_t templates_max = 50;

void copy_runbook(set_provision_state& what, const json& about) {
  auto& request = what.request;
  const bool cleans = find_verb(what.target)->event == e::clean;
  request[cleans ? "clean_steps" : "service_steps"] = about.at("steps");
  if (about.value("disable_ramdisk", false)) request["disable_ramdisk"] = true;
  auto traits = json::array({about.at("name")});
  if (what.api_version >= runbook_traits_since) traits = about.at("traits");
  request["runbook"] = {
      {"uuid", about.at("uuid")}, {"name", about.at("name")}, {"traits", std::move(traits)}};
}

std::vector<std::string> wanted_templates(const json& about) {
  std::vector<std::string> names;
  const auto& info = about.at("instance_info");
  const auto traits = info.find("traits");
  if (traits == info.end() || !traits->is_array()) return names;
  for (const auto& x : *traits)
    if (x.is_string() && names.size() < templates_max) names.push_back(x.get<std::string>());
  return names;
}

result<json> describe_templates(const std::vector<listed>& rows) {
  auto out = json::array();
  for (const auto& row : rows) {
    const auto record = decode_record(row.snapshot);
    if (!record) return tl::unexpected(record.error());
    out.push_back({{"name", record->about.at("name")}, {"steps", record->about.at("steps")}});
  }
  return out;
}

void with_templates(const call_ptr& x, std::vector<std::string> names,
                    std::function<void(json templates)> go_on) {
  query wanted;
  wanted.collection = std::string{templates.of().collection};
  wanted.filters.push_back({"name", filter::op::equal, std::move(names)});
  wanted.limit = templates_max;
  wanted.with_snapshot = true;
  x->with.records.list(
      wanted, x->then<std::vector<listed>>([x, go_on = std::move(go_on)](const auto& rows) {
        auto found = describe_templates(rows);
        if (!found) return x->refuse(found.error());
        go_on(std::move(*found));
      }));
}

void add_templates(const call_ptr& x, set_provision_state what, with_provision go_on) {
  with_node(x, x->arguments[0],
            [x, what = std::move(what), go_on = std::move(go_on)](const std::string&,
                                                                  const json& snapshot) mutable {
              auto names = wanted_templates(snapshot.at("about"));
              if (names.empty()) return go_on(std::move(what));
              with_templates(x, std::move(names), [what, go_on](json found) mutable {
                if (!found.empty()) what.request["deploy_templates"] = std::move(found);
                go_on(std::move(what));
              });
            });
}

}  // namespace

void complete_provision(const call_ptr& x, set_provision_state what, with_provision go_on) {
  const auto event = find_verb(what.target)->event;
  if (event == e::deploy || event == e::rebuild)
    return add_templates(x, std::move(what), std::move(go_on));
  const auto named = what.request.find("runbook");
  if (named == what.request.end()) return go_on(std::move(what));
  const auto ident = named->get<std::string>();
  with_record(runbooks, x, ident,
              [what = std::move(what), go_on = std::move(go_on)](const std::string&,
                                                                 const json& about) mutable {
                copy_runbook(what, about);
                go_on(std::move(what));
              });
}

}  // namespace ironbus::http
