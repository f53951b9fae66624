#include "drivers/execution/liveness.hpp"

#include "drivers/execution/context.hpp"
#include "messages/base/host_source.hpp"

namespace ironbus {

void liveness::ask(std::string owner, callback done) {
  if (steady_clock::now() < until_ && alive_.contains(owner)) return done(true);
  waiting_.emplace_back(std::move(owner), std::move(done));
  if (fetching_.empty()) fetch();
}

void liveness::forget() {
  waiting_.clear();
  fetching_.clear();
}

void liveness::fetch() {
  fetching_ = std::exchange(waiting_, {});
  context_.processes.members(
      context_.back([this](result<std::vector<member>> found) { fetched(std::move(found)); }));
}

void liveness::fetched(result<std::vector<member>> found) {
  if (found) {
    alive_.clear();
    for (const auto& x : *found) alive_.insert(x.name + "/" + x.incarnation);
    until_ = steady_clock::now() + context_.options.members_cached;
  }
  auto answered = std::exchange(fetching_, {});
  if (!waiting_.empty()) fetch();
  for (auto& [owner, done] : answered) {
    if (found)
      done(alive_.contains(owner));
    else
      done(tl::unexpected(found.error()));
  }
}

}  // namespace ironbus
