#pragma once

#include "drivers/kit/http/http_message.hpp"

#include <chrono>
#include <cstddef>
#include <list>
#include <optional>
#include <string>

namespace ironbus {

/// The last answers of a server, by what was asked for; bounded by the size of their bodies, the
/// oldest go. Not for several threads.
class answer_cache {
public:
  using time_point = std::chrono::steady_clock::time_point;

  explicit answer_cache(size_t bytes_max) : bytes_max_{bytes_max} {}

  /// One that is younger than `age_max`.
  std::optional<http_response> find(const std::string& target, std::chrono::milliseconds age_max,
                                    time_point now) const;
  /// `asked_at`: its age counts from there, as nobody knows when the server looked.
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
  std::list<known_answer> known_;  ///< The youngest first.
};

}  // namespace ironbus
