#include "gateways/http/access/access_files.hpp"

#include "gateways/http/access/reread_file.hpp"
#include "gateways/http/access/sign_in.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace {

using namespace ironbus;
using namespace ironbus::http;

std::string refusal(const std::string& text) { return parse_user_roles(text).error().message; }

struct access_folder {
  access_folder() { std::filesystem::create_directories(path); }
  ~access_folder() { std::filesystem::remove_all(path); }

  /// Writes a new file in place of the old one, so that its stamp changes.
  std::string write(const std::string& name, const std::string& text) const {
    const auto target = path / name;
    std::ofstream{path / "new"} << text;
    std::filesystem::rename(path / "new", target);
    return target.string();
  }

  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("ironbus-access-" + std::to_string(::getpid()));
};

constexpr auto list_all = "baremetal:node:list_all";

}  // namespace

BOOST_AUTO_TEST_SUITE(access_files)

BOOST_AUTO_TEST_CASE(users_have_roles_in_the_system_or_in_a_project) {
  const auto users = parse_user_roles(
                         "ann: {roles: [Admin], system: true}\n"
                         "bob: {roles: [member, watcher], project: p1, project_name: web}\n")
                         .value();
  const auto& ann = users.at("ann");
  BOOST_TEST(ann.is_system);
  BOOST_TEST(ann.roles == (std::vector<std::string>{"admin", "manager", "member", "reader"}));
  const auto& bob = users.at("bob");
  BOOST_TEST(!bob.is_system);
  BOOST_TEST(bob.project_id == "p1");
  BOOST_TEST(bob.project_name == "web");
  BOOST_TEST(bob.roles == (std::vector<std::string>{"member", "watcher", "reader"}));
  BOOST_TEST(parse_user_roles("").value().empty());
}

BOOST_AUTO_TEST_CASE(wrong_entries_are_refused_by_user_and_member) {
  const std::pair<const char*, const char*> rows[] = {
      {"[a]", "it is not a map."},
      {"a: admin", "user 'a': expected a map such as {roles: [admin], system: true}."},
      {"a: {system: true}", "user 'a': 'roles' is missing."},
      {"a: {roles: [], system: true}",
       "user 'a': 'roles' must be a list of 1 to 64 names, such as [admin], [member] or [reader]."},
      {"a: {roles: [admin]}", "user 'a': needs either 'system: true' or 'project', not both."},
      {"a: {roles: [admin], system: true, project: p}",
       "user 'a': needs either 'system: true' or 'project', not both."},
      {"a: {roles: [admin], system: yes}", "user 'a': 'system' must be true or false."},
      {"a: {roles: [admin], project: ''}", "user 'a': 'project' must be a text that is not empty."},
      {"a: {roles: [admin], domain: d}",
       "user 'a': 'domain' is unknown; allowed: roles, system, project, project_name, "
       "project_domain, user_id, user_domain."},
  };
  for (const auto& [text, sentence] : rows) BOOST_TEST(refusal(text) == sentence);
  BOOST_TEST(refusal("a: {roles: [admin]").starts_with("line "));
}

BOOST_AUTO_TEST_CASE(rules_are_texts) {
  BOOST_TEST(parse_rule_texts("a: role:x\nb: '!'\n").value().at("a") == "role:x");
  BOOST_TEST(parse_rule_texts("a: [role:x]\n").error().message ==
             "rule 'a' must be a text such as \"role:admin and system_scope:all\".");
}

BOOST_AUTO_TEST_CASE(files_are_named_in_errors) {
  const access_folder files;
  BOOST_TEST(read_user_roles("/no/such").error().message.starts_with("'/no/such' cannot be read"));
  const auto path = files.write("policy.yaml", "a: 'role:x or'\n");
  BOOST_TEST(read_policy(path, {}).error().message ==
             "'" + path +
                 "': Rule 'a': At position 10: expected a check, 'not' or '(', got the end.");
}

BOOST_AUTO_TEST_CASE(changed_files_replace_the_rights_and_wrong_ones_do_not) {
  const access_folder files;
  const auto roles = files.write("roles", "ann: {roles: [watcher], system: true}\n");
  const auto policy = files.write("policy", std::string{list_all} + ": role:watcher\n");
  reread_file<user_roles> users{roles, read_user_roles};
  sign_in rights_of_users{{}, policy, {}};
  BOOST_REQUIRE(users.start());
  BOOST_REQUIRE(rights_of_users.start());
  const auto may = [&](const std::string& user) {
    const auto all = users.content();
    const auto found = all->find(user);
    return found != all->end() && rights_of_users.rules()->allows(list_all, found->second);
  };
  const auto look = [&] {
    users.look();
    rights_of_users.look();
  };
  BOOST_TEST(may("ann"));
  BOOST_TEST(!may("bob"));

  files.write("policy", std::string{list_all} + ": 'role:watcher and'\n");
  files.write("roles", "ann: 1\n");
  look();
  BOOST_TEST(may("ann"));

  files.write("policy", std::string{list_all} + ": role:other\n");
  files.write("roles", "bob: {roles: [other], system: true}\n");
  look();
  BOOST_TEST(!may("ann"));
  BOOST_TEST(may("bob"));
}

BOOST_AUTO_TEST_CASE(a_start_with_a_wrong_policy_names_the_option) {
  const access_folder files;
  const auto wrong = files.write("wrong", "a: 1\n");
  sign_in refused{{}, wrong, {}};
  const auto started = refused.start();
  BOOST_REQUIRE(!started);
  BOOST_TEST(started.error().message.starts_with("api.policy_file: '" + wrong + "': "));
  BOOST_TEST(!!sign_in({}, "", {}).start());
}

BOOST_AUTO_TEST_SUITE_END()
