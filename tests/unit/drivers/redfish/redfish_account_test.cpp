#include "drivers/redfish/client/redfish_account.hpp"

#include "drivers/redfish/client/redfish_link.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

json good() {
  return {{"redfish_address", "https://bmc.example.org"},
          {"redfish_username", "admin"},
          {"redfish_password", "geheim"}};
}

redfish_account read(const json& more = json::object()) {
  auto info = good();
  info.update(more);
  const auto out = read_redfish_account(info);
  BOOST_REQUIRE_MESSAGE(out.has_value(), (out ? "" : out.error().message));
  return *out;
}

std::string wrong(const json& more) {
  auto info = good();
  info.merge_patch(more);
  const auto out = read_redfish_account(info);
  BOOST_REQUIRE(!out.has_value());
  BOOST_TEST((out.error().code == error_code::invalid));
  BOOST_TEST(out.error().message.find("geheim") == std::string::npos);
  return out.error().message;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_accounts)

BOOST_AUTO_TEST_CASE(an_address_is_a_url_or_a_host) {
  struct address_case {
    const char* text;
    bool secure;
    const char* place;
    const char* root;
  };
  for (const auto& x :
       {address_case{"https://bmc.example.org", true, "bmc.example.org:443", "/redfish/v1/"},
        address_case{"http://192.0.2.1:8000/", false, "192.0.2.1:8000", "/redfish/v1/"},
        address_case{"192.0.2.1", true, "192.0.2.1:443", "/redfish/v1/"},
        address_case{"bmc:8443", true, "bmc:8443", "/redfish/v1/"},
        address_case{"2001:db8::1", true, "[2001:db8::1]:443", "/redfish/v1/"},
        address_case{"https://[2001:db8::1]:444", true, "[2001:db8::1]:444", "/redfish/v1/"},
        address_case{"https://h/machines/1/redfish/v1", true, "h:443",
                     "/machines/1/redfish/v1/"}}) {
    const auto account = read({{"redfish_address", x.text}});
    BOOST_TEST(account.bmc.secure == x.secure, x.text);
    BOOST_TEST(account.place() == x.place);
    BOOST_TEST(account.root == x.root);
  }
}

BOOST_AUTO_TEST_CASE(rejects_invalid_addresses_and_names_the_allowed_form) {
  for (const auto* text : {"ftp://h", "https://", "https://u:p@h", "https://h?a=b", "a b"})
    BOOST_TEST(has(wrong({{"redfish_address", text}}), "driver_info.redfish_address is "), text);
  BOOST_TEST(has(wrong({{"redfish_address", nullptr}}), "driver_info lacks redfish_address"));
  BOOST_TEST(has(wrong({{"redfish_address", "ftp://h"}}), "a URL with http or https"));
}

BOOST_AUTO_TEST_CASE(a_system_path_loses_its_last_slash_and_has_escaped_blanks) {
  BOOST_TEST(read().system == "");
  BOOST_TEST(read({{"redfish_system_id", "/redfish/v1/Systems/1/"}}).system ==
             "/redfish/v1/Systems/1");
  BOOST_TEST(read({{"redfish_system_id", "/redfish/v1/Systems/a b\xc3\xa4"}}).system ==
             "/redfish/v1/Systems/a%20b%C3%A4");
  for (const auto* text : {"Systems/1", "//other/redfish", "/redfish/../secrets", "https://other/"})
    BOOST_TEST(has(wrong({{"redfish_system_id", text}}), "a path such as"), text);
}

BOOST_AUTO_TEST_CASE(a_system_id_has_any_characters_of_a_path) {
  for (const auto* id : {"...", "a..b", "%41%2Fb", "~x;y=z@(1)!$&'*+,=:", "437XR1138R2"}) {
    const auto path = "/redfish/v1/Systems/" + std::string{id};
    BOOST_TEST(read({{"redfish_system_id", path}}).system == path);
  }
}

