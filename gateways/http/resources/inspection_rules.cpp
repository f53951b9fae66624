#include "gateways/http/api/error.hpp"
#include "gateways/http/api/send_command.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/services/services.hpp"

#include <algorithm>
#include <atomic>

namespace ironbus::http {

namespace {

constexpr std::array<std::string_view, 3> rule_phases{"early", "preprocess", "main"};

const record_api inspection_rules{"inspection_rule", false};

/// The built-in rule of that UUID; null if there is none.
const json* find_built_in(const call& x, const std::string& uuid) {
  for (const auto& about : x.with.inspection.built_in_rules())
    if (about.at("uuid") == uuid) return &about;
  return nullptr;
}

/// The UUIDs of built-in rules, those among them that rules get by their place in the file.
bool is_reserved(const call& x, const std::string& uuid) {
  return uuid.starts_with(built_in_rule_prefix) || find_built_in(x, uuid) != nullptr;
}

failure is_taken(const std::string& uuid) {
  return {error_code::conflict, "Invalid value for 'uuid': " + uuid +
                                    " is kept for a built-in inspection rule; allowed: any other "
                                    "UUID, or none."};
}

failure is_built_in(const char* what) {
  return {error_code::invalid,
          std::string{"A built-in inspection rule can not be "} + what + "; it stands in a file."};
}

bool fits_filters(const call& x, const json& about) {
  const auto all = filters_of("inspection_rules");
  return std::all_of(all.begin(), all.end(), [&](const auto& filter) {
    const auto* value = x.url.parameter(filter.name);
    return value == nullptr || about.at(std::string{filter.column}) == *value;
  });
}

/// How many rules are asked to go at the same time.
constexpr size_t deletions_at_once = 100;

/// The rules that are to go, and how many have not answered yet of those that were asked.
struct deletion {
  std::vector<std::string> left;
  std::atomic<size_t> open = 0;
};
using deletion_ptr = std::shared_ptr<deletion>;

void delete_some(const call_ptr& x, const deletion_ptr& all);

/// The last answer goes on with the next rules. One that is gone already is as good.
void rule_answered(const call_ptr& x, const deletion_ptr& all, const result<std::string>& answer) {
  if (!answer && answer.error().code != error_code::not_found) return x->refuse(answer.error());
  if (--all->open == 0) delete_some(x, all);
}

void delete_some(const call_ptr& x, const deletion_ptr& all) {
  const auto count = std::min(all->left.size(), deletions_at_once);
  if (count == 0) return x->respond_empty(204);
  const std::vector<std::string> now(all->left.end() - static_cast<std::ptrdiff_t>(count),
                                     all->left.end());
  all->left.resize(all->left.size() - count);
  all->open = count;
  for (const auto& uuid : now)
    x->with.commands.ask(delete_record{}, record_subject("inspection_rule", uuid), x->origin(),
                         x->either<std::string>([x, all](const result<std::string>& answer) {
                           rule_answered(x, all, answer);
                         }));
}

/// Lists all before the first goes: a page begins after a row that must be there.
void collect_rules(const call_ptr& x, const query& page, const deletion_ptr& all) {
  auto more = [x, page, all](const std::vector<listed>& rows) {
    for (const auto& row : rows) all->left.push_back(row.id);
    if (rows.size() < page.limit) return delete_some(x, all);
    auto following = page;
    following.marker = rows.back().id;
    collect_rules(x, following, all);
  };
  x->with.records.list(page, x->then<std::vector<listed>>(std::move(more)));
}

}  // namespace

void list_inspection_rules(const call_ptr& x) {
  for (const auto& [name, value] : x->url.query)
    if (name == "phase" &&
        std::find(rule_phases.begin(), rule_phases.end(), value) == rule_phases.end())
      return x->refuse(
          {error_code::invalid, "Invalid value for 'phase'; allowed: early, preprocess, main."});
  const auto& of = inspection_rules.of();
  auto wanted = read_list(*x, of, filters_of("inspection_rules"), false);
  if (!wanted) return x->refuse(wanted.error());
  for (const auto& about : x->with.inspection.built_in_rules())
    if (fits_filters(*x, about))
      wanted->tail.push_back({about.at("uuid").get<std::string>(), {}, to_text(about), {}});
  answer_list(x, of, std::move(*wanted));
}

void show_inspection_rule(const call_ptr& x) {
  const auto* about = find_built_in(*x, x->arguments[0]);
  if (about == nullptr) return show_record(inspection_rules, x);
  const auto shown = read_fields(*x, inspection_rules.of());
  if (!shown) return x->refuse(shown.error());
  respond_record(inspection_rules, *x, 200, *about, *shown);
}

void create_inspection_rule(const call_ptr& x) {
  const auto body = x->body_object();
  const auto uuid = body ? body->value("uuid", json{}) : json{};
  if (uuid.is_string() && is_reserved(*x, uuid.get<std::string>()))
    return x->refuse(is_taken(uuid.get<std::string>()));
  create_one_record(inspection_rules, x);
}

void patch_inspection_rule(const call_ptr& x) {
  if (find_built_in(*x, x->arguments[0]) != nullptr) return x->refuse(is_built_in("changed"));
  patch_record(inspection_rules, x);
}

void delete_inspection_rule(const call_ptr& x) {
  if (find_built_in(*x, x->arguments[0]) != nullptr) return x->refuse(is_built_in("removed"));
  delete_one_record(inspection_rules, x);
}

void delete_inspection_rules(const call_ptr& x) {
  query all;
  all.collection = inspection_rules.of().collection;
  collect_rules(x, all, std::make_shared<deletion>());
}

}  // namespace ironbus::http
