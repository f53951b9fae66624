#pragma once

#include "gateways/http/transport/application.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>

namespace ironbus::test {

/// Answers every request with an endless body, and passes the stream of the first answer to the
/// test.
class endless_application final : public http::application {
public:
  /// The answer to a request without its `streamed`, and the streaming options.
  using answerer =
      std::function<http::response(const http::request& asked, http::streaming& goes_on)>;

  endless_application(std::chrono::milliseconds keep_alive, answerer answer)
      : keep_alive_(keep_alive), answer_(std::move(answer)) {}

  size_t body_bytes_max(const http::request&) const override { return 0; }
  void handle(http::request asked, http::responder reply) override {
    const auto goes_on = std::make_shared<http::streaming>();
    goes_on->keep_alive = keep_alive_;
    goes_on->drained = [this] { ++drained; };
    goes_on->begin = [this](std::shared_ptr<http::stream> x) { begun_.set_value(std::move(x)); };
    auto out = answer_(asked, *goes_on);
    out.streamed = goes_on;
    reply(std::move(out));
  }
  http::response refuse(unsigned status, const std::string& reason) const override {
    http::response out;
    out.status = status;
    out.body = reason;
    return out;
  }

  std::shared_ptr<http::stream> begun() { return begun_.get_future().get(); }

  std::atomic<int> drained = 0;

private:
  const std::chrono::milliseconds keep_alive_;
  const answerer answer_;
  std::promise<std::shared_ptr<http::stream>> begun_;
};

}  // namespace ironbus::test
