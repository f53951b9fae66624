#include "gateways/http/access/oidc/provider.hpp"

#include "messages/platform/log.hpp"

namespace ironbus::http {

namespace {

using std::chrono::seconds;

constexpr seconds fetch_pause{10};
constexpr std::chrono::milliseconds fetch_time_limit{10'000};
constexpr size_t fetched_bytes_max = 256 * 1024;
constexpr size_t waiting_for_keys_max = 1'000;

/// Also true if the host's clock was set back.
bool has_passed(const std::optional<timestamp>& since, seconds period, timestamp now) {
  return !since || now < *since || now - *since >= period;
}

web_client_options provider_client_options(const oidc_options& options) {
  web_client_options out;
  out.peer = "the OpenID provider";
  out.trust.ca_file = options.cafile;
  out.time_limit = fetch_time_limit;
  out.answer_bytes_max = fetched_bytes_max;
  return out;
}

web_request get_json(std::string url) {
  web_request out;
  out.url = std::move(url);
  out.headers = {{"Accept", "application/json"}};
  return out;
}

/// The reason why an answer is unusable; empty: it is usable.
std::string problem_of(const result<web_answer>& answer, const std::string& url) {
  if (!answer) return answer.error().message;
  if (answer->status == 200) return {};
  return "GET " + url + " returned HTTP " + std::to_string(answer->status);
}

}  // namespace

oidc_provider::oidc_provider(const oidc_options& options, const web_client_factory& make_client,
                             const ironbus::clock& time)
    : issuer_(options.issuer),
      cache_time_(options.jwks_cache_time),
      time_(time),
      client_(make_client(provider_client_options(options))) {}

oidc_provider::~oidc_provider() { stop(); }

void oidc_provider::stop() {
  std::vector<callback> dropped;  // Destroyed without the lock, because they own calls.
  std::lock_guard hold{mutex_};
  stopping_ = true;
  dropped.swap(waiting_);
}

bool oidc_provider::may_begin(timestamp now) const {
  return !stopping_ && !fetching_ && has_passed(begun_, fetch_pause, now);
}

void oidc_provider::look() {
  const auto now = time_.now();
  {
    std::lock_guard hold{mutex_};
    if (!may_begin(now) || !has_passed(fetched_, cache_time_, now)) return;
    fetching_ = true;
    begun_ = now;
  }
  begin();
}

oidc_provider::keys_ptr oidc_provider::keys() const {
  std::lock_guard hold{mutex_};
  return keys_;
}

std::optional<provider_metadata> oidc_provider::metadata() const {
  std::lock_guard hold{mutex_};
  return metadata_;
}

bool oidc_provider::may_learn() const {
  const auto now = time_.now();
  std::lock_guard hold{mutex_};
  return !stopping_ && (fetching_ || may_begin(now));
}

void oidc_provider::refresh(callback done) {
  const auto now = time_.now();
  bool begins = false;
  {
    std::lock_guard hold{mutex_};
    begins = may_begin(now);
    const bool waits = (begins || fetching_) && waiting_.size() < waiting_for_keys_max;
    if (waits) waiting_.push_back(std::exchange(done, nullptr));
    if (begins) {
      fetching_ = true;
      begun_ = now;
    }
  }
  if (begins) begin();
  if (done) done();
}

// The lock is not held while the client is used, because it may call back at once.
void oidc_provider::begin() {
  client_->send(get_json(discovery_url(issuer_)),
                [this](const result<web_answer>& answer) { take_metadata(answer); });
}

void oidc_provider::take_metadata(const result<web_answer>& answer) {
  if (auto problem = problem_of(answer, discovery_url(issuer_)); !problem.empty())
    return give_up(problem);
  const auto found = read_provider_metadata(answer->body, issuer_);
  if (!found) return give_up(found.error().message);
  client_->send(get_json(found->jwks_uri),
                [this, found = *found](const result<web_answer>& keys) { take_keys(found, keys); });
}

void oidc_provider::take_keys(const provider_metadata& found, const result<web_answer>& answer) {
  if (auto problem = problem_of(answer, found.jwks_uri); !problem.empty()) return give_up(problem);
  auto fresh = read_key_set(answer->body);
  if (!fresh) return give_up(fresh.error().message);
  put(found, std::move(*fresh));
  end();
}

void oidc_provider::put(provider_metadata found, key_set fresh) {
  auto next = std::make_shared<const key_set>(std::move(fresh));
  const auto now = time_.now();
  bool is_new = false;
  {
    std::lock_guard hold{mutex_};
    is_new = !keys_ || !(*keys_ == *next);
    if (is_new) keys_ = next;
    metadata_ = std::move(found);
    fetched_ = now;
    problem_.clear();
  }
  if (is_new)
    log::info("http: read the keys of the OpenID provider",
              {{log_key::host, issuer_}, {log_key::count, std::to_string(next->keys.size())}});
}

void oidc_provider::give_up(const std::string& why) {
  bool is_new = false;
  {
    std::lock_guard hold{mutex_};
    is_new = problem_ != why;
    problem_ = why;
  }
  if (is_new)
    log::warn("http: cannot read the keys of the OpenID provider; known keys stay in force",
              {{log_key::host, issuer_}, {log_key::error, why}});
  end();
}

void oidc_provider::end() {
  std::vector<callback> ready;
  {
    std::lock_guard hold{mutex_};
    fetching_ = false;
    ready.swap(waiting_);
  }
  for (const auto& done : ready) done();
}

}  // namespace ironbus::http
