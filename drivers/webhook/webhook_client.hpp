#pragma once

#include "drivers/kit/http/http_client.hpp"
#include "messages/events/webhook_sender.hpp"
#include "messages/platform/webhook_address.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ironbus {

struct webhook_client_options {
  std::chrono::milliseconds request_timeout{10'000};  ///< Option request_timeout.
  /// Verification of a receiver's certificate: "true" (the system's authorities), or a PEM file or
  /// folder of authorities (verify_ca).
  std::string verify_ca = "true";
  tls_limits tls{};  ///< tls_minimum_version, tls_ciphers.
};

/// Sends events to webhook receivers by HTTP POST. The address rules are checked when it connects,
/// for each address that a name resolves to. Redirects are not followed, and only a little of a
/// response is read.
///
/// Each request has its own connection. Each webhook has its own thread while it has requests,
/// because a silent name server blocks the thread that asks it. The number of threads is limited by
/// the number of webhooks.
class webhook_client final : public webhook_sender {
public:
  webhook_client(webhook_rules rules, webhook_client_options options);
  /// Cancels running requests. No callback is called any more.
  ~webhook_client() override;
  webhook_client(const webhook_client&) = delete;
  webhook_client& operator=(const webhook_client&) = delete;

  void send(webhook_request x, std::function<void(webhook_answer)> done) override;
  void forget(const std::string& webhook) override;

private:
  class lane;

  lane* lane_of(const std::string& webhook);
  http_client_options client_options() const;
  result<http_request> prepared(webhook_request x) const;

  const webhook_rules rules_;
  const webhook_client_options options_;
  std::mutex mutex_;  ///< Guards the members below.
  std::vector<std::unique_ptr<lane>> lanes_;
  std::vector<lane*> free_;
  std::map<std::string, lane*> by_webhook_;
};

}  // namespace ironbus
