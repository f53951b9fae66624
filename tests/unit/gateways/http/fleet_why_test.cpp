#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace {

using namespace ironbus;
using namespace ironbus::test;

std::string uuid_of(size_t number) {
  const auto text = std::to_string(number);
  return "33333333-cccc-4ccc-8ccc-" + std::string(12 - text.size(), '0') + text;
}

/// The fixture's fleet, whose second node waits for its agent, and more such nodes.
struct fleet : gateway_fixture {
  fleet() : gateway_fixture(short_pages()) {}

  static http::gateway_options short_pages() {
    http::gateway_options out;
    out.list_items_max = 3;
    return out;
  }

  node_snapshot add(size_t number, provision_state state, const std::string& owner = {},
                    std::optional<unconfirmed_power> power = {}) {
    auto x = sample_node(uuid_of(number), "n" + std::to_string(number));
    x.attributes.state = state;
    x.attributes.last_error = "Disk " + std::to_string(number) + " is gone.";
    if (!owner.empty()) x.attributes.owner = owner;
    x.power_unconfirmed = std::move(power);
    records.put(x);
    return x;
  }

  /// All pages, following the links.
  std::vector<json> read_all(std::string target) const {
    std::vector<json> out;
    while (!target.empty()) {
      out.push_back(get(target));
      const auto next = out.back().value("next", std::string{});
      target = next.empty() ? next : next.substr(next.find("/v1/"));
    }
    return out;
  }

