#include "ops/ironbusd/folders/folder_watch.hpp"

#include "messages/platform/log.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

namespace ironbus::daemon {

namespace asio = boost::asio;

namespace {

constexpr size_t events_bytes = 64UL * 1024;
/// Two files of a machine change together.
constexpr std::chrono::milliseconds quiet_time{50};

bool names_a_visible_file(const char* bytes, size_t size) {
  for (size_t place = 0; place + sizeof(inotify_event) <= size;) {
    inotify_event event{};
    std::memcpy(&event, bytes + place, sizeof(event));
    if ((event.mask & IN_Q_OVERFLOW) != 0) return true;
    if (event.len > 0 && bytes[place + sizeof(event)] != '.') return true;
    place += sizeof(event) + event.len;
  }
  return false;
}

/// Lives as long as its pending read.
class folder_watcher : public std::enable_shared_from_this<folder_watcher> {
public:
  folder_watcher(asio::io_context& io, int descriptor, std::function<void()> changed)
      : events_{io, descriptor}, quiet_{io}, changed_{std::move(changed)} {}

  void read() {
    events_.async_read_some(
        asio::buffer(bytes_),
        [self = shared_from_this()](boost::system::error_code wrong, size_t size) {
          if (wrong) return;
          if (names_a_visible_file(self->bytes_.data(), size)) self->wait();
          self->read();
        });
  }

private:
  void wait() {
    quiet_.expires_after(quiet_time);
    quiet_.async_wait([self = shared_from_this()](boost::system::error_code stopped) {
      if (!stopped) self->changed_();
    });
  }

  asio::posix::stream_descriptor events_;
  asio::steady_timer quiet_;
  std::function<void()> changed_;
  std::array<char, events_bytes> bytes_{};
};

}  // namespace

void watch_folders(asio::io_context& io, const std::vector<std::string>& folders,
                   std::function<void()> changed) {
  const int descriptor = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  bool good = descriptor >= 0;
  for (const auto& folder : folders)
    good = good && ::inotify_add_watch(descriptor, folder.c_str(), IN_MOVED_TO | IN_DELETE) >= 0;
  if (!good)
    log::error("cannot watch the folders of dnsmasq; restart ironbusd after the error is fixed",
               {{log_key::error, std::strerror(errno)}});
  if (descriptor >= 0) std::make_shared<folder_watcher>(io, descriptor, std::move(changed))->read();
}

}  // namespace ironbus::daemon
