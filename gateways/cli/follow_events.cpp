#include "gateways/cli/follow_events.hpp"

#include "gateways/cli/event_line.hpp"
#include "gateways/cli/printable.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>

namespace ironbus::cli {

result<std::monostate> follow_events(const follow_options& options, std::ostream& out,
                                     std::ostream& complaints) {
  boost::asio::io_context io{1};
  boost::asio::signal_set signals{io, SIGINT, SIGTERM};
  signals.async_wait([&io](const auto&, int) { io.stop(); });
  follower_handlers handlers;
  handlers.event = [&](std::string_view event) {
    out << (options.json ? printable_json_line(event) : event_line(event)) << '\n' << std::flush;
  };
  handlers.lost = [&](const std::string& why) {
    complaints << "ironbus events: " << why << "; retrying" << std::endl;
  };
  handlers.ended = [&io] { io.stop(); };
  auto follower = event_follower::make(io, options, std::move(handlers));
  if (!follower) return tl::unexpected(follower.error());
  (*follower)->start();
  io.run();
  return (*follower)->outcome();
}

}  // namespace ironbus::cli