BOOST_AUTO_TEST_CASE(compares_links_by_resource) {
  BOOST_TEST(is_same_path("/a/b", "/a/b/"));
  BOOST_TEST(is_same_path("/a/b#/c", "/a/%62"));
  BOOST_TEST(!is_same_path("/a/b", "/a/c"));
  BOOST_TEST(last_segment("/Tasks/a%20b/") == "a b");
  BOOST_TEST(last_segment("/Tasks/1#/x") == "1");
  BOOST_TEST(last_segment("/") == "");
}

BOOST_AUTO_TEST_CASE(reads_numbers_in_texts) {
  BOOST_TEST(number_in(512) == 512);
  BOOST_TEST(number_in(" 512 ") == 512);
  BOOST_TEST(number_in("0.5") == 0.5);
  BOOST_TEST(number_in("18446744073709551615") == 18446744073709551615U);
  for (const json& odd : {json("512 GiB"), json(""), json(true), json(), json("[1]"),
                          json(std::string(100, '1')), json::array()})
    BOOST_TEST(number_in(odd).is_null(), odd);
}

BOOST_AUTO_TEST_CASE(user_and_password_belong_together) {
  const auto nobody = read({{"redfish_username", nullptr}, {"redfish_password", nullptr}});
  BOOST_TEST(nobody.user == "");
  BOOST_TEST(has(wrong({{"redfish_username", nullptr}}), "lacks redfish_username"));
  BOOST_TEST(has(wrong({{"redfish_password", nullptr}}), "lacks redfish_password"));
  BOOST_TEST(has(wrong({{"redfish_username", "a:b"}}), "without a colon"));
  BOOST_TEST(has(wrong({{"redfish_username", "a\nb"}}), "redfish_username"));
  BOOST_TEST(has(wrong({{"redfish_password", std::string(300, 'p')}}),
                 "driver_info.redfish_password cannot be used; allowed: a text of up to 256"));
}

BOOST_AUTO_TEST_CASE(the_authentication_type_is_one_of_three_words) {
  BOOST_TEST((read().auth == redfish_auth::automatic));
  BOOST_TEST((read({{"redfish_auth_type", "session"}}).auth == redfish_auth::session));
  BOOST_TEST((read({{"redfish_auth_type", "basic"}}).auth == redfish_auth::basic));
  BOOST_TEST(has(wrong({{"redfish_auth_type", "digest"}}), "allowed: auto, session, basic"));
  redfish_options defaults;
  defaults.auth_type = "basic";
  BOOST_TEST((read_redfish_account(good(), defaults)->auth == redfish_auth::basic));
}

BOOST_AUTO_TEST_CASE(verifies_a_certificate_by_the_system_a_file_or_not_at_all) {
  using kind = tls_trust::kind;
  BOOST_TEST((read().trust.source == kind::system));
  BOOST_TEST((read({{"redfish_verify_ca", true}}).trust.source == kind::system));
  BOOST_TEST((read({{"redfish_verify_ca", "False"}}).trust.source == kind::anything));
  BOOST_TEST((read({{"redfish_verify_ca", false}}).trust.source == kind::anything));
  const auto by_file = read({{"redfish_verify_ca", "/etc/ssl/bmc.pem"}}).trust;
  BOOST_TEST((by_file.source == kind::file));
  BOOST_TEST(by_file.value == "/etc/ssl/bmc.pem");
  BOOST_TEST(has(wrong({{"redfish_verify_ca", "maybe"}}), "allowed: true, false, or the path"));
  redfish_options defaults;
  defaults.verify_ca = "false";
  BOOST_TEST((read_redfish_account(good(), defaults)->trust.source == kind::anything));
}

