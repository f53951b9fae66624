#include "drivers/image/oci.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

const std::string first = "sha256:" + std::string(64, 'a');
const std::string second = "sha256:" + std::string(64, 'b');
const std::string third = "sha256:" + std::string(64, 'c');

std::string shown(std::string_view url) {
  const auto x = parse_oci_reference(url);
  if (!x) return x.error().message;
  return x->host + " " + std::to_string(x->port) + " " + x->repository + " " + x->wanted;
}

json entry(const std::string& digest, const char* architecture, const char* type = nullptr) {
  json out = {{"digest", digest}};
  if (architecture != nullptr) out["platform"] = {{"architecture", architecture}};
  if (type != nullptr) out["annotations"] = {{"disktype", type}};
  return out;
}

std::string chosen(const json& manifests, const std::string& cpu_arch) {
  const auto digest = choose_manifest({{"manifests", manifests}}, cpu_arch);
  return digest ? *digest : digest.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(oci)

BOOST_AUTO_TEST_CASE(parses_a_reference) {
  BOOST_TEST(shown("oci://r.example.org/disks/one") == "r.example.org 443 disks/one latest");
  BOOST_TEST(shown("oci://r.example.org:5000/one:v1.2") == "r.example.org 5000 one v1.2");
  BOOST_TEST(shown("oci://[2001:db8::1]:5000/a/b/c:v1") == "2001:db8::1 5000 a/b/c v1");
  BOOST_TEST(shown("oci://r/one@" + first) == "r 443 one " + first);
  BOOST_TEST(shown("oci://r/one:v1@" + first) == "r 443 one " + first);
}

BOOST_AUTO_TEST_CASE(rejects_invalid_references) {
  for (const auto* url :
       {"oci://", "oci://r", "oci://r/", "oci:///one", "oci://user:pw@r/one", "oci://r/../one",
        "oci://r//one", "oci://r/one/", "oci://r/one:", "oci://r/one:a b", "oci://r/one@sha256:1",
        "oci://r/one@md5:x", "http://r/one", "oci://r/one?x"})
    BOOST_TEST(!parse_oci_reference(url), url);
}

BOOST_AUTO_TEST_CASE(selects_the_image_for_the_machine) {
  const json both{entry(first, "amd64"), entry(second, "arm64")};
  BOOST_TEST(chosen(both, "x86_64") == first);
  BOOST_TEST(chosen(both, "aarch64") == second);
  BOOST_TEST(chosen(both, "") == first);
  BOOST_TEST(chosen(both, "ppc64le") == "it has no image for 'ppc64le'; available: amd64, arm64");
  BOOST_TEST(chosen(json::array({entry(third, nullptr)}), "aarch64") == third);
  BOOST_TEST(chosen(json::array(), "x86_64") == "it has no image for 'amd64'; available: none");
}

BOOST_AUTO_TEST_CASE(prefers_raw_then_qcow2_then_untyped) {
  BOOST_TEST(
      chosen({entry(first, "amd64"), entry(second, "amd64", "qcow2"), entry(third, "amd64", "raw")},
             "x86_64") == third);
  BOOST_TEST(chosen({entry(first, "amd64"), entry(second, "amd64", "qcow2")}, "x86_64") == second);
}

BOOST_AUTO_TEST_CASE(handles_documents_of_any_shape) {
  for (const auto& bent : {json{}, json::array(), json(1), json{{"manifests", 1}},
                           json{{"manifests", {1, "x", json::array()}}},
                           json{{"manifests", {{{"digest", 1}, {"platform", "x"}}}}}}) {
    BOOST_TEST(!choose_manifest(bent, "x86_64"));
    BOOST_TEST(!choose_layer(bent));
  }
}

BOOST_AUTO_TEST_CASE(an_image_has_one_layer) {
  BOOST_TEST(choose_layer({{"layers", {{{"digest", first}}}}}).value() == first);
  BOOST_TEST(!choose_layer({{"layers", {{{"digest", first}}, {{"digest", second}}}}}));
  BOOST_TEST(!choose_layer({{"layers", {{{"digest", "sha256:../../x"}}}}}));
}

BOOST_AUTO_TEST_CASE(parses_a_challenge) {
  const auto found = parse_token_challenge(
      R"(Bearer realm="https://auth.example.org/token",service="r.example.org",scope="repository:a/b:pull")");
  BOOST_REQUIRE(found);
  BOOST_TEST(found->realm == "https://auth.example.org/token");
  BOOST_TEST(found->service == "r.example.org");
  BOOST_TEST(found->scope == "repository:a/b:pull");
  BOOST_TEST(parse_token_challenge("bearer realm=x, scope=y")->scope == "y");
  for (const auto* other :
       {"", "Basic realm=\"x\"", "Bearer", "Bearer service=\"x\"", "Bearer realm=\"x"})
    BOOST_TEST(!parse_token_challenge(other), other);
}

BOOST_AUTO_TEST_SUITE_END()
