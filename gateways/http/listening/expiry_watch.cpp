#include "gateways/http/listening/expiry_watch.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ironbus::http {

namespace {

using days_of_24_hours = std::chrono::duration<int64_t, std::ratio<86'400>>;

struct expiry_row {
  std::string_view what;
  std::string_view name;
  std::string_view verb;
  days_of_24_hours notice;
};
constexpr std::array<expiry_row, 3> expiry_rows{{
    {"certificate", "the certificate of the server", "expire", days_of_24_hours{30}},
    {"client_ca", "an authority of client certificates", "expire", days_of_24_hours{30}},
    {"client_crl", "a revocation list", "become out of date", days_of_24_hours{1}},
}};

const expiry_row& row_of(std::string_view what) {
  return *std::find_if(expiry_rows.begin(), expiry_rows.end() - 1,
                       [&](const auto& x) { return x.what == what; });
}

}  // namespace

void expiry_watch::watch(std::vector<file_expiry> files) {
  files_ = std::move(files);
  next_ = time_point::min();
}

std::vector<file_expiry> expiry_watch::due(time_point now) {
  std::vector<file_expiry> out;
  if (now < next_) return out;
  std::copy_if(files_.begin(), files_.end(), std::back_inserter(out),
               [&](const auto& x) { return x.end - now < row_of(x.what).notice; });
  if (!out.empty()) next_ = now + days_of_24_hours{1};
  return out;
}

std::string expiry_text(const file_expiry& file, file_expiry::time_point now) {
  const auto& row = row_of(file.what);
  std::string out{row.name};
  if (file.end <= now)
    return out.append(row.verb == "expire" ? " has expired" : " has become out of date");
  const auto days = std::chrono::duration_cast<days_of_24_hours>(file.end - now).count();
  out.append(" will ").append(row.verb).append(" in ");
  if (days == 0) return out.append("less than a day");
  return out.append(std::to_string(days)).append(days == 1 ? " day" : " days");
}

}  // namespace ironbus::http
