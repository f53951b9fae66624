#include "gateways/http/listening/verified_certificate.hpp"

#include "tests/support/certificate_authority.hpp"

#include <boost/test/unit_test.hpp>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <cstdio>
#include <filesystem>

namespace {

using namespace ironbus;
using namespace ironbus::http;

struct certificate_fixture {
  certificate_fixture() {
    std::string name = "/tmp/ironbus-certificate-XXXXXX";
    folder = ::mkdtemp(name.data());
  }
  ~certificate_fixture() { std::filesystem::remove_all(folder); }

  verified_certificate issued(const std::string& names) const {
    const test::certificate_authority authority{folder, "ca"};
    authority.issue("client", {.names = names});
    auto* file = std::fopen(authority.path("client.crt").c_str(), "r");
    BOOST_REQUIRE(file != nullptr);
    auto* read = PEM_read_X509(file, nullptr, nullptr, nullptr);
    std::fclose(file);
    BOOST_REQUIRE(read != nullptr);
    auto out = identity_in(*read);
    X509_free(read);
    return out;
  }

  std::string folder;
};

BOOST_FIXTURE_TEST_SUITE(certificates_of_clients, certificate_fixture)

BOOST_AUTO_TEST_CASE(it_has_a_subject_names_and_the_digest_of_its_key) {
  const auto got = issued(
      "DNS:Host.example.org,email:ann@example.org,URI:spiffe://example.org/"
      "ann,IP:192.0.2.1,IP:2001:db8::1,RID:1.2.3");
  BOOST_TEST(got.subject.find("CN=client") != std::string::npos, got.subject);
  const std::vector<std::string> expected{"DNS:host.example.org", "email:ann@example.org",
                                          "URI:spiffe://example.org/ann", "IP:192.0.2.1",
                                          "IP:2001:db8::1"};
  BOOST_TEST(got.names == expected, boost::test_tools::per_element());
  BOOST_TEST(got.spki_sha256.size() == 64U);
  const auto other = issued("DNS:a");
  BOOST_TEST(other.spki_sha256 != got.spki_sha256);
}

BOOST_AUTO_TEST_CASE(names_are_bounded) {
  std::string many = "DNS:a0";
  for (size_t i = 1; i < certificate_names_max + 10; ++i) many += ",DNS:a" + std::to_string(i);
  BOOST_TEST(issued(many).names.size() == certificate_names_max);
}

BOOST_AUTO_TEST_CASE(no_connection_has_no_certificate) { BOOST_TEST(!certificate_of(nullptr)); }

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
