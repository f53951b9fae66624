#include "drivers/redfish/client/redfish_collection.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace ironbus {

namespace {

constexpr std::array next_links{"Members@odata.nextLink", "@odata.nextLink"};

/// Empty: the last page.
std::string next_page_of(const json& page) {
  for (const auto* name : next_links) {
    auto next = member_text(page, name);
    if (next.empty()) next = link_at(page, {name});
    if (!next.empty()) return next;
  }
  return {};
}

redfish_get read_page(redfish_reader read, std::string link) {
  auto first = co_await read(link);
  if (first || !is_of_one_resource(first.error())) co_return first;
  co_return co_await read(std::move(link));
}

using found_members = std::vector<std::optional<redfish_resource>>;

/// Drops the gaps.
std::vector<redfish_resource> without_gaps(found_members found) {
  std::vector<redfish_resource> out;
  for (auto& one : found)
    if (one) out.push_back(std::move(*one));
  return out;
}

}  // namespace

redfish_reader reading_from(redfish_client bmc) {
  return [bmc = std::move(bmc)](std::string link) { return bmc.get(std::move(link)); };
}

redfish_reader reading_known_from(redfish_client bmc) {
  return [bmc = std::move(bmc)](std::string link) { return bmc.get_known(std::move(link)); };
}

redfish_list read_pages(redfish_client bmc, redfish_reader read, std::string collection,
                        redfish_gaps gaps) {
  std::vector<redfish_resource> out;
  std::set<std::string> asked;
  while (!collection.empty() && asked.insert(collection).second) {
    if (out.size() >= redfish_pages_max) {
      bmc.note(redfish_oddity::long_collection, collection);
      co_return out;
    }
    auto page = co_await read_page(read, collection);
    if (!page) {
      const bool passable = gaps == redfish_gaps::skipped && is_of_one_resource(page.error());
      if (out.empty() || !passable) co_return tl::unexpected(std::move(page.error()));
      bmc.note(redfish_oddity::failed_member, collection);
      co_return out;
    }
    collection = next_page_of(page->body);
    out.push_back(std::move(*page));
  }
  co_return out;
}

std::vector<std::string> links_of_pages(const std::vector<redfish_resource>& pages) {
  std::vector<std::string> out;
  std::set<std::string> known;
  for (const auto& page : pages)
    for (auto& link : links_at(page.body, {"Members"}))
      if (known.insert(link).second) out.push_back(std::move(link));
  return out;
}

json as_one_page(std::vector<redfish_resource> pages) {
  auto out = std::move(pages.front().body);
  for (const auto* name : next_links) out.erase(name);
  auto& members = out["Members"];
  if (!members.is_array()) members = json::array();
  for (size_t i = 1; i < pages.size(); ++i)
    if (const auto& more = member_at(pages[i].body, {"Members"}); more.is_array())
      members.insert(members.end(), more.begin(), more.end());
  return out;
}

redfish_list read_listed(redfish_client bmc, redfish_reader read, std::vector<std::string> links,
                         redfish_gaps gaps) {
  constexpr int rounds = 2;
  if (links.size() > redfish_members_max) {
    bmc.note(redfish_oddity::long_collection, links.front());
    links.resize(redfish_members_max);
  }
  found_members found(links.size());
  for (int round = 1; round <= rounds; ++round)
    for (size_t i = 0; i < links.size(); ++i) {
      if (found[i]) continue;
      auto one = co_await read(links[i]);
      if (one) {
        found[i] = std::move(*one);
        continue;
      }
      if (!is_of_one_resource(one.error())) co_return tl::unexpected(std::move(one.error()));
      if (round < rounds) continue;
      if (gaps == redfish_gaps::refused) co_return tl::unexpected(std::move(one.error()));
      bmc.note(redfish_oddity::failed_member, links[i]);
    }
  co_return without_gaps(std::move(found));
}

bool is_of_one_resource(const redfish_error& wrong) {
  switch (wrong.fault) {
    case redfish_fault::missing:
    case redfish_fault::refused:
    case redfish_fault::broken:
    case redfish_fault::unreadable: return true;
    case redfish_fault::access: return wrong.status == 403;
    default: return false;
  }
}

}  // namespace ironbus
