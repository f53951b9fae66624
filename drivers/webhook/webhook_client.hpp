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
  std::chrono::milliseconds request_timeout{10'000};  ///< request_timeout.
  /// What proves a receiver's certificate: "true" (the system's authorities) or a file or folder of
  /// authorities in PEM (verify_ca).
  std::string verify_ca = "true";
};

/// Posts to receivers of events. Each address is judged by the rules when it is connected to, also
/// those that a name stands for; redirects are not followed, and of an answer little is read.
///
/// Each request has a connection of its own. Each webhook has a thread while it has requests, as a
/// name server that is silent holds whoever asks it. There are as many as webhooks are allowed.
class webhook_client final : public webhook_sender {
public:
  webhook_client(webhook_rules rules, webhook_client_options options);
  /// Requests under way are given up, and nobody is called back any more.
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
  std::mutex mutex_;  ///< Guards the rest.
  std::vector<std::unique_ptr<lane>> lanes_;
  std::vector<lane*> free_;
  std::map<std::string, lane*> by_webhook_;
};

}  // namespace ironbus
