#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ironbus::local {

/// Routes messages to queues: the exchanges of routing.hpp and the unnamed one. Not thread safe.
class router {
public:
  void add_queue(const std::string& name);
  void remove_queue(const std::string& name);
  /// Adds a binding once. Ignores an unknown exchange, because nothing can be published to it.
  void bind(const std::string& exchange, const std::string& pattern, const std::string& queue);

  /// The matching queues, each once. Unset if the exchange does not exist.
  std::optional<std::vector<std::string>> route(const std::string& exchange,
                                                const std::string& key) const;

private:
  enum class kind { none, queue_name, direct, topic, fanout };
  struct binding {
    std::string pattern;
    std::string queue;
    bool operator==(const binding&) const = default;
  };

  static kind kind_of(std::string_view exchange);
  static bool matches(kind x, const binding& binding, const std::string& key);

  std::unordered_map<std::string, std::vector<binding>> bindings_;  ///< By exchange.
  std::unordered_set<std::string> queues_;
};

}  // namespace ironbus::local
