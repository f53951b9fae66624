#pragma once

#include "gateways/http/access/oidc/oidc_authenticator.hpp"
#include "token_signer.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace ironbus::test {

inline const std::string test_issuer = "https://id.test/realms/lab";
inline const std::string test_keys_url = test_issuer + "/certs";

class settable_clock final : public ironbus::clock {
public:
  timestamp now() const override { return value; }
  void advance(std::chrono::seconds by) { value += by; }

  timestamp value{std::chrono::seconds{1'800'000'000}};
};

/// The present time of settable_clock at the start, as in claims.
inline constexpr int64_t test_now = 1'800'000'000;

struct published_page {
  unsigned status = 200;
  std::string body;
};

/// An OpenID provider behind a web client. Answers on the caller's thread, or later.
class provider_double {
public:
  bool away = false;
  bool late = false;               ///< Answers in deliver().
  std::vector<std::string> asked;  ///< URLs.
  web_client_options options;      ///< Of the client that was made.
  std::map<std::string, published_page> pages;

  void publish(const json& keys, const std::string& issuer = test_issuer) {
    pages[test_issuer + "/.well-known/openid-configuration"] = {
        200, to_text({{"issuer", issuer},
                      {"jwks_uri", test_keys_url},
                      {"authorization_endpoint", test_issuer + "/auth"},
                      {"token_endpoint", test_issuer + "/token"}})};
    pages[test_keys_url] = {200, to_text({{"keys", keys}})};
  }

  web_client_factory factory() {
    return [this](web_client_options wanted) {
      options = std::move(wanted);
      return std::make_unique<client>(*this);
    };
  }

  /// Answers the requests of `late`, and those that follow them.
  void deliver() {
    late = false;
    auto ready = std::exchange(kept_, {});
    for (auto& [url, done] : ready) answer(url, done);
  }

private:
  class client final : public web_client {
  public:
    explicit client(provider_double& owner) : owner_(owner) {}
    void send(web_request request, callback done) override {
      owner_.asked.push_back(request.url);
      if (owner_.late)
        owner_.kept_.emplace_back(request.url, std::move(done));
      else
        owner_.answer(request.url, done);
    }

  private:
    provider_double& owner_;
  };

  void answer(const std::string& url, const web_client::callback& done) const {
    if (away) return done(fail(error_code::unavailable, "the OpenID provider is away"));
    const auto page = pages.find(url);
    web_answer out;
    out.status = page != pages.end() ? page->second.status : 404;
    if (page != pages.end()) out.body = page->second.body;
    done(std::move(out));
  }

  std::vector<std::pair<std::string, web_client::callback>> kept_;
};

/// An authenticator with a double of its provider and a mapping file.
struct oidc_fixture {
  oidc_fixture() {
    std::filesystem::create_directories(folder);
    map_roles(
        "- when: [{claim: realm_access.roles, contains: metal-admin}]\n"
        "  roles: [admin]\n"
        "  system: true\n");
    options.issuer = test_issuer;
    options.audience = "ironbus";
    options.mapping_file = (folder / "roles.yaml").string();
    provider.publish(json::array({signer_of("ES256").public_key()}));
  }
  ~oidc_fixture() { std::filesystem::remove_all(folder); }
  oidc_fixture(const oidc_fixture&) = delete;
  oidc_fixture& operator=(const oidc_fixture&) = delete;

  /// Writes a new file in place of the old one, so that its stamp changes.
  void map_roles(const std::string& text) const {
    std::ofstream{folder / "new"} << text;
    std::filesystem::rename(folder / "new", folder / "roles.yaml");
  }

  void start() {
    way = std::make_unique<http::oidc_authenticator>(options, provider.factory(), time);
    way->start().value();
  }

  static json claims() {
    return {{"iss", test_issuer},
            {"aud", "ironbus"},
            {"sub", "f3c1"},
            {"exp", test_now + 300},
            {"iat", test_now},
            {"preferred_username", "ann"},
            {"realm_access", {{"roles", {"offline_access", "metal-admin"}}}}};
  }

  static http::request bearing(const std::string& token) {
    return {"GET", "/v1/nodes", {{"Authorization", "Bearer " + token}}, {}};
  }

  /// The answer for a token; the provider's double answers at once.
  http::sign_in_answer ask(const std::string& token) const {
    const auto asked = bearing(token);
    if (auto found = way->known(asked)) return std::move(*found);
    std::optional<http::sign_in_answer> out;
    way->identify(asked, [&](http::sign_in_answer found) { out = std::move(found); });
    return std::move(out.value());
  }
  unsigned status(const std::string& token) const {
    const auto answer = ask(token);
    return answer ? 200U : answer.error().status;
  }
  std::string refusal(const std::string& token) const {
    const auto answer = ask(token);
    return answer ? "accepted" : answer.error().text;
  }

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("ironbus-oidc-" + std::to_string(::getpid()));
  settable_clock time;
  provider_double provider;
  http::oidc_options options;
  std::unique_ptr<http::oidc_authenticator> way;
};

}  // namespace ironbus::test
