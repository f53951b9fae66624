#include "gateways/http/resources/collection_routes.hpp"

#include <iterator>

namespace ironbus::http {

namespace {

void no_handler(const call_ptr&) {}

route plain(std::string_view method, std::string path, int since, unsigned when_older,
            const std::string& verb, std::string_view what) {
  route out{method, std::move(path), no_handler, since, when_older};
  out.summary = verb + " " + std::string{what};
  return out;
}

}  // namespace

collection_routes plain_routes(const collection_text& text, const std::string& path,
                               const std::string& item) {
  const auto older = text.write_when_older;
  return {plain("GET", path, text.since, 404, "List", text.many),
          plain("POST", path, text.since, older, "Create", text.one),
          {},
          plain("GET", path + item, text.since, 404, "Show", text.one),
          plain("PATCH", path + item, text.since, older, "Change", text.one),
          plain("DELETE", path + item, text.since, older, "Delete", text.one),
          {}};
}

route full_list(const collection_routes& routes, const collection_text& text, handler answers) {
  auto out = plain("GET", routes.list.path + "/detail", text.since, 404, "List", text.many);
  out.summary += " in full";
  out.answers = std::move(answers);
  return out;
}

void append_routes(std::vector<route>& target, collection_routes collection_routes) {
  target.push_back(std::move(collection_routes.list));
  target.push_back(std::move(collection_routes.create));
  std::move(collection_routes.before_items.begin(), collection_routes.before_items.end(),
            std::back_inserter(target));
  target.push_back(std::move(collection_routes.show));
  target.push_back(std::move(collection_routes.change));
  target.push_back(std::move(collection_routes.remove));
  std::move(collection_routes.below.begin(), collection_routes.below.end(),
            std::back_inserter(target));
}

}  // namespace ironbus::http
