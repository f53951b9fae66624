#include "bmc_fixture.hpp"

#include "messages/crypto/base64.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

namespace {

std::string basic(const std::string& user, const std::string& password) {
  return "Basic " + to_base64(user + ":" + password);
}

}  // namespace

http::response bmc_fixture::ask(const std::string& method, const std::string& path,
                                const json& body, http::header_list headers) {
  http::request out{method, path, std::move(headers), {}};
  if (out.header("X-Auth-Token").empty() && out.header("Authorization").empty())
    out.headers.emplace_back("Authorization",
                             basic(std::string{bmc.kind().user}, bmc.who().password));
  if (!body.is_null()) {
    out.headers.emplace_back("Content-Type", "application/json");
    out.body = to_text(body);
  }
  return bmc.handle(out);
}

json bmc_fixture::get(const std::string& path) {
  const auto out = ask("GET", path);
  BOOST_TEST_CONTEXT(path << " " << out.body) BOOST_TEST(out.status == 200U);
  return body_of(out);
}

http::response bmc_fixture::patch(const std::string& path, const json& body) {
  auto tag = std::string{http::find_header(ask("GET", path).headers, "ETag")};
  if (tag.starts_with("W/")) tag = tag.substr(2);
  http::header_list headers;
  if (!tag.empty()) headers.emplace_back("If-Match", tag);
  return ask("PATCH", path, body, std::move(headers));
}

http::header_list bmc_fixture::token(const http::response& login) const {
  return {{"X-Auth-Token", std::string{http::find_header(login.headers, "X-Auth-Token")}}};
}

std::string bmc_fixture::system(const std::string& rest) const {
  return "/redfish/v1/Systems/" + std::string{bmc.kind().system_id} + rest;
}

std::string bmc_fixture::manager(const std::string& rest) const {
  return "/redfish/v1/Managers/" + std::string{bmc.kind().manager_id} + rest;
}

void bmc_fixture::boot() {
  BOOST_TEST(post(system("/Actions/ComputerSystem.Reset"), {{"ResetType", "On"}}).status == 204U);
  pass(std::chrono::minutes{2});
}

std::string message_of(const http::response& refusal) {
  const auto id = body_of(refusal)["error"]["@Message.ExtendedInfo"][0]["MessageId"];
  const auto text = id.get<std::string>();
  return text.substr(text.rfind('.') + 1);
}

json body_of(const http::response& answer) {
  const auto parsed = parse_json(answer.body);
  BOOST_TEST_REQUIRE(parsed.has_value());
  return *parsed;
}

}  // namespace ironbus::test
