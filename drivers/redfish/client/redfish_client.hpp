#pragma once

#include "drivers/redfish/client/redfish_connection.hpp"
#include "drivers/redfish/client/redfish_fault.hpp"
#include "messages/base/json.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <string>

namespace ironbus {

/// Result of a GET.
struct redfish_resource {
  std::string path;
  json body;          ///< An object.
  std::string etag;   ///< From the header, else from the body; empty: none.
  std::string allow;  ///< Supported methods, if the BMC reports them.
};

/// Response to a change.
struct redfish_answer {
  unsigned status = 0;
  json body;             ///< An object, or null.
  std::string location;  ///< Path on this BMC; empty: none.
};

using redfish_get = boost::asio::awaitable<redfish_result<redfish_resource>>;
using redfish_change = boost::asio::awaitable<redfish_result<redfish_answer>>;

/// Redfish client for one BMC and one step. A value: copies are equal. Must outlive its calls.
///
/// Retries until request_timeout has passed since the call:
/// * a request that was not sent because the BMC did not accept a connection
/// * a request that the BMC deferred: 503, and known messages of busy BMCs
/// * an idempotent request whose connection was lost or that was answered with 502 or 504
/// * a GET that was answered with 200 and a body that is empty or not JSON, a few times
///
/// No other layer retries. Links to other hosts are not followed.
class redfish_client {
public:
  redfish_client(redfish_connection_ptr bmc, permit allowed, const redfish_options& options)
      : bmc_{std::move(bmc)}, allowed_{std::move(allowed)}, options_{&options} {}

  /// `age_max`: maximum age of a cached response, if nothing was changed since.
  redfish_get get(std::string link, std::chrono::milliseconds age_max = {}) const;
  /// For resources that rarely change.
  redfish_get get_known(std::string link) const { return get(link, options_->known_long_enough); }
  /// Sends `If-Match` if the BMC supports ETags. If the resource changed in between (412) or an
  /// ETag is required (428), retries with its current ETag, because the change contains the
  /// complete value.
  redfish_change patch(redfish_resource shown, json body) const;
  /// `body` null: no body.
  redfish_change post(std::string link, json body) const;
  /// The same without retries. The caller handles 503 (busy).
  redfish_change post_once(std::string link, json body) const;
  /// `body` null: no body.
  redfish_change remove(std::string link, json body = nullptr) const;

  const redfish_account& account() const { return bmc_->account; }
  const redfish_options& options() const { return *options_; }
  const redfish_oddities& oddities() const { return bmc_->oddities; }
  /// Notes and counts a deviation of this BMC.
  void note(redfish_oddity kind, std::string_view where) const { bmc_->oddities.note(kind, where); }

private:
  struct wanted;

  /// Unset: not a link to this BMC.
  std::optional<std::string> path_of(std::string_view link) const;
  boost::asio::awaitable<http_result> send(wanted what) const;
  boost::asio::awaitable<http_result> send_until_taken(wanted what) const;
  redfish_get get_path(wanted what) const;
  redfish_result<redfish_resource> shown_by(const std::string& path, http_response answer) const;
  redfish_change change(wanted what) const;

  redfish_connection_ptr bmc_;
  permit allowed_;
  const redfish_options* options_;
};

}  // namespace ironbus
