#pragma once

#include "drivers/redfish/client/redfish_connection.hpp"
#include "drivers/redfish/client/redfish_fault.hpp"
#include "messages/base/json.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <string>

namespace ironbus {

/// What a GET has shown.
struct redfish_resource {
  std::string path;
  json body;          ///< An object.
  std::string etag;   ///< By the header, else by the body; empty: the BMC has none.
  std::string allow;  ///< Which methods it has, as far as the BMC says so.
};

/// What a change was answered with.
struct redfish_answer {
  unsigned status = 0;
  json body;             ///< An object, or null.
  std::string location;  ///< On this BMC; empty: none.
};

using redfish_get = boost::asio::awaitable<redfish_result<redfish_resource>>;
using redfish_change = boost::asio::awaitable<redfish_result<redfish_answer>>;

/// Asks one BMC on behalf of one step. It is a value: copies are the same. It outlives its calls.
///
/// What is sent again, until request_timeout has passed since the call: what was not sent because
/// the BMC took no connection; what it put off (503, and the texts of BMCs that are busy); and
/// where sending twice does no harm, what broke off or was answered with 502 or 504. Nothing below
/// or above repeats anything. Links that lead off the BMC are not followed.
class redfish_client {
public:
  redfish_client(redfish_connection_ptr bmc, permit allowed, const redfish_options& options)
      : bmc_{std::move(bmc)}, allowed_{std::move(allowed)}, options_{&options} {}

  /// `age_max`: an answer that is so old will do, if nothing was changed since.
  redfish_get get(std::string link, std::chrono::milliseconds age_max = {}) const;
  /// Of what hardly ever changes.
  redfish_get get_known(std::string link) const { return get(link, options_->known_long_enough); }
  /// If the BMC has ETags, only what was shown is changed: of one that was changed meanwhile the
  /// present state is as good, as the change says all that it wants.
  redfish_change patch(redfish_resource shown, json body) const;
  /// `body` null: none.
  redfish_change post(std::string link, json body) const;
  /// The same; that the BMC is busy is the caller's to judge.
  redfish_change post_once(std::string link, json body) const;
  /// `body` null: none.
  redfish_change remove(std::string link, json body = nullptr) const;

  const redfish_account& account() const { return bmc_->account; }
  const redfish_options& options() const { return *options_; }

private:
  struct wanted;

  boost::asio::awaitable<http_result> send(wanted what) const;
  boost::asio::awaitable<http_result> send_until_taken(wanted what) const;
  redfish_change change(wanted what) const;

  redfish_connection_ptr bmc_;
  permit allowed_;
  const redfish_options* options_;
};

}  // namespace ironbus
