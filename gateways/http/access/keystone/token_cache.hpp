#pragma once

#include "gateways/http/access/keystone/token_validator.hpp"

#include <list>
#include <map>
#include <optional>

namespace ironbus::http {

/// Answers about tokens, each for a limited time. If the cache is full, the oldest answer makes
/// room. Not thread safe.
class token_cache {
public:
  using time_point = steady_clock::time_point;

  token_cache(std::chrono::milliseconds lifetime, size_t entries_max)
      : lifetime_(lifetime), entries_max_(entries_max) {}

  /// The answer under this key; unset: none, or it is too old.
  std::optional<token_check> find(const std::string& key, time_point now) const;
  void add(const std::string& key, token_check answer, time_point now);
  void erase(const std::string& key);
  size_t size() const { return entries_.size(); }

private:
  struct cached_answer {
    token_check answer;
    time_point until;
    std::list<std::string>::iterator place;
  };

  const std::chrono::milliseconds lifetime_;
  const size_t entries_max_;
  std::map<std::string, cached_answer> entries_;
  std::list<std::string> order_;  ///< Keys, the oldest first.
};

}  // namespace ironbus::http
