#pragma once

#include "gateways/http/api/questions.hpp"
#include "gateways/http/view/list_filters.hpp"
#include "gateways/http/view/view.hpp"
#include "messages/ports/query.hpp"

#include <span>
#include <string>
#include <string_view>

namespace ironbus::http {

/// A checked list request.
struct list_request {
  query wanted;  ///< Collection, filters, order, page.
  selection shown;
  std::string sort_in_gateway;  ///< A field that the store cannot sort by; empty: none.
  std::string path;             ///< The path of the collection for `next`, such as "/v1/nodes".
  std::string links_path;       ///< The path of the items for `links`, such as "nodes".
  bool brief = false;
  std::vector<listed> tail{};  ///< Rows that are not in the store; they follow the stored ones.
};

/// Reads true/false/1/0/yes/no/on/off/t/f/y/n in any case.
result<bool> read_boolean(std::string_view name, std::string_view text);

/// The requested part of a list: limit, marker and sort_dir.
struct paging {
  size_t limit = 0;
  std::string marker;
  bool descending = false;
};
result<paging> read_paging(const call& call);

/// Reads the query of a single object. It may contain `fields` and the parameter `other`, which the
/// caller reads.
result<selection> read_fields(const call& call, const resource& resource,
                              std::string_view other = "fields");

/// Reads the query of a list: page, order, fields, detail, and the filters on columns. `full`: the
/// path asks for full objects. Rejects unknown parameters.
result<list_request> read_list(const call& call, const resource& resource,
                               std::span<const filter_spec> filters, bool full);

/// Reads the query of a list in order of creation: limit, marker and the filters on columns.
/// Rejects unknown parameters.
result<query> read_walk(const call& call, std::string_view collection,
                        std::span<const filter_spec> filters);

/// The URL of the next page after `last`, with all filters. `path`: the path of the list, such as
/// "/v1/nodes".
std::string next_page(const call& call, const std::string& path, size_t limit,
                      const std::string& last);

/// The error for an unknown marker.
failure no_such_marker(const std::string& marker);

/// Reads the rows and answers {"<collection>": […], "next": …}.
task<> answer_list(const call_ptr& x, const resource& resource, list_request wanted);

}  // namespace ironbus::http