  std::string refusal(const std::string& query, unsigned status = 400) const {
    const auto got = ask("GET", "/v1/why" + query);
    BOOST_TEST(got.status == status);
    return got.body;
  }
};

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::set<std::string> uuids_of(const std::vector<json>& pages) {
  std::set<std::string> out;
  for (const auto& page : pages)
    for (const auto& one : page["nodes"])
      BOOST_TEST(out.insert(one["uuid"].get<std::string>()).second, "each node once");
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(fleet_why, fleet)

BOOST_AUTO_TEST_CASE(waiting_nodes_are_listed_with_their_own_explanations) {
  add(1, provision_state::active);
  add(2, provision_state::clean_failed);
  const auto page = get("/v1/why");
  BOOST_REQUIRE(page["nodes"].size() == 2U);
  BOOST_TEST(page["nodes"][0] == get("/v1/nodes/" + node_2 + "/why"));
  BOOST_TEST(page["nodes"][1] == get("/v1/nodes/" + uuid_of(2) + "/why"));
  BOOST_TEST(page["nodes"][1]["cause"]["key"].get<std::string>().ends_with(": Disk # is gone."));
  BOOST_TEST(!page.contains("next"));
}

BOOST_AUTO_TEST_CASE(idle_nodes_of_unconfirmed_power_are_listed_on_all_pages) {
  for (size_t i = 1; i <= 9; ++i) {
    std::optional<unconfirmed_power> power;
    if (i % 3 == 0) power = unconfirmed_power{"power off", {}, "ann", "HTTP 500"};
    add(i, provision_state::active, {}, power);
  }
  const auto pages = read_all("/v1/why?limit=2");
  BOOST_TEST((uuids_of(pages) == std::set{node_2, uuid_of(3), uuid_of(6), uuid_of(9)}));
  BOOST_TEST(pages[0]["nodes"][1] == get("/v1/nodes/" + uuid_of(3) + "/why"));
  BOOST_TEST(pages[0]["nodes"][1]["power_unconfirmed"]["order"] == "power off");
}

BOOST_AUTO_TEST_CASE(a_full_page_links_to_the_next) {
  for (size_t i = 1; i <= 7; ++i)
    add(i, i % 2 == 0 ? provision_state::available : provision_state::deploy_failed);
  const auto pages = read_all("/v1/why?limit=2");
  BOOST_REQUIRE(pages.size() == 3U);
  BOOST_TEST(says(pages[0]["next"].get<std::string>(), "/v1/why?limit=2&marker=" + uuid_of(1)));
  const auto all = uuids_of(pages);
  BOOST_TEST((all == std::set{node_2, uuid_of(1), uuid_of(3), uuid_of(5), uuid_of(7)}));
  BOOST_TEST(read_all("/v1/why?limit=900").front()["nodes"].size() == 3U, "as api.max_limit says");
}

BOOST_AUTO_TEST_CASE(a_page_full_with_the_last_node_has_no_next) {
  add(1, provision_state::active);
  add(2, provision_state::deploy_failed);
  BOOST_TEST(read_all("/v1/why?limit=2").size() == 1U);
  add(3, provision_state::active);
  const auto pages = read_all("/v1/why?limit=2");
  BOOST_REQUIRE(pages.size() == 2U);
  BOOST_TEST(pages[1]["nodes"].empty());
}

BOOST_AUTO_TEST_CASE(one_request_examines_a_limited_number_of_nodes) {
  for (size_t i = 1; i <= 10'020; ++i) add(i, provision_state::active);
  add(20'000, provision_state::clean_failed);
  const auto pages = read_all("/v1/why");
  BOOST_REQUIRE(pages.size() == 2U);
  BOOST_TEST((uuids_of({pages[0]}) == std::set{node_2}));
  BOOST_TEST((uuids_of({pages[1]}) == std::set{uuid_of(20'000)}));
}

BOOST_AUTO_TEST_CASE(the_filters_are_those_of_the_node_list) {
  add(1, provision_state::deploy_failed, "ann");
  add(2, provision_state::clean_failed, "ann");
  add(3, provision_state::clean_failed, "bob");
  BOOST_TEST((uuids_of({get("/v1/why?owner=ann")}) == std::set{uuid_of(1), uuid_of(2)}));
  BOOST_TEST((uuids_of({get("/v1/why?owner=ann&provision_state=clean%20failed")}) ==
              std::set{uuid_of(2)}));
  BOOST_TEST(get("/v1/why?owner=nobody")["nodes"].empty());
  const auto next = get("/v1/why?owner=ann&limit=1")["next"].get<std::string>();
  BOOST_TEST(says(next, "owner=ann&limit=1&marker="));
}

BOOST_AUTO_TEST_CASE(invalid_parameters_are_rejected_with_the_allowed_values) {
  BOOST_TEST(says(refusal("?limit=0"), "a whole number from 1"));
  BOOST_TEST(says(refusal("?limit=-1"), "a whole number from 1"));
  BOOST_TEST(says(refusal("?limit=1e3"), "a whole number from 1"));
  BOOST_TEST(says(refusal("?provision_state=lost"), "the name of a provision state"));
  BOOST_TEST(says(refusal("?maintenance=perhaps"), "true, false"));
  for (const auto* unknown : {"sort_key=name", "sort_dir=asc", "fields=uuid", "detail=true",
                              "include_children=true", "nonsense=1"}) {
    const auto text = refusal("?" + std::string{unknown});
    BOOST_TEST(says(text, "Unexpected arguments: "), text);
    BOOST_TEST(says(text, "allowed: limit, marker, chassis_uuid"), text);
  }
  BOOST_TEST(
      says(refusal("?marker=" + uuid_of(99), 404), "No item with the marker " + uuid_of(99)));
  BOOST_TEST(says(refusal("?parent_node=nobody", 404), "Node nobody could not be found"));
}

BOOST_AUTO_TEST_CASE(workers_are_named_as_for_one_node) {
  auto x = sample_node(uuid_of(1), "n1");
  x.attributes.state = provision_state::deploying;
  x.current.emplace();
  x.current->id = "44444444-dddd-4ddd-8ddd-000000000001";
  x.current->steps.emplace_back().interface = "deploy";
  x.in_flight = step_in_flight{x.current->id, 0, 1, time.now(), time.now()};
  records.put(x);
  auto y = x;
  y.attributes.uuid = uuid_of(3);
  y.attributes.name = "n3";
  y.current->id = y.in_flight->operation_id = "44444444-dddd-4ddd-8ddd-000000000002";
  records.put(y);
  records.put_member({"one", "1", R"({"host":"h","roles":["driver"],"conductor_groups":[""]})"});
  records.put_member({"two", "1", R"({"host":"h","roles":["driver"],"conductor_groups":[""]})"});
  records.put_claim(y.current->id + ".0.1", {"two/incarnation", ""});
  const auto nodes = get("/v1/why")["nodes"];
  BOOST_TEST(nodes[1]["waiting"]["who"] == "any driver worker of its group: one, two");
  BOOST_TEST(nodes[2]["waiting"]["who"] == "driver worker two");
}

BOOST_AUTO_TEST_CASE(an_unreachable_store_is_an_error) {
  records.down = true;
  BOOST_TEST(ask("GET", "/v1/why").status == 503U);
}

BOOST_AUTO_TEST_SUITE_END()
