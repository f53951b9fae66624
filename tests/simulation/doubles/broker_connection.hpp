#pragma once

#include "tests/simulation/doubles/broker_queue.hpp"
#include "tests/simulation/doubles/passage.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace ironbus::simulation {

/// The broker's answer to a published message.
enum class publish_fate : uint8_t { taken, returned, refused };

class bus_session;
class simulated_broker;

/// A connection of a process to the broker: messages in transit, and the broker's state of it.
///
/// Messages to the broker keep their order. Messages from the broker use lanes (one per consumer,
/// one for the confirms of each queue). Each lane keeps its order.
class broker_connection : public std::enable_shared_from_this<broker_connection> {
public:
  using request = std::function<void(broker_connection&)>;
  using answer = std::function<void(bus_session&)>;

  broker_connection(simulated_broker& broker, event_loop& loop, std::weak_ptr<bus_session> client,
                    random_stream random, uint64_t number)
      : broker_{broker},
        loop_{loop},
        client_{std::move(client)},
        random_{random},
        number_{number} {}

  uint64_t number() const { return number_; }
  /// The broker's view.
  bool is_open() const { return open_; }
  const std::weak_ptr<bus_session>& client() const { return client_; }

  // -- the client's side ---

  void send(request what);
  /// Drops all further messages. Messages already in transit to the broker may arrive, in order.
  void cut();
  void heal();
  /// Before the connection breaks: some messages in transit arrive now, the rest never.
  void take_some(random_stream& random);

  // -- the broker's side ---

  void send_back(uint64_t lane_number, answer what);
  /// Sends nothing back before that time.
  void open_at(moment when) { opens_ = when; }
  /// Delivers nothing more in either direction.
  void close();

  struct consumer {
    std::string queue;
    broker_queue::consumer_number number = 0;
  };
  struct handed_out {
    std::string queue;
    uint64_t number = 0;
  };
  std::map<uint32_t, consumer> consumers;  ///< By the client's number.
  std::map<uint64_t, handed_out> out;      ///< By tag.
  std::deque<request> parked;              ///< Publishes received while the broker is blocked.
  uint64_t last_tag = 0;

private:
  struct coming_request {
    request what;
    bool past_cut = false;
  };
  using coming_ptr = std::shared_ptr<coming_request>;
  struct returning_answer {
    uint64_t lane_number;
    answer what;
  };

  void depart(const coming_ptr& given);
  void arrive(const coming_ptr& given, uint64_t cuts);
  void return_later(uint64_t id);
  void receive(uint64_t id, uint64_t cuts);
  size_t count_past_cut() const;

  simulated_broker& broker_;
  event_loop& loop_;
  std::weak_ptr<bus_session> client_;
  random_stream random_;
  uint64_t number_;
  bool open_ = true;
  bool is_cut_ = false;
  uint64_t cuts_ = 0;
  moment opens_{};
  lane there_;
  std::map<uint64_t, lane> back_;
  std::deque<coming_ptr> coming_;
  uint64_t last_answer_ = 0;
  std::map<uint64_t, returning_answer> returning_;
};

}  // namespace ironbus::simulation
