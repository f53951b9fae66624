#pragma once

#include "gateways/http/resources/collection_routes.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/model/record.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus::http {

/// The API of a type of record (chassis, deploy templates, runbooks, webhooks, …).
struct record_api {
  std::string_view type;  ///< The type in messages/model/record.hpp.
  bool named = false;     ///< A path may contain its name, too.
  collection_text text;
  /// Of a type whose records belong to projects: the rule that shows all of them in a list.
  std::string_view list_all{};

  const resource& kind() const { return record_resource(type); }
};

inline constexpr record_api chassis_records{"chassis", false, {"a chassis", "chassis"}};
inline constexpr record_api deploy_templates{
    "deploy_template", true, {"a deploy template", "deploy templates", 55, 405}};
inline constexpr record_api runbooks{
    "runbook", true, {"a runbook", "runbooks", 92, 405}, "baremetal:runbook:list_all"};
inline constexpr record_api inspection_rules{
    "inspection_rule", false, {"an inspection rule", "inspection rules", 96, 405}};
inline constexpr record_api allocations{
    "allocation", true, {"an allocation", "allocations", 52, 405}};
inline constexpr record_api webhooks{"webhook", true, {"a webhook", "webhooks", 0}};
inline constexpr record_api api_tokens{"token", false, {"a token", "tokens", 0}};

/// The routes of a record type. The functions below answer them.
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

/// Reads a record by UUID or name. `not_found` if it does not exist.
task<found_record> read_record(const record_api& kind, const call_ptr& call, std::string ident);

/// Answers with a full record, or with the selected fields.
void respond_record(const record_api& kind, call& x, unsigned status, const json& attributes);
void respond_record(const record_api& kind, call& call, unsigned status, const json& attributes,
                    const selection& shown);

/// Checks the body of a POST and returns the fields, with a UUID.
result<json> check_new_record(const record_api& kind, const call& x, json body);

/// Creates a record and answers with it.
task<> create_checked_record(const record_api& kind, const call_ptr& call, json fields);

}  // namespace ironbus::http
