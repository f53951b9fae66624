#pragma once

#include "gateways/http/api/call.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/model/record.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus::http {

/// How the API treats a type of record (chassis, deploy templates, runbooks, allocations).
struct record_api {
  std::string_view type;  ///< As messages/model/record.hpp names it.
  bool named = false;     ///< A path may name it, too.

  const resource& of() const { return record_resource(type); }
};

void list_records(const record_api& of, const call_ptr& x, bool full);
void show_record(const record_api& of, const call_ptr& x);
void create_one_record(const record_api& of, const call_ptr& x);
void patch_record(const record_api& of, const call_ptr& x);
void delete_one_record(const record_api& of, const call_ptr& x);

using with_about = std::function<void(const std::string& uuid, const json& about)>;

/// Reads the record of that UUID or name; refuses the call if there is none.
void with_record(const record_api& of, const call_ptr& x, const std::string& ident, with_about);

/// Answers with a record in full, or with the fields chosen.
void respond_record(const record_api& of, call& x, unsigned status, const json& about);
void respond_record(const record_api& of, call& x, unsigned status, const json& about,
                    const selection& shown);

/// Checks the body of a POST and gives the fields, with a UUID.
result<json> check_new_record(const record_api& of, const call& x, json body);

}  // namespace ironbus::http
