#pragma once

#include "drivers/kit/http/http_message.hpp"

#include <chrono>
#include <cstddef>
#include <list>
#include <optional>
#include <string>

namespace ironbus {

/// Recent responses of a server, by request target. Limited by the total size of the bodies; the
/// oldest are evicted. Not thread-safe.
class answer_cache {
public:
  using time_point = std::chrono::steady_clock::time_point;

  explicit answer_cache(size_t bytes_max) : bytes_max_{bytes_max} {}

  /// A response younger than `age_max`.
  std::optional<http_response> find(const std::string& target, std::chrono::milliseconds age_max,
                                    time_point now) const;
  /// `asked_at`: the age counts from the request, because the time of the server's reading is
  /// unknown.
  void keep(const std::string& target, http_response answer, time_point asked_at);
  void clear();

private:
  struct known_answer {
    std::string target;
    http_response answer;
    time_point asked_at;
  };

  void forget(std::list<known_answer>::iterator entry);

  size_t bytes_max_;
  size_t bytes_ = 0;
  std::list<known_answer> known_;  ///< Youngest first.
};

}  // namespace ironbus
