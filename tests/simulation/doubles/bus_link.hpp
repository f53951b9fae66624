#pragma once

#include "messages/ports/bus.hpp"
#include "tests/simulation/core/random_stream.hpp"

#include <memory>
#include <string>

namespace ironbus::simulation {

class bus_session;
class event_loop;
class simulated_broker;

/// One process's bus: `amqp_bus` to a `simulated_broker`, in virtual time. Callbacks come as events
/// of the loop, never within a call. Its end is that of the process: nothing is called afterwards.
///
/// stop() returns at once; what is pending goes on being published for 3 s at most, and then
/// `stopped()` holds.
class bus_link final : public bus {
public:
  /// `process` is for readers of logs.
  bus_link(std::string process, simulated_broker& broker, event_loop& loop, random_stream random);
  ~bus_link() override;
  bus_link(const bus_link&) = delete;
  bus_link& operator=(const bus_link&) = delete;

  void publish(outgoing x, publish_callback done = {}, bool fail_fast = false) override;
  void subscribe(subscription x, handler deliver) override;
  void unsubscribe(const std::string& queue) override;
  void ack(delivery_tag x) override;
  void reject(delivery_tag x, bool requeue) override;
  std::string reply_address() const override;
  void on_reply(handler deliver) override;
  void on_state(std::function<void(bus_state, const std::string& reason)> listen) override;
  bus_state state() const override;
  void start() override;
  void stop() override;
  bool stopped() const;

  /// Nothing passes between this process and the broker any more. Both notice it after the
  /// heartbeat, and the broker gives the deliveries back then.
  void cut();
  /// It passes again: late, if nobody has noticed, else by a new connection.
  void heal();
  /// The connection is lost at once on both sides; the link connects again after a pause.
  void reset();
  /// The process was killed: the broker notices at once, and nothing comes back to it ever again.
  void end();
  /// The process is stopped: what comes is held, and handed over in order when it goes on. The
  /// broker hears no heartbeats from it and gives it up.
  void set_paused(bool paused);

private:
  std::shared_ptr<bus_session> session_;
};

}  // namespace ironbus::simulation
