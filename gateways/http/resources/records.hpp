#pragma once

#include "gateways/http/resources/collection_routes.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/model/record.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus::http {

/// How the API treats a type of record (chassis, deploy templates, runbooks, webhooks, …).
struct record_api {
  std::string_view type;  ///< As messages/model/record.hpp names it.
  bool named = false;     ///< A path may name it, too.
  collection_text text;

  const resource& kind() const { return record_resource(type); }
};

inline constexpr record_api chassis_records{"chassis", false, {"a chassis", "chassis"}};
inline constexpr record_api deploy_templates{
    "deploy_template", true, {"a deploy template", "deploy templates", 55, 405}};
inline constexpr record_api runbooks{"runbook", true, {"a runbook", "runbooks", 92, 405}};
inline constexpr record_api inspection_rules{
    "inspection_rule", false, {"an inspection rule", "inspection rules", 96, 405}};
inline constexpr record_api allocations{
    "allocation", true, {"an allocation", "allocations", 52, 405}};
inline constexpr record_api webhooks{"webhook", true, {"a webhook", "webhooks", 0}};

/// The routes of such records, all of them answered by what follows.
collection_routes routes_of(const record_api& kind);

task<> list_records(const record_api& kind, const call_ptr& x, bool full);
task<> show_record(const record_api& kind, const call_ptr& x);
task<> create_one_record(const record_api& kind, const call_ptr& x);
task<> patch_record(const record_api& kind, const call_ptr& call);
task<> delete_one_record(const record_api& kind, const call_ptr& x);

struct found_record {
  std::string uuid;
  json description;
};

/// Reads the record of that UUID or name; `not_found` if there is none.
task<found_record> read_record(const record_api& kind, const call_ptr& call, std::string ident);

/// Answers with a record in full, or with the fields chosen.
void respond_record(const record_api& kind, call& x, unsigned status, const json& attributes);
void respond_record(const record_api& kind, call& call, unsigned status, const json& attributes,
                    const selection& shown);

/// Checks the body of a POST and gives the fields, with a UUID.
result<json> check_new_record(const record_api& kind, const call& x, json body);

/// Creates a record of such fields and answers with it.
task<> create_checked_record(const record_api& kind, const call_ptr& call, json fields);

}  // namespace ironbus::http
