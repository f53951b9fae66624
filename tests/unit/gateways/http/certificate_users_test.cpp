#include "gateways/http/access/client_certificate/certificate_authenticator.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace {

using namespace ironbus;
using namespace ironbus::http;

const std::string pin(64, 'a');

const std::string users_text =
    "ann: {certificates: [\"subject:CN=ann,O=Example\", \"spki:" + std::string(64, 'A') +
    "\"], roles: [admin], system: true}\n"
    "bob:\n"
    "  certificates: [\"san:DNS:Bob.example.org\", \"san:IP:192.0.2.1\"]\n"
    "  roles: [member]\n"
    "  project: p1\n";

std::string user_of(const certificate_users& users, const verified_certificate& certificate) {
  const auto* found = users.find(certificate);
  return found != nullptr ? found->user_name : "";
}

std::string fault_in(const std::string& text) {
  const auto read = certificate_users::parse(text);
  return read ? "" : read.error().message;
}

request sent_with(verified_certificate certificate) {
  request out;
  out.peer_certificate = std::make_shared<const verified_certificate>(std::move(certificate));
  return out;
}

BOOST_AUTO_TEST_SUITE(users_of_certificates)

BOOST_AUTO_TEST_CASE(a_certificate_is_found_by_key_subject_or_name) {
  const auto users = certificate_users::parse(users_text).value();
  BOOST_TEST(users.rules() == 4U);
  BOOST_TEST(user_of(users, {"CN=ann,O=Example", {}, ""}) == "ann");
  BOOST_TEST(user_of(users, {"CN=other", {}, pin}) == "ann");
  BOOST_TEST(user_of(users, {"CN=bob", {"email:b@x", "DNS:bob.example.org"}, ""}) == "bob");
  BOOST_TEST(user_of(users, {"", {"IP:192.0.2.1"}, ""}) == "bob");
}

BOOST_AUTO_TEST_CASE(only_a_whole_value_of_the_same_kind_counts) {
  const auto users = certificate_users::parse(users_text).value();
  for (const auto* subject : {"", "CN=ann", "CN=ann,O=Example,C=CH", "cn=ann,O=Example"})
    BOOST_TEST(user_of(users, {subject, {}, ""}) == "", subject);
  for (const auto* name :
       {"email:bob.example.org", "DNS:a.bob.example.org", "URI:192.0.2.1", "DNS:CN=ann,O=Example"})
    BOOST_TEST(user_of(users, {"", {name}, ""}) == "", name);
  BOOST_TEST(user_of(users, {"", {}, pin.substr(1)}) == "");
}

BOOST_AUTO_TEST_CASE(the_key_decides_before_subject_and_names) {
  const auto users = certificate_users::parse(users_text).value();
  BOOST_TEST(user_of(users, {"CN=x", {"DNS:bob.example.org"}, pin}) == "ann");
  BOOST_TEST(user_of(users, {"CN=ann,O=Example", {"DNS:bob.example.org"}, ""}) == "ann");
}

BOOST_AUTO_TEST_CASE(a_user_has_roles_and_scope_as_other_users_have) {
  const auto users = certificate_users::parse(users_text).value();
  const auto* ann = users.find({"CN=ann,O=Example", {}, ""});
  BOOST_REQUIRE(ann != nullptr);
  BOOST_TEST(ann->is_system);
  BOOST_TEST(rights::has_role(*ann, "reader"));
  const auto* bob = users.find({"", {"IP:192.0.2.1"}, ""});
  BOOST_REQUIRE(bob != nullptr);
  BOOST_TEST(bob->project_id == "p1");
  BOOST_TEST(!rights::has_role(*bob, "admin"));
}

BOOST_AUTO_TEST_CASE(a_wrong_file_is_refused_with_the_user) {
  const std::string end = ", roles: [admin], system: true}";
  BOOST_TEST(fault_in("ann: {roles: [admin], system: true}") ==
             "user 'ann': 'certificates' must be a list of 1 to 64 texts.");
  BOOST_TEST(fault_in("ann: {certificates: []" + end) ==
             "user 'ann': 'certificates' must be a list of 1 to 64 texts.");
  BOOST_TEST(fault_in("ann: {certificates: [\"subject:CN=a\"]}") ==
             "user 'ann': 'roles' is missing.");
  for (const auto* rule :
       {"CN=ann", "subject:", "spki:12", "san:bob.example.org", "san:DNS:", "spki:zz", "dns:x", ""})
    BOOST_TEST(fault_in("ann: {certificates: [\"" + std::string{rule} + "\"]" + end) ==
                   "user 'ann': the certificate '" + std::string{rule} +
                       "' is not valid; allowed: subject:NAME, san:DNS:NAME, "
                       "san:email:ADDRESS, san:URI:URI, san:IP:ADDRESS, or spki: with 64 "
                       "hexadecimal digits.",
               rule);
  BOOST_TEST(fault_in("ann: {certificates: [\"san:DNS:a\"]" + end +
                      "\nbob: {certificates: [\"san:DNS:A\"]" + end) ==
             "user 'bob': the certificate 'san:DNS:A' is also of the user 'ann'.");
  BOOST_TEST(certificate_users::read("/nonexistent").error().message ==
             "'/nonexistent' cannot be read: No such file or directory");
}

BOOST_AUTO_TEST_CASE(a_certificate_without_a_user_is_refused) {
  const std::string path = "/tmp/ironbus-certificates-" + std::to_string(::getpid()) + ".yaml";
  std::ofstream{path} << users_text;
  certificate_authenticator way{path};
  BOOST_REQUIRE(way.start());
  BOOST_TEST(!way.applies_to({}));
  const auto stranger = sent_with({"CN=eve", {}, ""});
  BOOST_TEST(way.applies_to(stranger));
  const auto refused = way.known(stranger);
  BOOST_REQUIRE(refused);
  BOOST_REQUIRE(!*refused);
  BOOST_TEST(refused->error().status == 401U);
  BOOST_TEST(refused->error().text ==
             "No user has the client certificate 'CN=eve'. Add it to the file of the option "
             "api.client_certificates_file.");
  const auto accepted = way.known(sent_with({"CN=ann,O=Example", {}, ""}));
  BOOST_REQUIRE(accepted);
  BOOST_REQUIRE(*accepted);
  BOOST_TEST((*accepted)->name == "ann");
  BOOST_TEST((*accepted)->method == "client_certificate");
  BOOST_REQUIRE((*accepted)->who);
  std::ofstream{path} << "";
  way.look();  // The file has no users any more.
  BOOST_TEST(!*way.known(sent_with({"CN=ann,O=Example", {}, ""})));
  std::filesystem::remove(path);
  BOOST_TEST(certificate_authenticator{path}.start().error().message.starts_with(
      "api.client_certificates_file: '" + path + "' cannot be read"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
