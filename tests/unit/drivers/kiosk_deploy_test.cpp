#include "kiosk_deploy.hpp"

#include "messages/model/snapshot.hpp"
#include "worker.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

using namespace ironbus;
using namespace ironbus::test;

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file{path};  // tests run at the root of the project
  return {std::istreambuf_iterator<char>{file}, {}};
}

struct still_channel final : kiosk_channel {
  void give(const std::string& agent, const std::string& id, const json& order,
            std::function<void(bool)> answered) override {
    given.push_back(agent + " " + id + " " + to_text(order));
    answered(takes);
  }
  void ask(const std::string&, const std::string&,
           std::function<void(std::optional<std::string>)> answered) override {
    answered(end);
  }

  bool takes = true;
  std::optional<std::string> end;
  std::vector<std::string> given;
};

step_request writing() {
  auto out = request_for("deploy", "write_image");
  out.machine.driver_internal_info.edit()["agent_url"] = "https://192.0.2.7:9";
  out.machine.instance_info.edit()["image_source"] = "http://h/i";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kiosk)

BOOST_AUTO_TEST_CASE(the_page_shows_this_driver) {
  const auto page = text_of("docs/how-to/write_a_driver.md");
  for (const char* name : {"kiosk_deploy.hpp", "kiosk_deploy.cpp"}) {
    const auto source = text_of(std::string{"tests/unit/drivers/"} + name);
    BOOST_TEST(!source.empty());
    BOOST_TEST(
        page.find("```cpp\n" + source + "```\n") != std::string::npos,
        "docs/how-to/write_a_driver.md does not show tests/unit/drivers/" << name << " as it is");
  }
}

BOOST_AUTO_TEST_CASE(an_order_waits_for_the_agent_and_its_heartbeats_bring_the_end) {
  auto channel = std::make_shared<still_channel>();
  kiosk_deploy driver{channel};
  std::vector<step_outcome> outcomes;
  driver.run(permitted(writing()), [&](step_outcome x) { outcomes.push_back(std::move(x)); });
  BOOST_TEST(channel->given.at(0) == "https://192.0.2.7:9 op-1.3.1 {\"image\":\"http://h/i\"}");
  BOOST_TEST(to_string(outcomes.at(0).status) == "waiting");
  BOOST_TEST(to_string(outcomes[0].waits_for) == "agent");

  std::optional<step_outcome> end;
  auto probe = [&] {
    driver.probe(permitted(writing()), [&](std::optional<step_outcome> x) { end = std::move(x); });
  };
  probe();
  BOOST_TEST(!end.has_value());  // it still runs
  channel->end = "no disk";
  probe();
  BOOST_TEST(end.value().reason == "no disk");
  channel->end = "";
  probe();
  BOOST_TEST(to_string(end.value().status) == "done");

  channel->takes = false;
  driver.run(permitted(writing()), [&](step_outcome x) { outcomes.push_back(std::move(x)); });
  BOOST_TEST(to_string(outcomes.at(1).status) == "failed");
  driver.run(permitted(deploy()), [&](step_outcome x) { outcomes.push_back(std::move(x)); });
  BOOST_TEST(to_string(outcomes.at(2).status) == "done");
  driver.recover(permitted(writing()), [&](auto known) { BOOST_TEST(!known.has_value()); });
}

BOOST_AUTO_TEST_CASE(fits_into_a_catalogue_and_a_deployment) {
  auto type = hardware_type{"kiosk", {{"deploy", {"kiosk"}}}};
  driver_options options;
  options.hardware_types = {"kiosk"};
  const auto catalog = driver_catalog::build({type}, {kiosk_implementation()}, options).value();
  node_snapshot x;
  x.attributes.driver = "kiosk";
  x.attributes.deploy_interface = "kiosk";
  BOOST_TEST(catalog.validate(x, "deploy").value().message == "instance_info lacks image_source.");
  x.attributes.instance_info.edit()["image_source"] = "http://h/i";
  BOOST_TEST(!catalog.validate(x, "deploy").has_value());
  const auto* write = catalog.find(x.attributes, "deploy")->find_step("write_image");
  BOOST_REQUIRE(write != nullptr);
  BOOST_TEST(write->in_agent);
}

BOOST_AUTO_TEST_SUITE_END()
