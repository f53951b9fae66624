#include "gateways/http/access/basic_auth.hpp"

#include "messages/crypto/digest.hpp"
#include "messages/platform/log.hpp"

namespace ironbus::http {

namespace {

using steady = std::chrono::steady_clock;

constexpr size_t stamp_digits = 16;

void warn_of_ignored(const std::string& path, const password_file& password_file) {
  for (const auto line :
       password_file.ignored_lines)  // Logs no text of the line, because it may hold a password.
    log::warn("http: ignored a line that is not USER:HASH with a bcrypt hash",
              {{log_key::file, path}, {log_key::line, std::to_string(line)}});
}

}  // namespace

basic_auth::basic_auth(basic_auth_options options)
    : options_(std::move(options)), verified_(options_.remembered, options_.remembered_max) {}

basic_auth::~basic_auth() { stop(); }

result<std::monostate> basic_auth::start() {
  const auto stamp =
      stamp_of(options_.file);  // Before the read, so that a later change is noticed.
  auto read = read_htpasswd(options_.file);
  if (!read) return tl::unexpected(read.error());
  warn_of_ignored(options_.file, *read);
  stamp_ = stamp;
  file_ = std::make_shared<const password_file>(std::move(*read));
  for (unsigned i = 0; i < std::max(1U, options_.threads); ++i)
    threads_.emplace_back([this] { work(); });
  return {};
}

void basic_auth::stop() {
  std::deque<waiting> dropped;  // Destroyed without the lock, because they own calls.
  {
    std::lock_guard hold{mutex_};
    stopping_ = true;
    dropped.swap(queue_);
  }
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
}

bool basic_auth::remembers(const credentials& credentials) {
  const auto digest = verified_.digest_of(credentials);
  std::lock_guard hold{mutex_};
  return verified_.holds(digest, steady::now());
}

void basic_auth::verify(credentials credentials, verdict_callback done) {
  {
    std::lock_guard hold{mutex_};
    if (!stopping_ && queue_.size() < options_.waiting_max) {
      queue_.push_back({std::move(credentials), std::move(done)});
      changed_.notify_one();
      return;
    }
  }
  done(verdict::overloaded);
}

std::string basic_auth::stamp_of_password(const std::string& user) {
  std::shared_ptr<const password_file> file;
  {
    std::lock_guard hold{mutex_};
    file = file_;
  }
  const auto found = file->hashes.find(user);
  if (found == file->hashes.end()) return {};
  return sha256_of(found->second).substr(0, stamp_digits);
}

void basic_auth::work() {
  for (;;) {
    waiting next;
    {
      std::unique_lock hold{mutex_};
      changed_.wait_for(hold, options_.file_check_period,
                        [this] { return stopping_ || !queue_.empty(); });
      if (stopping_) return;
      if (!queue_.empty()) {
        next = std::move(queue_.front());
        queue_.pop_front();
      }
    }
    reread_if_changed();
    if (next.done) next.done(decide(next.who));
  }
}

verdict basic_auth::decide(const credentials& credentials) {
  const auto digest = verified_.digest_of(credentials);
  std::shared_ptr<const password_file> file;
  {
    std::lock_guard hold{mutex_};
    if (verified_.holds(digest, steady::now()))
      return verdict::right;  // Verified while this one waited.
    file = file_;
  }
  if (!file->holds(credentials)) return verdict::wrong;
  std::lock_guard hold{mutex_};
  if (file == file_) verified_.add(digest, steady::now());
  return verdict::right;
}

// Keeps the users if the file is missing or broken, because it may be about to be written.
void basic_auth::reread_if_changed() {
  std::unique_lock one{reading_, std::try_to_lock};
  if (!one) return;
  const auto stamp = stamp_of(options_.file);
  if (stamp == stamp_) return;
  stamp_ = stamp;
  auto read = read_htpasswd(options_.file);
  if (!read)
    return log::error("http: cannot read the user file; the previous users stay in force",
                      {{log_key::error, read.error().message}});
  warn_of_ignored(options_.file, *read);
  log::info(
      "http: read the user file again",
      {{log_key::file, options_.file}, {log_key::count, std::to_string(read->hashes.size())}});
  std::lock_guard hold{mutex_};
  file_ = std::make_shared<const password_file>(std::move(*read));
  verified_.clear();
}

}  // namespace ironbus::http