BOOST_AUTO_TEST_CASE(the_minimum_tls_version_comes_from_the_node_or_the_options) {
  BOOST_TEST((read().trust.limits.minimum_version == "1.2"));
  BOOST_TEST(
      (read({{"redfish_tls_minimum_version", "1.1"}}).trust.limits.minimum_version == "1.1"));
  BOOST_TEST((read({{"redfish_tls_minimum_version", 1.3}}).trust.limits.minimum_version == "1.3"));
  for (const json& odd : {json("1.0"), json("TLSv1.2"), json(2), json(true), json::array()})
    BOOST_TEST(has(wrong({{"redfish_tls_minimum_version", odd}}), "redfish_tls_minimum_version"));
  BOOST_TEST(has(wrong({{"redfish_tls_minimum_version", "1.0"}}), "allowed: 1.1, 1.2, 1.3"));
  redfish_options defaults;
  defaults.tls_minimum_version = "1.3";
  BOOST_TEST((read_redfish_account(good(), defaults)->trust.limits.minimum_version == "1.3"));
}

BOOST_AUTO_TEST_CASE(ciphers_are_a_list_that_openssl_supports) {
  BOOST_TEST(read().trust.limits.ciphers == "");
  const json some{{"redfish_tls_ciphers", "ECDHE+AESGCM:!aNULL"}};
  BOOST_TEST(read(some).trust.limits.ciphers == "ECDHE+AESGCM:!aNULL");
  for (const auto& odd : {json("NO-SUCH-CIPHER"), json("AES256\n"), json(std::string(2000, 'A')),
                          json(true), json(json::object())})
    BOOST_TEST(has(wrong({{"redfish_tls_ciphers", odd}}), "redfish_tls_ciphers"));
  redfish_options defaults;
  defaults.tls_ciphers = "HIGH";
  BOOST_TEST(read_redfish_account(good(), defaults)->trust.limits.ciphers == "HIGH");
}

BOOST_AUTO_TEST_CASE(nodes_with_other_tls_settings_share_no_connection) {
  const auto usual = read();
  BOOST_TEST(usual.shares_connection(read()));
  BOOST_TEST(!usual.shares_connection(read({{"redfish_tls_minimum_version", "1.3"}})));
  BOOST_TEST(!usual.shares_connection(read({{"redfish_tls_ciphers", "HIGH"}})));
}

BOOST_AUTO_TEST_CASE(reads_or_rejects_any_node) {
  for (const json& odd : {json(7), json::array(), json("x"), json{}, json::object()})
    BOOST_TEST(!read_redfish_account(odd).has_value());
  const auto usual = good();
  for (const auto& [key, value] : usual.items())
    for (const json& odd : {json::array({1}), json::object(), json(true)})
      BOOST_TEST(has(wrong({{key, odd}, {"redfish_verify_ca", false}}), key));
}

BOOST_AUTO_TEST_CASE(a_link_leads_to_the_same_bmc_or_is_rejected) {
  const auto bmc = read();
  BOOST_TEST(path_on_bmc(bmc, "/redfish/v1/Systems/1").value() == "/redfish/v1/Systems/1");
  BOOST_TEST(path_on_bmc(bmc, "/a#/Fans/0").value() == "/a");
  BOOST_TEST(path_on_bmc(bmc, "https://BMC.example.org/redfish/v1/T/1").value() ==
             "/redfish/v1/T/1");
  BOOST_TEST(path_on_bmc(bmc, "https://bmc.example.org/a?$skip=2").value() == "/a?$skip=2");
  BOOST_TEST(path_on_bmc(bmc, " /a b/\"c\"|\xc3\xa4?x=1 ").value() ==
             "/a%20b/%22c%22%7C%C3%A4?x=1");
  for (const auto* text : {"/a/", "/a/...", "/a..b", "/%2E%2e/~x;y=z@(1)!$&'*+,=:", "/a%zz"})
    BOOST_TEST(path_on_bmc(bmc, text).value() == text);
  for (const auto* text : {"", "Systems/1", "//evil/redfish", "https://evil/redfish", "/a/../b",
                           "/.", "/a/..", "/a\r\nHost: evil", "ftp://bmc.example.org/", "/\\evil"})
    BOOST_TEST(!path_on_bmc(bmc, text).has_value(), text);
  BOOST_TEST(!path_on_bmc(bmc, "/" + std::string(2000, 'a')).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
