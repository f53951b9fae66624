#include "drivers/redfish/client/redfish_collection.hpp"

#include "drivers/redfish/redfish_system.hpp"
#include "drivers/redfish/redfish_task.hpp"
#include "tests/unit/drivers/redfish/client_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// A BMC with these resources in addition to its own.
struct paged_bmc : asking {
  paged_bmc() {
    link.instead = [this](const http_request& request) -> std::optional<http_result> {
      const auto found = resources.find(request.target);
      if (found == resources.end()) return {};
      return with_body(200, to_text(found->second));
    };
  }

  std::map<std::string, json> resources;
};

json link_to(const std::string& path) { return {{"@odata.id", path}}; }

/// A page with a member, and the next page.
json page_of(const std::string& member, const std::string& next) {
  json out{{"Members", json::array({link_to(member)})}};
  if (!next.empty()) out["Members@odata.nextLink"] = next;
  return out;
}

redfish_resource system_with(const char* list, const std::vector<std::string>& links) {
  redfish_resource out;
  out.path = "/s";
  out.body["Links"][list] = json::array();
  for (const auto& one : links) out.body["Links"][list].push_back(link_to(one));
  return out;
}

std::vector<std::string> paths_of(const std::vector<redfish_resource>& all) {
  std::vector<std::string> out;
  for (const auto& one : all) out.push_back(one.path);
  return out;
}

using texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_collections)

BOOST_AUTO_TEST_CASE(reads_all_pages) {
  paged_bmc x;
  x.resources = {{"/c", page_of("/m/1", "/c?$skip=1")},
                 {"/c?$skip=1", page_of("/m/2", "https://192.0.2.7/c?$skip=2")},
                 {"/c?$skip=2", page_of("/m/3", "")}};
  for (const auto* one : {"/m/1", "/m/2", "/m/3"}) x.resources[one] = json::object();
  const auto members = run_alone(x.io, get_members(x.client(), "/c"));
  BOOST_REQUIRE(members.has_value());
  BOOST_TEST(paths_of(*members) == (texts{"/m/1", "/m/2", "/m/3"}),
             boost::test_tools::per_element());
  const auto links = run_alone(x.io, get_known_member_links(x.client(), "/c"));
  BOOST_TEST(links.value().size() == 3U);
}

BOOST_AUTO_TEST_CASE(shows_pages_as_one) {
  paged_bmc x;
  x.resources = {{"/c", page_of("/m/1", "/d")}, {"/d", page_of("/m/2", "")}};
  const auto bmc = x.client();
  auto pages = run_alone(x.io, read_pages(bmc, reading_from(bmc), "/c", redfish_gaps::refused));
  const auto one = as_one_page(std::move(pages.value()));
  BOOST_TEST(one == (json{{"Members", json::array({link_to("/m/1"), link_to("/m/2")})}}));
}

BOOST_AUTO_TEST_CASE(tasks_may_have_pages) {
  paged_bmc x;
  x.resources = {{"/redfish/v1/", {{"RedfishVersion", "1.6.0"}, {"Tasks", link_to("/t")}}},
                 {"/t", {{"Tasks", link_to("/c")}}},
                 {"/c", page_of("/m/1/", "/c?2")},
                 {"/c?2", page_of("/m/2/", "")}};
  const auto tasks = run_alone(x.io, list_tasks(x.client()));
  BOOST_REQUIRE(tasks.has_value());
  BOOST_TEST(names_of_tasks(*tasks) == json::array({"1", "2"}));
}

BOOST_AUTO_TEST_CASE(endless_pages_end) {
  paged_bmc x;
  x.resources = {{"/c", page_of("/m", "/d")}, {"/d", page_of("/m", "/c")}};
  BOOST_TEST(run_alone(x.io, get_member_links(x.client(), "/c")).value() == texts{"/m"},
             boost::test_tools::per_element());
  asking y;
  size_t page = 0;
  y.answer_all([&page] {
    ++page;
    return with_body(200,
                     to_text(page_of("/m/" + std::to_string(page), "/c?" + std::to_string(page))));
  });
  const auto bmc = y.client();
  BOOST_TEST(run_alone(y.io, get_member_links(bmc, "/c")).value().size() == redfish_pages_max);
  BOOST_TEST(bmc.oddities().unknown_to(json{}).contains("long_collection"));
}

