#pragma once

#include "backends.hpp"

#include <string>

namespace ironbus::test {

/// Certificates of the broker's authority and of another one, in a temporary folder.
struct credentials {
  std::string folder;
  certificate_authority other;

  credentials();
  ~credentials();
  credentials(const credentials&) = delete;
  credentials& operator=(const credentials&) = delete;

  /// The broker's authority.
  certificate_authority authority() const { return {folder, "ca"}; }
  /// Options of an accepted bus; its certificate may be another one of the folder.
  amqp_options options(const std::string& holder = "client") const;
};

/// The reason why a bus cannot connect.
std::string refusal(proxied_bus& bus);

/// Sends a message to the queue and waits until it is in the box.
void exchange_one(proxied_bus& bus, const std::string& queue, delivery_box& box,
                  const std::string& body);

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace ironbus::test
