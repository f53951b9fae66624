#pragma once

#include "gateways/amqp/amqp_bus.hpp"
#include "gateways/local/local_bus.hpp"
#include "mailbox.hpp"
#include "tests/simulation/doubles/live_bus.hpp"
#include "tests/support/certificate_authority.hpp"
#include "tests/support/tcp_proxy.hpp"

#include <memory>
#include <random>
#include <tuple>

namespace ironbus::test {

/// A bus of any kind, and control of its connection.
class bus_in_backend {
public:
  virtual ~bus_in_backend() = default;
  virtual bus& get() = 0;
  virtual void cut() = 0;      ///< Closes its connection and prevents new ones,
  virtual void restore() = 0;  ///< until this call.

  bus* operator->() { return &get(); }
  bus& operator*() { return get(); }

  /// Starts it and waits until it is connected: then its queues exist.
  void start();
  void wait_for(bus_state x);

private:
  mailbox<bus_state> states_;
  bool listening_ = false;
};

/// Buses that share queues, each as if in its own process.
class local_backend {
public:
  std::unique_ptr<bus_in_backend> make_bus();

private:
  std::shared_ptr<local_broker> broker_ = std::make_shared<local_broker>();
};

/// The bus of the simulation.
class simulated_backend {
public:
  std::unique_ptr<bus_in_backend> make_bus();

private:
  simulation::live_broker broker_{std::random_device{}()};
};

/// Uses the RabbitMQ of ops/cluster. Each bus has its own proxy and uses the suite's kind of
/// connection. A test fails without RabbitMQ.
class amqp_backend {
public:
  std::unique_ptr<bus_in_backend> make_bus();
};

/// Address of a proxied_bus's broker.
struct proxied_url {
  std::string scheme = "amqp";
  std::string host = "127.0.0.1";  ///< Host of the proxy in the URL.
  std::string password{};          ///< Empty: the broker's.
  const char* broker = "IRONBUS_TEST_AMQP_URL";
  bool login = true;  ///< The URL contains user and password.

  static proxied_url encrypted() { return {.scheme = "amqps", .broker = "IRONBUS_TEST_AMQPS_URL"}; }
};

class proxied_bus : public bus_in_backend {
public:
  /// Uses the suite's kind of connection.
  explicit proxied_bus(amqp_options how = {});
  proxied_bus(amqp_options how, const proxied_url& url);
  bus& get() override { return *bus_; }
  amqp_bus& amqp() { return *bus_; }
  tcp_proxy& proxy() { return *proxy_; }
  void cut() override { proxy_->cut(); }
  void restore() override { proxy_->restore(); }

private:
  std::unique_ptr<tcp_proxy> proxy_;
  std::unique_ptr<amqp_bus> bus_;
};

using backends = std::tuple<local_backend, simulated_backend, amqp_backend>;

/// A name that no other test uses, in this run or an earlier one.
std::string unique(const std::string& what);

/// A queue for one test on the direct exchange; its routing key is its name.
subscription own_queue(const std::string& name, uint16_t prefetch = 64);
outgoing message_to(const std::string& key, const std::string& body);
outgoing event(const std::string& key, const std::string& body);

/// Publishes 1, 2, … with the key and waits until all are confirmed.
void publish_numbers(bus& bus, const std::string& key, int first, int last);

}  // namespace ironbus::test
