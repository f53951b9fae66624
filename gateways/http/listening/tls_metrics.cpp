#include "gateways/http/listening/tls_metrics.hpp"

#include <utility>

namespace ironbus::http {

namespace {

double seconds_of(file_expiry::time_point x) {
  return std::chrono::duration<double>(x.time_since_epoch()).count();
}

}  // namespace

tls_metrics::tls_metrics(std::string listener)
    : listener_(std::move(listener)),
      expiry_(metrics::kind::gauge,
              {"ironbus_tls_expiry_seconds",
               "When a file of the listener expires, in seconds since 1970: its first certificate "
               "or its first revocation list."},
              [this] { return read_expiry(); }),
      reload_time_(metrics::kind::gauge,
                   {"ironbus_tls_reload_seconds",
                    "When the files of the listener were last read, in seconds since 1970."},
                   [this] {
                     std::lock_guard hold{mutex_};
                     return read_one(read_at_);
                   }),
      reload_result_(metrics::kind::gauge,
                     {"ironbus_tls_reload_success",
                      "1 if the files that were last read are in use; 0 if they cannot be used and "
                      "the previous ones stay in force."},
                     [this] {
                       std::lock_guard hold{mutex_};
                       return read_one(good_ ? 1 : 0);
                     }) {}

void tls_metrics::note_loaded(std::vector<file_expiry> files, file_expiry::time_point now) {
  std::lock_guard hold{mutex_};
  files_ = std::move(files);
  read_at_ = seconds_of(now);
  good_ = true;
}

void tls_metrics::note_failed(file_expiry::time_point now) {
  std::lock_guard hold{mutex_};
  read_at_ = seconds_of(now);
  good_ = false;
}

metrics::samples tls_metrics::read_expiry() const {
  std::lock_guard hold{mutex_};
  metrics::samples out;
  for (const auto& x : files_)
    out.emplace(metrics::labels{{"listener", listener_}, {"file", std::string{x.what}}},
                metrics::sample{seconds_of(x.end)});
  return out;
}

metrics::samples tls_metrics::read_one(double value) const {
  if (read_at_ == 0) return {};  // The listener does not use TLS.
  return {{metrics::labels{{"listener", listener_}}, metrics::sample{value}}};
}

}  // namespace ironbus::http
