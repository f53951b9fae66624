#include "ops/recorder/hidden_members.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

namespace {

using recorder::without_secrets;

json cleaned(const char* text) { return without_secrets(json::parse(text)); }

}  // namespace

BOOST_AUTO_TEST_SUITE(recorder_hidden_members)

BOOST_AUTO_TEST_CASE(members_with_secret_names_are_masked) {
  for (const auto* name :
       {"Password", "UserName", "Users.2.UserName", "AuthToken", "SNMP.1.AgentCommunity",
        "CommunityNames", "EmailAddress", "SSHKey", "KeyString", "LicenseKey", "SessionId",
        "AuthenticationKey", "EncryptionKey", "CHAPSecret", "X-Auth-Token", "Passphrase"})
    BOOST_TEST_CONTEXT(name) {
      BOOST_TEST(without_secrets({{name, "canary"}})[name] == "******");
      BOOST_TEST(without_secrets({{name, {"canary"}}})[name][0] == "******");
      BOOST_TEST(to_text(without_secrets({{"a", {{{name, {{"x", "canary"}}}}}}})).find("canary") ==
                 std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(password_rules_and_links_are_kept) {
  const auto out = cleaned(R"({
      "MinPasswordLength": 8, "PasswordSet": true, "Password": null, "EmptyPassword": "",
      "Tokens": {"@odata.id": "/redfish/v1/Tokens"},
      "#ManagerAccount.ChangePassword": {"target": "/redfish/v1/x"},
      "Password@Redfish.AllowableValues": ["a"]})");
  BOOST_TEST(out["MinPasswordLength"] == 8);
  BOOST_TEST(out["PasswordSet"] == true);
  BOOST_TEST(out["Password"].is_null());
  BOOST_TEST(out["EmptyPassword"] == "");
  BOOST_TEST(out["Tokens"]["@odata.id"] == "/redfish/v1/Tokens");
  BOOST_TEST(out["#ManagerAccount.ChangePassword"]["target"] == "/redfish/v1/x");
  BOOST_TEST(out["Password@Redfish.AllowableValues"][0] == "a");
}

BOOST_AUTO_TEST_CASE(values_with_secret_form_are_masked) {
  const auto out = cleaned(R"({
      "Contact": "root@example.org", "Server": "http://root:canary@192.0.2.1/x",
      "CertificateString": "-----BEGIN EC PRIVATE KEY-----\nMHc",
      "Public": "-----BEGIN CERTIFICATE-----\nMHc", "Text": "At 10 @ night."})");
  BOOST_TEST(out["Contact"] == "******");
  BOOST_TEST(out["Server"].get<std::string>().find("canary") == std::string::npos);
  BOOST_TEST(out["CertificateString"] == "******");
  BOOST_TEST(out["Public"].get<std::string>().starts_with("-----BEGIN CERTIFICATE"));
  BOOST_TEST(out["Text"] == "At 10 @ night.");
}

BOOST_AUTO_TEST_CASE(passwords_of_attribute_registry_are_masked) {
  const auto out = cleaned(R"([
      {"AttributeName": "SysPassword", "Type": "Password", "CurrentValue": "canary"},
      {"AttributeName": "Lock", "Type": "Password", "DefaultValue": "canary"},
      {"AttributeName": "NumLock", "CurrentValue": "On"}])");
  BOOST_TEST(out[0]["CurrentValue"] == "******");
  BOOST_TEST(out[0]["AttributeName"] == "SysPassword");
  BOOST_TEST(out[1]["DefaultValue"] == "******");
  BOOST_TEST(out[2]["CurrentValue"] == "On");
}

BOOST_AUTO_TEST_CASE(links_to_sessions_and_accounts_are_removed) {
  const auto out = cleaned(R"({
      "Members": [{"@odata.id": "/redfish/v1/AccountService/Accounts/root"}],
      "Members@odata.count": 1,
      "Links": {"Session": {"@odata.id": "/redfish/v1/SessionService/Sessions/7"},
                "Sessions": {"@odata.id": "/redfish/v1/SessionService/Sessions"}}})");
  BOOST_TEST(out["Members"].empty());
  BOOST_TEST(out["Members@odata.count"] == 0);
  BOOST_TEST(!out["Links"].contains("Session"));
  BOOST_TEST(out["Links"].contains("Sessions"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
