#pragma once

#include "gateways/http/resources/collection_routes.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/wire/commands.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

/// The API of a kind of part of a node (ports, port groups, volumes), which are all listed, shown,
/// created, changed and deleted in the same way.
struct part_api {
  std::string_view kind;  ///< The kind's name in commands.
  const resource& (*shown_as)();
  collection_text text;
  int names_since = 0;  ///< First version in which a path may contain its name; 0: by UUID only.
  bool removed_by_name = false;
  /// Checks beyond the declarations.
  result<std::monostate> (*check_new)(const json& fields, int version) = nullptr;
  result<std::monostate> (*check_patch)(const std::vector<patch_operation>& patch,
                                        int version) = nullptr;

  /// The name of the kind in policy rules: "port", "portgroup" or "volume".
  std::string_view rule_name() const { return kind.starts_with("volume") ? "volume" : kind; }
  std::string rule(std::string_view verb) const {
    return "baremetal:" + std::string{rule_name()} + ":" + std::string{verb};
  }
};

/// The routes of a kind of part. The functions below answer them.
collection_routes routes_of(const part_api& shown_as);

task<> list_parts(const part_api& shown_as, const call_ptr& call, bool full);
/// Lists the parts of the node in the path. `below`: their path below the node, such as "ports".
task<> list_parts_of_node(const part_api& shown_as, const call_ptr& call, std::string_view below,
                          bool full);
task<> show_part(const part_api& shown_as, const call_ptr& x);
task<> create_part_of(const part_api& shown_as, const call_ptr& call);
task<> patch_part_of(const part_api& shown_as, const call_ptr& call);
task<> delete_part_of(const part_api& shown_as, const call_ptr& call);

struct found_part {
  std::string node;  ///< The UUID of its node.
  json description;

  std::string uuid() const { return description.at("uuid").get<std::string>(); }
};

/// Reads the part in the path. `not_found` if it does not exist.
task<found_part> read_part(const part_api& shown_as, const call_ptr& call);

}  // namespace ironbus::http
