#pragma once

#include "gateways/http/access/oidc/key_set.hpp"
#include "gateways/http/access/oidc/oidc_options.hpp"
#include "gateways/http/access/oidc/provider_metadata.hpp"
#include "messages/base/time.hpp"
#include "messages/ports/web_client.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace ironbus::http {

/// The keys and endpoints of an OpenID provider. Fetches them at the start, when
/// `jwks_cache_time` has passed, and on demand, but at most once in 10 seconds. Keeps the previous
/// ones while the provider is away. Thread safe.
class oidc_provider {
public:
  using keys_ptr = std::shared_ptr<const key_set>;

  /// `time` must outlive the provider.
  oidc_provider(const oidc_options& options, const web_client_factory& make_client,
                const ironbus::clock& time);
  ~oidc_provider();
  oidc_provider(const oidc_provider&) = delete;
  oidc_provider& operator=(const oidc_provider&) = delete;

  /// Begins the first fetch and does not wait for it.
  void start() { look(); }
  /// Drops the waiting callbacks. Idempotent.
  void stop();
  /// Begins a fetch if one is due.
  void look();

  /// Null: there was no fetch yet that succeeded. The pointer changes only if the keys do.
  keys_ptr keys() const;
  std::optional<provider_metadata> metadata() const;

  /// Whether a fetch runs or may begin.
  bool may_learn() const;
  /// Calls `done` after the running fetch or a new one, on any thread; at once if none may begin.
  void refresh(std::function<void()> done);

private:
  using callback = std::function<void()>;

  bool may_begin(timestamp now) const;
  void begin();
  void take_metadata(const result<web_answer>& answer);
  void take_keys(const provider_metadata& found, const result<web_answer>& answer);
  void put(provider_metadata found, key_set fresh);
  void give_up(const std::string& why);
  void end();

  const std::string issuer_;
  const std::chrono::seconds cache_time_;
  const ironbus::clock& time_;
  mutable std::mutex mutex_;
  bool stopping_ = false;
  bool fetching_ = false;
  std::optional<timestamp> begun_;    ///< The last fetch.
  std::optional<timestamp> fetched_;  ///< The last one that succeeded.
  std::string problem_;               ///< Of the last fetch; empty: none.
  keys_ptr keys_;
  std::optional<provider_metadata> metadata_;
  std::vector<callback> waiting_;
  std::unique_ptr<web_client> client_;  ///< Last: destroyed first, which ends its callbacks.
};

}  // namespace ironbus::http
