#pragma once

#include "fixture.hpp"
#include "messages/contract/api_token.hpp"
#include "messages/model/record.hpp"
#include "messages/wire/record_commands.hpp"

#include <filesystem>
#include <fstream>
#include <random>

namespace ironbus::test {

/// A folder with the users ann (administrator of the system), bob and eve (members of p1) and rob
/// (reader of p2). The password of each is "secret".
struct user_files {
  user_files() {
    std::filesystem::create_directories(folder);
    std::ofstream logins{folder / "htpasswd"};
    for (const auto* user : {"ann", "bob", "eve", "rob"})
      logins << user << ":$2b$04$mcqpn7xDo4HAtYP.ZwcMUO0zg6aOFzVhjgGM.o3z2JWc6TJIE6WDe\n";
    std::ofstream{folder / "roles"} << "ann: {roles: [admin], system: true}\n"
                                       "bob: {roles: [member], project: p1, project_name: web}\n"
                                       "eve: {roles: [member], project: p1}\n"
                                       "rob: {roles: [reader], project: p2}\n";
  }
  ~user_files() { std::filesystem::remove_all(folder); }

  http::gateway_options options(http::gateway_options out = {}) const {
    out.auth_strategy = {"token", "http_basic"};
    out.http_basic_auth_user_file = (folder / "htpasswd").string();
    out.user_roles_file = (folder / "roles").string();
    return out;
  }

  const std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                       ("ironbus-tokens-" + std::to_string(std::random_device{}()));
};

// "NAME:secret" in base64.
inline const std::string as_ann = "Authorization: Basic YW5uOnNlY3JldA==\r\n";
inline const std::string as_bob = "Authorization: Basic Ym9iOnNlY3JldA==\r\n";
inline const std::string as_eve = "Authorization: Basic ZXZlOnNlY3JldA==\r\n";
inline const std::string as_rob = "Authorization: Basic cm9iOnNlY3JldA==\r\n";

/// A gateway with tokens. The other side of the bus stores them in the fake store.
struct token_fixture : user_files, gateway_fixture {
  explicit token_fixture(const http::gateway_options& more = {}) : gateway_fixture(options(more)) {
    messages.answer = [this](const envelope& sent, const command&) { return decide(sent); };
  }

  answer ask_as(const std::string& login, const std::string& method, const std::string& path,
                const std::string& body = {}) const {
    client one{served->port()};
    one.send(method + " " + path + " HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n" +
             "X-OpenStack-Ironic-API-Version: 1.115\r\n" + login +
             "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    return one.read();
  }

  /// A time so many hours from now.
  std::string in_hours(int hours) const {
    return to_string(time.now() + std::chrono::hours{hours});
  }

  answer create(const std::string& login, json body) const {
    body.emplace("name", "ci");
    body.emplace("expires_at", in_hours(1));
    return ask_as(login, "POST", "/v1/tokens", to_text(body));
  }

  /// The login of a new token.
  std::string new_login(const std::string& login, json body = json::object()) const {
    const auto made = create(login, std::move(body));
    return "X-Auth-Token: " + json::parse(made.body).value("token", made.body) + "\r\n";
  }

  std::optional<reply> decide(const envelope& sent) {
    const auto order = decode_record_command(sent);
    if (!order) return reply{};
    if (const auto* made = std::get_if<create_record>(&*order)) return store(sent, made->fields);
    const auto* change = std::get_if<change_token>(&*order);
    if (change == nullptr) return reply{};
    const auto known = kept.find(sent.subject);
    if (known == kept.end()) return reply{failure{error_code::not_found, "There is no token."}, {}};
    const bool revokes = change->change == token_change::revoke;
    known->second[revokes ? "revoked_at" : "last_used_at"] = time.now();
    records.put_record(sent.subject, known->second);
    return reply{};
  }

  reply store(const envelope& sent, json fields) {
    fields["uuid"] = split_subject(sent.subject).second;
    fields["created_at"] = time.now();
    for (const auto* none : {"updated_at", "revoked_at", "last_used_at"}) fields[none] = nullptr;
    if (fields.contains("creator")) keep_token(sent.subject, fields);
    return reply{std::nullopt, to_text(fields)};
  }

  void keep_token(const std::string& subject, const json& fields) {
    kept[subject] = fields;
    records.put_record(subject, fields);
    const auto uuid = fields["uuid"].get<std::string>();
    records.put_row("tokens", {uuid, subject, to_text(fields), {}},
                    {{"creator", fields["creator"].get<std::string>()}});
  }

  std::map<std::string, json> kept;  ///< By subject.
};

}  // namespace ironbus::test
