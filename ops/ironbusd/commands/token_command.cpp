#include "ops/ironbusd/commands/token_command.hpp"

#include "gateways/cli/printable.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "ops/ironbusd/fleet_view/gateway_reader.hpp"
#include "ops/ironbusd/fleet_view/members.hpp"
#include "ops/ironbusd/fleet_view/plain_text.hpp"
#include "ops/ironbusd/manual/command_end.hpp"

#include <iostream>

namespace ironbus::daemon {

namespace {

using fleet_view::gateway_reader;
using fleet_view::member_list;
using fleet_view::member_value;

const std::string tokens_target = "/v1/tokens";

/// Connects to the gateway of `asked` and calls `run` with it.
template <class Run>
int ask_token_api(const std::string& verb, const token_request& asked, Run run) {
  const auto command = "token " + verb;
  auto service = gateway_reader::make(asked.gateway, "--url");
  if (!service) return end_fleet_command(command, exit_usage, service.error().message);
  const result<std::string> text = run(*service);
  if (!text) return end_fleet_command(command, text.error());
  std::cout << *text << std::flush;
  return exit_ok;
}

std::string json_lines(const json& document) { return cli::ascii_json(document, 2) + "\n"; }

std::string moment_or_dash(const json& token, const char* name) {
  const auto time = fleet_view::member_time(token, name);
  return time ? fleet_view::moment_text(*time) : "-";
}

std::string text_or_dash(const std::string& text) { return text.empty() ? "-" : text; }

std::string roles_text(const json& token) {
  return join(member_list(token, "roles"), [](const json& role) {
    return role.is_string() ? role.get<std::string>() : std::string{"?"};
  });
}

std::string scope_text(const json& token) {
  return fleet_view::member_flag(token, "system") ? "system"
                                                  : "project " + member_text(token, "project_id");
}

std::string token_lines(const json& token, timestamp now) {
  return "UUID:       " + member_text(token, "uuid") + "\n" +
         "Name:       " + member_text(token, "name") + "\n" +
         "State:      " + token_state(token, now) + "\n" + "Scope:      " + scope_text(token) +
         "\n" + "Roles:      " + roles_text(token) + "\n" +
         "Created by: " + text_or_dash(member_text(token, "created_by")) + "\n" +
         "Created:    " + moment_or_dash(token, "created_at") + "\n" +
         "Expires:    " + moment_or_dash(token, "expires_at") + "\n" +
         "Revoked:    " + moment_or_dash(token, "revoked_at") + "\n" +
         "Last used:  " + moment_or_dash(token, "last_used_at") + "\n";
}

std::string created_text(const json& token, timestamp now) {
  return token_lines(token, now) + "Token:      " + member_text(token, "token") +
         "\nKeep the token now. It is not shown again.\n";
}

result<std::monostate> check_token_uuid(const std::string& uuid) {
  if (is_uuid(uuid)) return {};
  return fail(error_code::invalid, "'" + uuid.substr(0, 80) + "' is not the UUID of a token");
}

/// All pages of the list.
result<json> read_tokens(gateway_reader& service) {
  json all = json::array();
  for (std::string marker;;) {
    const auto target = tokens_target + (marker.empty() ? "" : "?marker=" + marker);
    const auto page = service.read_printable(target);
    if (!page) return tl::unexpected(page.error());
    for (const auto& token : member_list(*page, "tokens")) all.push_back(token);
    auto last = all.empty() ? std::string{} : member_text(all.back(), "uuid");
    if (member_text(*page, "next").empty() || last == marker) return json{{"tokens", all}};
    marker = std::move(last);
  }
}

}  // namespace

json new_token_document(const token_request& asked, timestamp now) {
  json out{{"name", asked.name},
           {"expires_at", ironbus::to_string(now + std::chrono::hours{24} * asked.days)}};
  if (!asked.roles.empty()) out["roles"] = asked.roles;
  if (asked.system) out["system"] = true;
  if (!asked.project.empty()) out["project_id"] = asked.project;
  return out;
}

std::string token_state(const json& token, timestamp now) {
  if (fleet_view::member_time(token, "revoked_at")) return "revoked";
  const auto end = fleet_view::member_time(token, "expires_at");
  return end && *end <= now ? "expired" : "active";
}

std::string token_table_text(const json& answer, timestamp now) {
  fleet_view::text_table table{
      {"UUID", "NAME", "STATE", "SCOPE", "ROLES", "CREATED BY", "EXPIRES", "LAST USED"}};
  for (const auto& token : member_list(answer, "tokens"))
    table.add({member_text(token, "uuid"), member_text(token, "name"), token_state(token, now),
               scope_text(token), roles_text(token), text_or_dash(member_text(token, "created_by")),
               moment_or_dash(token, "expires_at"), moment_or_dash(token, "last_used_at")});
  return table.empty() ? "There are no tokens.\n" : table.text();
}

int run_token_create(const token_request& asked) {
  const auto now = system_clock{}.now();
  return ask_token_api("create", asked, [&](gateway_reader& service) -> result<std::string> {
    auto made = service.send(http_method::post, tokens_target, new_token_document(asked, now));
    if (!made) return tl::unexpected(made.error());
    const auto shown = cli::printable_json(std::move(*made));
    return asked.json ? json_lines(shown) : created_text(shown, now);
  });
}

int run_token_list(const token_request& asked) {
  return ask_token_api("list", asked, [&](gateway_reader& service) -> result<std::string> {
    const auto all = read_tokens(service);
    if (!all) return tl::unexpected(all.error());
    return asked.json ? json_lines(*all) : token_table_text(*all, system_clock{}.now());
  });
}

int run_token_show(const token_request& asked) {
  return ask_token_api("show", asked, [&](gateway_reader& service) -> result<std::string> {
    if (const auto valid = check_token_uuid(asked.uuid); !valid)
      return tl::unexpected(valid.error());
    const auto token = service.read_printable(tokens_target + "/" + asked.uuid);
    if (!token) return tl::unexpected(token.error());
    return asked.json ? json_lines(*token) : token_lines(*token, system_clock{}.now());
  });
}

int run_token_revoke(const token_request& asked) {
  return ask_token_api("revoke", asked, [&](gateway_reader& service) -> result<std::string> {
    if (const auto valid = check_token_uuid(asked.uuid); !valid)
      return tl::unexpected(valid.error());
    const auto done = service.send(http_method::remove, tokens_target + "/" + asked.uuid, {});
    if (!done) return tl::unexpected(done.error());
    return "Token " + asked.uuid + " is revoked.\n";
  });
}

}  // namespace ironbus::daemon
