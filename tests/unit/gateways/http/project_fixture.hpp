#pragma once

#include "fixture.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace ironbus::test {

/// The files of users with the password "secret": root (system admin), watcher (system reader), ann
/// (admin of project p1), rob (reader of p1), ben (admin of p2), leo (reader of p2), eve (no
/// roles).
struct project_files {
  project_files() {
    std::filesystem::create_directories(folder);
    std::ofstream logins{folder / "users"};
    for (const auto* user : {"root", "watcher", "ann", "rob", "ben", "leo", "eve"})
      logins << user << ":$2b$04$mcqpn7xDo4HAtYP.ZwcMUO0zg6aOFzVhjgGM.o3z2JWc6TJIE6WDe\n";
    write_roles("admin");
  }
  ~project_files() { std::filesystem::remove_all(folder); }

  /// Replaces the file, so that its stamp changes. `of_ann`: the role of ann.
  void write_roles(const std::string& of_ann) const {
    std::ofstream{folder / "new"} << "root: {roles: [admin], system: true}\n"
                                     "watcher: {roles: [reader], system: true}\n"
                                     "ann: {roles: ["
                                  << of_ann
                                  << "], project: p1}\n"
                                     "rob: {roles: [reader], project: p1}\n"
                                     "ben: {roles: [admin], project: p2}\n"
                                     "leo: {roles: [reader], project: p2}\n";
    std::filesystem::rename(folder / "new", folder / "roles");
  }

  http::gateway_options options() const {
    http::gateway_options out;
    out.auth_strategy = {"http_basic"};
    out.http_basic_auth_user_file = (folder / "users").string();
    out.user_roles_file = (folder / "roles").string();
    return out;
  }

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("ironbus-projects-" + std::to_string(::getpid()));
};

/// The header of a user with the right password.
inline std::string login_of(const std::string& user) {
  static const std::map<std::string, std::string> texts{
      {"root", "cm9vdDpzZWNyZXQ="}, {"watcher", "d2F0Y2hlcjpzZWNyZXQ="},
      {"ann", "YW5uOnNlY3JldA=="},  {"rob", "cm9iOnNlY3JldA=="},
      {"ben", "YmVuOnNlY3JldA=="},  {"leo", "bGVvOnNlY3JldA=="},
      {"eve", "ZXZlOnNlY3JldA=="},
  };
  return "Authorization: Basic " + texts.at(user) + "\r\n";
}

/// A gateway with users of two projects. Node 1 belongs to p1.
struct project_fixture : project_files, gateway_fixture {
  project_fixture() : project_fixture([](http::gateway_options&) {}) {}
  /// `change`: of the options.
  explicit project_fixture(const std::function<void(http::gateway_options&)>& change)
      : gateway_fixture(changed(options(), change)) {
    own(node_1, "web-1", "p1");
  }

  /// Replaces a node in the store by one of that owner.
  void own(const std::string& uuid, const std::string& name, const std::string& owner,
           const std::string& lessee = {}) {
    auto node = sample_node(uuid, name);
    if (!owner.empty()) node.attributes.owner = owner;
    if (!lessee.empty()) node.attributes.lessee = lessee;
    records.put(node);
  }

  answer ask_as(const std::string& user, const std::string& method, const std::string& path,
                const std::string& body = {}) const {
    client one{served->port()};
    one.send(method + " " + path + " HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n" +
             "X-OpenStack-Ironic-API-Version: 1.115\r\n" + login_of(user) +
             "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    return one.read();
  }

private:
  static http::gateway_options changed(http::gateway_options out,
                                       const std::function<void(http::gateway_options&)>& change) {
    change(out);
    return out;
  }
};

}  // namespace ironbus::test
