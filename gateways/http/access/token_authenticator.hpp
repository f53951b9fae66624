#pragma once

#include "gateways/http/access/api_token_cache.hpp"
#include "gateways/http/access/authenticator.hpp"
#include "messages/base/time.hpp"
#include "messages/contract/api_token.hpp"
#include "messages/ports/listings.hpp"

#include <atomic>
#include <functional>
#include <string>

namespace ironbus::http {

/// The parts that the check of tokens uses. They must outlive it.
struct token_services {
  listings& records;
  const ironbus::clock& time;
  api_token_cache& cache;
  /// Notes in the record of a token that it was used. Does not block.
  std::function<void(const std::string& uuid)> note_use;
};

/// Reads the token of a request: `Authorization: Bearer ibt_…` or `X-Auth-Token: ibt_…`. Empty:
/// there is none. Other tokens belong to other ways to sign in.
std::string_view token_in(const request& asked);

/// API tokens of ironbus.
class token_authenticator final : public authenticator {
public:
  static constexpr std::string_view method = "token";

  explicit token_authenticator(token_services services) : services_(std::move(services)) {}

  std::string_view name() const override { return method; }
  std::string challenge() const override { return "Bearer realm=\"Baremetal API\""; }
  std::string_view wanted() const override { return "an API token (ibt_…) as a Bearer token"; }
  result<std::monostate> start() override { return {}; }
  bool applies_to(const request& asked) const override { return !token_in(asked).empty(); }
  std::optional<sign_in_answer> known(const request& asked) override;
  void identify(const request& asked, callback done) override;
  /// Refused once the token is revoked or has expired.
  std::optional<sign_in_answer> renewed(const proved_user& earlier) override;
  std::chrono::seconds session_max() const override { return std::chrono::seconds::max(); }
  void renew(const proved_user& earlier, callback done) override;

private:
  using check_found = std::function<sign_in_answer(const api_token_cache::token_ptr& found)>;

  sign_in_answer check(const token_parts& sent, const api_token_cache::token_ptr& found) const;
  sign_in_answer check_times(const api_token_cache::token_ptr& found) const;
  void look_up(const std::string& uuid, check_found judge, callback done);
  sign_in_answer accept(const known_token& token) const;
  sign_in_answer take_stored(const std::string& uuid, const check_found& judge,
                             const result<stored>& found, uint64_t forgotten_before);

  const token_services services_;
  std::atomic<size_t> lookups_{0};  ///< Running now.
};

}  // namespace ironbus::http
