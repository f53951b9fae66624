#include "tls_credentials.hpp"

#include "tests/support/test_link.hpp"

#include <algorithm>
#include <filesystem>

namespace ironbus::test {

credentials::credentials()
    : folder{(std::filesystem::temp_directory_path() / unique("tls")).string()},
      other{folder, "other"} {
  for (const auto* name : {"ca.crt", "ca.key", "client.crt", "client.key"})
    std::filesystem::copy_file(cluster_certificate(name), folder + "/" + name);
}

credentials::~credentials() { std::filesystem::remove_all(folder); }

amqp_options credentials::options(const std::string& holder) const {
  amqp_options out;
  out.tls.ca_file = folder + "/ca.crt";
  out.tls.certificate_file = folder + "/" + holder + ".crt";
  out.tls.key_file = folder + "/" + holder + ".key";
  out.backoff_max = std::chrono::milliseconds{200};
  return out;
}

std::string refusal(proxied_bus& bus) {
  mailbox<std::string> reasons;
  bus->on_state([&](bus_state, const std::string& why) {
    if (!why.empty()) reasons.put(why);
  });
  bus->start();
  auto why = reasons.wait_for(1).front();
  BOOST_TEST((bus->state() == bus_state::connecting));
  bus->stop();
  return why;
}

void exchange_one(proxied_bus& bus, const std::string& queue, delivery_box& box,
                  const std::string& body) {
  outcome_box outcomes;
  bus->publish(message_to(queue, body), collect(outcomes));
  BOOST_TEST(outcomes.wait_for(1).front().has_value());
  box.wait_until([&](const auto& all) {
    return std::any_of(all.begin(), all.end(), [&](const auto& x) { return x.body == body; });
  });
}

}  // namespace ironbus::test
