#pragma once

#include "gateways/http/api/questions.hpp"
#include "gateways/http/view/list_filters.hpp"
#include "gateways/http/view/view.hpp"
#include "messages/ports/query.hpp"

#include <span>
#include <string>
#include <string_view>

namespace ironbus::http {

/// A list request, read and checked.
struct list_request {
  query wanted;  ///< Collection, filters, order, page.
  selection shown;
  std::string sort_in_gateway;  ///< Field to sort by that the store cannot; empty: none.
  std::string path;             ///< Of the collection for `next`, such as "/v1/nodes".
  std::string links_path;       ///< Of the items for `links`, such as "nodes".
  bool brief = false;
  std::vector<listed> tail{};  ///< Rows that are not in the store; they come after those that are.
};

/// true/false/1/0/yes/no/on/off/t/f/y/n, case ignored.
result<bool> read_boolean(std::string_view name, std::string_view text);

/// Which part of a list is wanted: limit, marker and sort_dir.
struct paging {
  size_t limit = 0;
  std::string marker;
  bool descending = false;
};
result<paging> read_paging(const call& call);

/// Reads the query of a single object, which may be `fields` only, and `other`, which the caller
/// reads.
result<selection> read_fields(const call& call, const resource& resource,
                              std::string_view other = "fields");

/// Reads the query of a list: paging, order, fields, detail, and the filters that are columns.
/// `full`: the path itself asks for full objects. Refuses what is unknown.
result<list_request> read_list(const call& call, const resource& resource,
                               std::span<const filter_spec> filters, bool full);

/// Reads the query of a list that is its items in the order of their creation: limit, marker and
/// the filters that are columns. Refuses what is unknown.
result<query> read_walk(const call& call, std::string_view collection,
                        std::span<const filter_spec> filters);

/// The address of the same request for the items after `last`; every filter stays. `path` is that
/// of the list, such as "/v1/nodes".
std::string next_page(const call& call, const std::string& path, size_t limit,
                      const std::string& last);

/// The refusal of a marker that names no item.
failure no_such_marker(const std::string& marker);

/// Lists and answers {"<collection>": […], "next": …}.
task<> answer_list(const call_ptr& x, const resource& resource, list_request wanted);

}  // namespace ironbus::http
