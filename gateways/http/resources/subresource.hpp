#pragma once

#include "gateways/http/resources/collection_routes.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/wire/commands.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

/// How the API treats a kind of part of a node (ports, port groups, volumes): all of them are
/// listed, shown, created, changed and removed alike.
struct part_api {
  std::string_view kind;  ///< As commands name it.
  const resource& (*shown_as)();
  collection_text text;
  int names_since = 0;  ///< First version in which a path may name it; 0: by UUID only.
  bool removed_by_name = false;
  /// What the declarations cannot say.
  result<std::monostate> (*check_new)(const json& fields, int version) = nullptr;
  result<std::monostate> (*check_patch)(const std::vector<patch_operation>& patch,
                                        int version) = nullptr;
};

/// The routes of such parts, all of them answered by what follows.
collection_routes routes_of(const part_api& shown_as);

task<> list_parts(const part_api& shown_as, const call_ptr& call, bool full);
/// Those of the node in the path; `below` is their place, such as "ports".
task<> list_parts_of_node(const part_api& shown_as, const call_ptr& call, std::string_view below,
                          bool full);
task<> show_part(const part_api& shown_as, const call_ptr& x);
task<> create_part_of(const part_api& shown_as, const call_ptr& call);
task<> patch_part_of(const part_api& shown_as, const call_ptr& call);
task<> delete_part_of(const part_api& shown_as, const call_ptr& call);

struct found_part {
  std::string node;  ///< UUID of its node.
  json description;

  std::string uuid() const { return description.at("uuid").get<std::string>(); }
};

/// Reads the part in the path; `not_found` if there is none.
task<found_part> read_part(const part_api& shown_as, const call_ptr& call);

}  // namespace ironbus::http
