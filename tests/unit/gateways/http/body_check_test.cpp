#include "gateways/http/view/body_check.hpp"

#include "gateways/http/nodes/provision_request.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

struct patch_case {
  const char* patch;
  error_code expected;  ///< count_: accepted.
  const char* mentions;
};

const std::vector<patch_case> patches{
    {R"([])", error_code::count_, ""},
    {R"([{"op":"add","path":"/extra/a~1b","value":1}])", error_code::count_, ""},
    {R"([{"op":"add","path":"/extra/a.b:c","value":null}])", error_code::count_, ""},
    {R"([{"op":"remove","path":"/name"}])", error_code::count_, ""},
    {R"([{"op":"replace","path":"/driver_info/password","value":"******"}])", error_code::count_,
     ""},
    {R"({"op":"add"})", error_code::invalid, "list"},
    {R"([1])", error_code::invalid, "object"},
    {R"([{"op":"move","from":"/extra/a","path":"/extra/b"}])", error_code::invalid, "from"},
    {R"([{"op":"test","path":"/extra/a","value":1}])", error_code::invalid, "add, replace, remove"},
    {R"([{"op":"add","value":1}])", error_code::invalid, "path"},
    {R"([{"op":"add","path":"extra","value":1}])", error_code::invalid, "path"},
    {R"([{"op":"add","path":"/","value":1}])", error_code::invalid, "path"},
    {R"([{"op":"add","path":"/extra/a~2","value":1}])", error_code::invalid, "path"},
    {R"([{"op":"add","path":"/extra/x"}])", error_code::invalid, "value"},
    {R"([{"op":"replace","path":"/uuid","value":"x"}])", error_code::invalid, "uuid"},
    {R"([{"op":"replace","path":"/links","value":[]}])", error_code::invalid, "links"},
    {R"([{"op":"add","path":"/bogus","value":1}])", error_code::invalid, "bogus"},
    {R"([{"op":"remove","path":"/driver"}])", error_code::invalid, "mandatory"},
    {R"([{"op":"add","path":"/extra","value":"x"}])", error_code::invalid, "an object"},
    {R"([{"op":"add","path":"/maintenance","value":"yes"}])", error_code::invalid, "a boolean"},
    {R"([{"op":"add","path":"/name/x","value":"y"}])", error_code::invalid, "not an object"},
};

BOOST_AUTO_TEST_SUITE(body_check)

BOOST_AUTO_TEST_CASE(patches_are_checked) {
  for (const auto& row : patches) {
    BOOST_TEST_CONTEXT(row.patch) {
      const auto got = check_patch(node_resource(), json::parse(row.patch), 115);
      const auto code = got ? error_code::count_ : got.error().code;
      BOOST_TEST((code == row.expected));
      if (!got)
        BOOST_TEST(got.error().message.find(row.mentions) != std::string::npos,
                   got.error().message);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_field_of_a_newer_version_is_406) {
  const auto patch = json::parse(R"([{"op":"add","path":"/resource_class","value":"x"}])");
  BOOST_TEST((check_patch(node_resource(), patch, 20).error().code == error_code::not_acceptable));
  BOOST_TEST(check_patch(node_resource(), patch, 21).has_value());
  const json body{{"driver", "d"}, {"resource_class", "x"}};
  BOOST_TEST((check_create(node_resource(), body, 20).error().code == error_code::not_acceptable));
}

BOOST_AUTO_TEST_CASE(a_port_address_is_stored_in_lower_case) {
  const auto fields = check_create(port_resource(), {{"address", "52-54-00-AA-BB-CC"}}, 115);
  BOOST_TEST(fields.value().at("address") == "52:54:00:aa:bb:cc");
}

struct verb_case {
  const char* body;
  int version;
  error_code expected;
};

const std::vector<verb_case> verbs{
    {R"({"target":"manage"})", 4, error_code::count_},
    {R"({"target":"manage"})", 3, error_code::not_acceptable},
    {R"({})", 115, error_code::invalid},
    {R"({"target":"hold"})", 115, error_code::invalid},
    {R"({"target":7})", 115, error_code::invalid},
    {R"({"target":"manage","configdrive":"abc"})", 115, error_code::invalid},
    {R"({"target":"manage","bogus":1})", 115, error_code::invalid},
    {R"({"target":"active","configdrive":"QUJD"})", 1, error_code::count_},
    {R"({"target":"active","configdrive":"http://x/y"})", 1, error_code::count_},
    {R"({"target":"active","configdrive":"not base64!"})", 115, error_code::invalid},
    {R"({"target":"active","configdrive":{"meta_data":{}}})", 55, error_code::invalid},
    {R"({"target":"active","configdrive":{"meta_data":{}}})", 56, error_code::count_},
    {R"({"target":"rebuild","configdrive":"QUJD"})", 34, error_code::not_acceptable},
    {R"({"target":"clean"})", 115, error_code::invalid},
    {R"({"target":"clean","clean_steps":"x"})", 115, error_code::invalid},
    {R"({"target":"clean","clean_steps":[{"interface":"nope","step":"x"}]})", 115,
     error_code::invalid},
    {R"({"target":"clean","clean_steps":[{"interface":"bios"}]})", 115, error_code::invalid},
    {R"({"target":"clean","clean_steps":[{"interface":"bios","step":"x","priority":1}]})", 115,
     error_code::invalid},
    {R"({"target":"clean","clean_steps":[{"interface":"bios","step":"x"}]})", 15,
     error_code::count_},
    {R"({"target":"clean","clean_steps":[],"disable_ramdisk":true})", 69,
     error_code::not_acceptable},
    {R"({"target":"active","deploy_steps":[{"interface":"bios","step":"x"}]})", 115,
     error_code::invalid},
    {R"({"target":"active","deploy_steps":[{"interface":"bios","step":"x","args":{},"priority":1}]})",
     69, error_code::count_},
    {R"({"target":"rescue"})", 115, error_code::invalid},
    {R"({"target":"rescue","rescue_password":"  "})", 115, error_code::invalid},
    {R"({"target":"rescue","rescue_password":"pw"})", 38, error_code::count_},
    {R"({"target":"unhold"})", 84, error_code::not_acceptable},
};

BOOST_AUTO_TEST_CASE(provision_requests_are_checked) {
  for (const auto& row : verbs) {
    BOOST_TEST_CONTEXT(row.body << " at " << row.version) {
      const auto got = check_provision(json::parse(row.body), row.version);
      const auto code = got ? error_code::count_ : got.error().code;
      BOOST_TEST((code == row.expected));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
