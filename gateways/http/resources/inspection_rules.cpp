#include "gateways/http/api/error.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <atomic>

namespace ironbus::http {

namespace {

constexpr std::array<std::string_view, 3> rule_phases{"early", "preprocess", "main"};

/// The built-in rule of that UUID; null if there is none.
const json* find_built_in(const call& call, const std::string& uuid) {
  for (const auto& attributes : call.services.inspection.built_in_rules())
    if (attributes.at("uuid") == uuid) return &attributes;
  return nullptr;
}

/// Whether the UUID is reserved for built-in rules, including those whose UUID comes from their
/// position in the file.
bool is_reserved(const call& x, const std::string& uuid) {
  return uuid.starts_with(built_in_rule_prefix) || find_built_in(x, uuid) != nullptr;
}

failure is_taken(const std::string& uuid) {
  return {error_code::conflict,
          "Invalid value for 'uuid': " + uuid +
              " is reserved for a built-in inspection rule; allowed: any other "
              "UUID, or none."};
}

failure is_built_in(const char* what) {
  return {error_code::invalid, std::string{"A built-in inspection rule cannot be "} + what +
                                   "; it is defined in a file."};
}

bool fits_filters(const call& call, const json& attributes) {
  const auto all = filters_of("inspection_rules");
  return std::all_of(all.begin(), all.end(), [&](const auto& filter) {
    const auto* value = call.url.parameter(filter.name);
    return value == nullptr || attributes.at(std::string{filter.column}) == *value;
  });
}

/// The maximum number of concurrent deletions.
constexpr size_t deletions_at_once = 100;

/// Deletes the rules concurrently. Completes after the last answer or the first failure. A missing
/// rule counts as deleted.
question<std::monostate> delete_together(const call_ptr& call, std::vector<std::string> uuids) {
  return question<std::monostate>{[call, uuids = std::move(uuids)](auto done) {
    auto open = std::make_shared<std::atomic<size_t>>(uuids.size());
    auto failed = std::make_shared<std::atomic<bool>>(false);
    for (const auto& uuid : uuids)
      call->services.commands.ask(
          delete_record{}, record_subject("inspection_rule", uuid), call->origin(),
          [open, failed, done](const result<std::string>& answer) {
            const bool good = answer || answer.error().code == error_code::not_found;
            if (!good && !failed->exchange(true)) done(tl::unexpected(answer.error()));
            if (good && --*open == 0) done({});
          });
  }};
}

task<> list_inspection_rules(const call_ptr& call) {
  for (const auto& [name, value] : call->url.query)
    if (name == "phase" &&
        std::find(rule_phases.begin(), rule_phases.end(), value) == rule_phases.end())
      co_await invalid("Invalid value for 'phase'; allowed: early, preprocess, main.");
  const auto& resource = inspection_rules.kind();
  auto wanted = co_await read_list(*call, resource, filters_of("inspection_rules"), false);
  for (const auto& attributes : call->services.inspection.built_in_rules())
    if (fits_filters(*call, attributes))
      wanted.tail.push_back(
          {attributes.at("uuid").get<std::string>(), {}, to_text(attributes), {}});
  co_await answer_list(call, resource, std::move(wanted));
}

task<> show_inspection_rule(const call_ptr& call) {
  const auto* attributes = find_built_in(*call, call->arguments[0]);
  if (attributes == nullptr) co_return co_await show_record(inspection_rules, call);
  const auto shown = co_await read_fields(*call, inspection_rules.kind());
  respond_record(inspection_rules, *call, 200, *attributes, shown);
}

task<> create_inspection_rule(const call_ptr& call) {
  const auto body = call->body_object();
  const auto uuid = body ? body->value("uuid", json{}) : json{};
  if (uuid.is_string() && is_reserved(*call, uuid.get<std::string>()))
    co_await tl::unexpected(is_taken(uuid.get<std::string>()));
  co_await create_one_record(inspection_rules, call);
}

task<> patch_inspection_rule(const call_ptr& call) {
  if (find_built_in(*call, call->arguments[0]) != nullptr)
    co_await tl::unexpected(is_built_in("changed"));
  co_await patch_record(inspection_rules, call);
}

task<> delete_inspection_rule(const call_ptr& call) {
  if (find_built_in(*call, call->arguments[0]) != nullptr)
    co_await tl::unexpected(is_built_in("removed"));
  co_await delete_one_record(inspection_rules, call);
}

/// Lists all rules before it deletes the first, because the marker of a page must exist.
task<> delete_inspection_rules(const call_ptr& call) {
  query page;
  page.collection = inspection_rules.kind().collection;
  const auto rows = co_await list_all_rows(call, std::move(page));
  for (auto row = rows.begin(); row != rows.end();) {
    std::vector<std::string> now;
    for (; row != rows.end() && now.size() < deletions_at_once; ++row) now.push_back(row->id);
    co_await delete_together(call, std::move(now));
  }
  call->respond_empty(204);
}

}  // namespace

collection_routes inspection_rule_routes() {
  auto out = routes_of(inspection_rules);
  out.list.answers = list_inspection_rules;
  out.list.differs = "filters by `phase` and `scope`; built-in rules come last";
  out.create.answers = create_inspection_rule;
  out.create.differs =
      "takes `scope` and three phases; 400 for a rule that can only fail; 201 without conditions";
  out.before_items = {
      {"DELETE", out.list.path, delete_inspection_rules, 96, 405, body_kind::normal,
       "Delete all inspection rules", access::user, "keeps the built-in rules; 500 in Ironic"},
      {"POST",
       out.list.path + "/test",
       {try_inspection_rules, rules_trial_body},
       0,
       404,
       body_kind::inspection,
       "Test inspection rules without changing anything",
       access::user,
       "ironbus only"},
  };
  out.show.answers = show_inspection_rule;
  out.change.answers = patch_inspection_rule;
  out.change.differs = "a sensitive rule stays sensitive, whatever the patch says";
  out.remove.answers = delete_inspection_rule;
  out.remove.differs = "400 for a built-in rule";
  return out;
}

}  // namespace ironbus::http