BOOST_AUTO_TEST_CASE(reads_a_limited_number_of_members) {
  asking x;
  json many = json::array();
  for (int i = 0; i < 400; ++i) many.push_back(link_to("/m/" + std::to_string(i)));
  x.answer_all([&] { return with_body(200, to_text(json{{"Members", many}})); });
  BOOST_TEST(run_alone(x.io, get_members(x.client(), "/c")).value().size() == redfish_members_max);
}

BOOST_AUTO_TEST_CASE(reads_a_failed_member_again_and_then_skips_it) {
  for (const size_t failures : {1U, 2U}) {
    paged_bmc x;
    x.resources = {{"/c", {{"Members", {link_to("/m/1"), link_to("/m/2")}}}},
                   {"/m/2", json::object()}};
    size_t asked = 0;
    x.link.instead =
        [&, before = x.link.instead](const http_request& request) -> std::optional<http_result> {
      if (request.target != "/m/1") return before(request);
      return ++asked <= failures ? with_body(404, "{}") : with_body(200, "{}");
    };
    const auto bmc = x.client();
    const auto members = run_alone(x.io, get_members(bmc, "/c"));
    BOOST_REQUIRE(members.has_value());
    BOOST_TEST(paths_of(*members) == (failures == 1 ? texts{"/m/1", "/m/2"} : texts{"/m/2"}),
               boost::test_tools::per_element());
    BOOST_TEST(asked == 2U);
    BOOST_TEST(bmc.oddities().unknown_to(json{}).is_null() == (failures == 1));
    asked = 0;
    BOOST_TEST(run_alone(x.io, get_every_member(bmc, "/c")).has_value() == (failures == 1));
  }
}

BOOST_AUTO_TEST_CASE(fails_if_the_bmc_is_lost) {
  paged_bmc x;
  x.resources = {{"/c", page_of("/m/1", "")}};
  x.link.instead = [before =
                        x.link.instead](const http_request& request) -> std::optional<http_result> {
    if (request.target != "/m/1") return before(request);
    return http_fail(http_error::timeout, "silent");
  };
  const auto members = run_alone(x.io, get_members(x.client(), "/c"));
  BOOST_REQUIRE(!members.has_value());
  BOOST_TEST((members.error().fault == redfish_fault::silent));
}

BOOST_AUTO_TEST_CASE(prefers_the_bmc_among_several_managers) {
  paged_bmc x;
  x.resources = {
      {"/gpu", {{"ManagerType", "Service"}, {"DateTime", "x"}}},
      {"/bmc", {{"ManagerType", "BMC"}, {"VirtualMedia", link_to("/v")}, {"FirmwareVersion", "7"}}},
      {"/twin", {{"ManagerType", "BMC"}, {"FirmwareVersion", "HGX-22"}}},
      {"/other", {{"ManagerType", "BMC"}}}};
  struct manager_case {
    texts links;
    std::string needed;
    std::string path;
  };
  for (const auto& one : {manager_case{{"/gpu", "/bmc"}, "VirtualMedia", "/bmc"},
                          manager_case{{"/gpu", "/other", "/bmc"}, "VirtualMedia", "/bmc"},
                          manager_case{{"/gpu", "/other"}, "", "/other"},
                          manager_case{{"/other", "/gpu"}, "DateTime", "/gpu"},
                          manager_case{{"/twin", "/bmc"}, "FirmwareVersion", "/bmc"},
                          manager_case{{"/twin", "/bmc"}, "", "/bmc"},
                          manager_case{{"/gone", "/gpu"}, "DateTime", "/gpu"},
                          manager_case{{"/gpu"}, "VirtualMedia", "/gpu"}}) {
    auto system = system_with("ManagedBy", one.links);
    const auto manager = run_alone(x.io, get_manager(x.client(), system, one.needed));
    BOOST_REQUIRE(manager.has_value());
    BOOST_TEST(manager->path == one.path);
  }
  const auto gone =
      run_alone(x.io, get_manager(x.client(), system_with("ManagedBy", {"/gone"}), ""));
  BOOST_TEST(!gone.has_value());
}

BOOST_AUTO_TEST_CASE(looks_at_all_chassis) {
  paged_bmc x;
  x.resources = {{"/c/1", json::object()}, {"/c/2", {{"IndicatorLED", "Lit"}}}};
  const auto system = system_with("Chassis", {"/c/1", "/c/2"});
  BOOST_TEST(run_alone(x.io, get_chassis(x.client(), system, "IndicatorLED")).value().path ==
             "/c/2");
  BOOST_TEST(run_alone(x.io, get_chassis(x.client(), system, "")).value().path == "/c/1");
  BOOST_TEST(run_alone(x.io, get_all_chassis(x.client(), system)).value().size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
