#include "gateways/http/listening/proxy_header_reader.hpp"

#include <utility>

namespace ironbus::http {

void proxy_header_reader::go_on() {
  const auto step = read_proxy_header(arrived_);
  if (step.more == 0) return std::exchange(done_, {})(step);
  const auto before = arrived_.size();
  arrived_.resize(before + step.more);
  const auto target = boost::asio::buffer(arrived_.data() + before, step.more);
  stream_.async_read_raw(target, [self = shared_from_this(), before](boost::system::error_code e,
                                                                     size_t count) {
    self->arrived_.resize(before + count);
    if (!e) return self->go_on();
    std::exchange(self->done_, {})({0, "the connection ended before the header was complete", {}});
  });
}

}  // namespace ironbus::http
