#include "ops/ironbusd/fleet_view/watch.hpp"

#include "gateways/cli/event_follower.hpp"
#include "gateways/cli/event_line.hpp"
#include "gateways/cli/printable.hpp"
#include "ops/ironbusd/fleet_view/fleet_status.hpp"
#include "ops/ironbusd/fleet_view/terminal.hpp"
#include "ops/ironbusd/fleet_view/watch_table.hpp"

#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <csignal>

namespace ironbus::fleet_view {

namespace {

namespace asio = boost::asio;
using error = boost::system::error_code;

constexpr std::chrono::milliseconds redraw_pause{200};  // also updates the durations
constexpr std::chrono::minutes reload_pause{1};         // names and owners have no events

class watcher {
public:
  watcher(const watch_options& options, gateway_reader service, std::ostream& out,
          std::ostream& complaints)
      : options_(options), service_(std::move(service)), out_(out), complaints_(complaints) {}

  result<std::monostate> run() {
    cli::follow_options followed;
    followed.gateway = options_.gateway;
    followed.resumes = false;  // the reloaded list has the missed changes
    auto follower = cli::event_follower::make(io_, followed, handlers());
    if (!follower) return tl::unexpected(follower.error());
    signals_.async_wait([this](error, int) { io_.stop(); });
    (*follower)->start();
    if (options_.live) redraw();
    io_.run();
    if (options_.live) draw();
    return outcome_ ? (*follower)->outcome() : outcome_;
  }

private:
  cli::follower_handlers handlers() {
    cli::follower_handlers out;
    out.connected = [this] { load(); };
    out.event = [this](std::string_view event) { take(event); };
    out.lost = [this](const std::string& why) { complain(why); };
    out.ended = [this] { io_.stop(); };
    return out;
  }

  /// Reads the list after the stream has started, so that no change is missed: later changes wait
  /// in the stream.
  void load() {
    const auto nodes = read_fleet(service_);
    if (!nodes) return give_up(nodes.error());
    const bool first = !loaded_;
    notice_.clear();
    fleet_.replace(*nodes);
    loaded_ = std::chrono::steady_clock::now();
    if (first && !options_.live) print_all();
  }

  void give_up(const failure& why) {
    if (why.code == error_code::unavailable || why.code == error_code::timeout)
      return complain(why.message);
    outcome_ = tl::unexpected(why);
    io_.stop();
  }

  void complain(const std::string& why) {
    notice_ = why + "; retrying";
    if (!options_.live) complaints_ << "ironbus watch: " << notice_ << std::endl;
  }

  void print_all() {
    if (!options_.json)
      out_ << fleet_.size() << " nodes: " << counts_text(count_states(fleet_.rows())) << std::endl;
    else
      for (const auto* node : fleet_.chosen(fleet_.size())) print_json(*node);
  }

  void print_json(const watched_node& node) {
    out_ << cli::ascii_json(watched_document(node)) << std::endl;
  }

  void take(std::string_view text) {
    const auto event = parse_json(text);
    if (!event) return;
    const auto* changed = fleet_.take(cli::printable_json(*event));
    if (options_.live || changed == nullptr) return;
    if (!options_.json)
      out_ << cli::event_line(text) << std::endl;
    else
      print_json(*changed);
  }

  void redraw() {
    const auto now = std::chrono::steady_clock::now();
    if (loaded_ && notice_.empty()) {
      if (now - *loaded_ > reload_pause) load();
      explain_some();
      draw();
    } else if (!notice_.empty()) {
      draw();
    }
    timer_.expires_after(redraw_pause);
    timer_.async_wait([this](error e) {
      if (!e) redraw();
    });
  }

  /// Reads the progress of the shown nodes, a few per call so that the table stays responsive.
  void explain_some() {
    size_t left = 10;
    for (const auto& uuid : fleet_.unexplained(terminal_.size().rows)) {
      if (left-- == 0) return;
      const auto why = service_.read_printable("/v1/nodes/" + uuid + "/why");
      fleet_.explain(uuid, why ? *why : json{});
    }
  }

  void draw() {
    const auto size = terminal_.size();
    auto lines =
        watch_lines(fleet_, {size.rows, size.columns, options_.coloured}, system_clock{}.now());
    if (!notice_.empty()) lines.back() = notice_.substr(0, size.columns);
    terminal_.draw(lines);
  }

  const watch_options& options_;
  gateway_reader service_;
  std::ostream& out_;
  std::ostream& complaints_;
  terminal terminal_{out_};
  watched_fleet fleet_;
  std::optional<std::chrono::steady_clock::time_point> loaded_;
  std::string notice_;  ///< Why events are missing; empty: they arrive.
  result<std::monostate> outcome_;
  asio::io_context io_{1};
  asio::signal_set signals_{io_, SIGINT, SIGTERM};
  asio::steady_timer timer_{io_};
};

}  // namespace

result<std::monostate> watch_fleet(const watch_options& options, std::ostream& out,
                                   std::ostream& complaints) {
  auto service = gateway_reader::make(options.gateway, "--url");
  if (!service) return tl::unexpected(service.error());
  return watcher{options, std::move(*service), out, complaints}.run();
}

}  // namespace ironbus::fleet_view
