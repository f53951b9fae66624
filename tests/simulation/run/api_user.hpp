#pragma once

#include "messages/base/json.hpp"
#include "tests/simulation/cluster/cluster.hpp"

#include <functional>
#include <string>

namespace ironbus::simulation {

// Conventions of all API users.
inline constexpr const char* api_version = "1.96";
inline constexpr const char* node_class = "gold";
inline constexpr const char* node_trait = "CUSTOM_FAST";
/// The property that rules use to distinguish nodes, and the number of its values.
inline constexpr const char* node_kind = "kind";
inline constexpr uint32_t node_kinds = 2;
/// Each rule adds its UUID to this list in `extra`.
inline constexpr const char* rules_applied = "rules_applied";

/// Base class of API users: random numbers, requests, and pauses. After an unclear response (503, a
/// closed connection) they read the state again.
class api_user {
public:
  using complaint = std::function<void(std::string)>;
  using answered = std::function<void(const api_answer&)>;

  api_user(surroundings& around, cluster& service)
      : around_{around}, service_{service}, random_{around.random.next()} {}
  virtual ~api_user() = default;

  virtual void start() = 0;
  virtual bool finished() const = 0;
  /// Current activity, for violations.
  virtual std::string position() const = 0;

protected:
  moment now() const { return around_.loop.now(); }
  random_stream& random() { return random_; }

  /// A null body sends none.
  void send(std::string method, std::string path, const json& body, answered done) {
    service_.ask({std::move(method), std::move(path), body.is_null() ? "" : ironbus::to_text(body),
                  api_version},
                 std::move(done));
  }

  void pause(std::chrono::nanoseconds least, std::chrono::nanoseconds most,
             event_loop::action then) {
    around_.loop.after(random_.between(least, most), std::move(then));
  }

  cluster& service() { return service_; }

private:
  surroundings& around_;
  cluster& service_;
  random_stream random_;
};

}  // namespace ironbus::simulation
