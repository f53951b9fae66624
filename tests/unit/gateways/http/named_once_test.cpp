#include "fixture.hpp"

#include <boost/test/unit_test.hpp>

// A request looks up the node in its path once. After a rename in between, a second lookup would
// find another node.

namespace {

using namespace ironbus;
using namespace ironbus::test;

struct named_request {
  const char* method;
  const char* path;
  const char* body;
};

const std::vector<named_request> named_requests{
    {"GET", "/v1/nodes/web-1", ""},
    {"PUT", "/v1/nodes/web-1/states/provision", R"({"target":"manage"})"},
    {"PUT", "/v1/nodes/web-1/states/provision", R"({"target":"active"})"},
    {"PUT", "/v1/nodes/web-1/states/provision", R"({"target":"provide"})"},
    {"PUT", "/v1/nodes/web-1/states/provision",
     R"({"target":"clean","clean_steps":[{"interface":"deploy","step":"erase",
         "execute_on_child_nodes":true}]})"},
    {"PUT", "/v1/nodes/web-1/management/boot_device", R"({"boot_device":"pxe"})"},
    {"POST", "/v1/nodes/web-1/vmedia", R"({"device_type":"cdrom","image_url":"http://a/b"})"},
    {"GET", "/v1/nodes/web-1/states/console", ""},
    {"GET", "/v1/nodes/web-1/inventory", ""},
    {"GET", "/v1/nodes/web-1/history", ""},
};

BOOST_AUTO_TEST_CASE(a_node_named_by_its_name_is_looked_up_once) {
  http::gateway_options options;
  options.cleaning.source = "hybrid";
  gateway_fixture f{options};
  auto node = sample_node(node_1, "web-1");
  node.attributes.console_enabled = true;
  f.records.put(node);
  f.messages.answer = [](const envelope&, const command&) { return reply{}; };
  for (const auto& one : named_requests) {
    f.records.resolved = 0;
    const auto answer = f.ask(one.method, one.path, one.body);
    BOOST_TEST_CONTEXT(one.method << " " << one.path << " " << one.body << ": " << answer.status
                                  << " " << answer.body) {
      BOOST_TEST(f.records.resolved == 1);
      BOOST_TEST(answer.status < 500);
    }
  }
}

}  // namespace
