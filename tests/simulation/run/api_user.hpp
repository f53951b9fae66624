#pragma once

#include "messages/base/json.hpp"
#include "tests/simulation/cluster/cluster.hpp"

#include <functional>
#include <string>

namespace ironbus::simulation {

// What those who use the API agree upon.
inline constexpr const char* api_version = "1.96";
inline constexpr const char* node_class = "gold";
inline constexpr const char* node_trait = "CUSTOM_FAST";
/// What rules tell nodes apart by, a name in `properties`, and how many values there are.
inline constexpr const char* node_kind = "kind";
inline constexpr uint32_t node_kinds = 2;
/// Where each rule leaves its UUID, a list in `extra`.
inline constexpr const char* rules_applied = "rules_applied";

/// What all who use the API have: chance of their own, a way to ask, and pauses. An unclear answer
/// (503, a connection that ended) is followed by another look.
class api_user {
public:
  using complaint = std::function<void(std::string)>;
  using answered = std::function<void(const api_answer&)>;

  api_user(surroundings& around, cluster& service)
      : around_{around}, service_{service}, random_{around.random.next()} {}
  virtual ~api_user() = default;

  virtual void start() = 0;
  virtual bool finished() const = 0;
  /// What it is at, for complaints.
  virtual std::string position() const = 0;

protected:
  moment now() const { return around_.loop.now(); }
  random_stream& random() { return random_; }

  /// A null body is none.
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
