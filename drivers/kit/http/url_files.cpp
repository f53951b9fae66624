#include "drivers/kit/http/url_files.hpp"

#include "drivers/kit/draft_file.hpp"
#include "drivers/kit/http/content_range.hpp"
#include "drivers/kit/http/url_version.hpp"
#include "messages/base/secrets.hpp"
#include "messages/platform/http_url.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <filesystem>
#include <optional>

namespace ironbus {

namespace asio = boost::asio;

namespace {

constexpr unsigned fetched_mode = 0644;

std::string shown_url(const std::string& url) { return "'" + mask_text(url).substr(0, 200) + "'"; }

}  // namespace

struct url_files::visit {
  explicit visit(const asio::any_io_executor& executor)
      : over{executor, std::chrono::steady_clock::time_point::max()} {}

  asio::steady_timer over;  ///< Cancelled when it is.
  std::optional<outcome> found;
  bool given_up = false;  ///< Its step was, which says nothing to others.
  std::chrono::steady_clock::time_point ended{};
};

struct url_files::download {
  permit allowed;
  std::string url;
  uint64_t bytes_max = 0;
  http_url place = {};
  std::optional<url_version> known = {};
  url_version now = {};
  std::unique_ptr<draft_file> draft = {};
  uint64_t got = 0;
  std::optional<uint64_t> size = {};
  bool unchanged = false;  ///< The known version is the one there is.

  bool is_whole() const { return unchanged || (size && got == *size); }
  tl::unexpected<failure> refused(const std::string& why) const {
    return fail(error_code::unavailable,
                "The file " + shown_url(url) + " cannot be fetched: " + why);
  }
};

namespace {

http_headers piece_headers(const url_version* known, const url_version& now, uint64_t first) {
  http_headers out{{"Range", "bytes=" + std::to_string(first) + "-" +
                                 std::to_string(first + url_files::piece_bytes - 1)},
                   {"Accept-Encoding", "identity"}};
  if (first > 0) {
    if (!now.etag.empty()) out.emplace_back("If-Match", now.etag);
    if (now.etag.empty() && !now.modified.empty())
      out.emplace_back("If-Unmodified-Since", now.modified);
  } else if (known != nullptr) {
    if (!known->etag.empty()) out.emplace_back("If-None-Match", known->etag);
    if (known->etag.empty() && !known->modified.empty())
      out.emplace_back("If-Modified-Since", known->modified);
  }
  return out;
}

}  // namespace

url_files::url_files(const asio::any_io_executor& executor, http_exchange exchange,
                     blocking_pool& files, std::string root)
    : strand_{asio::make_strand(executor)},
      exchange_{std::move(exchange)},
      files_{files},
      root_{std::move(root)} {}

asio::awaitable<result<shared_file>> url_files::fetch(permit allowed, std::string url,
                                                      uint64_t bytes_max) {
  auto work = fetch_once(std::move(allowed), std::move(url), bytes_max);
  co_return co_await asio::co_spawn(strand_, std::move(work), asio::use_awaitable);
}

void url_files::forget_old_visits() {
  const auto now = std::chrono::steady_clock::now();
  std::erase_if(visits_, [now](const auto& x) {
    return x.second->found && (!*x.second->found || now - x.second->ended > believed);
  });
}

/// What a visit has found, if that is of use to others.
std::optional<url_files::outcome> url_files::found_by(const visit& other) const {
  if (!other.found || other.given_up) return std::nullopt;
  if (!*other.found) return other.found;
  auto file = find_shared((*other.found)->name, root_);
  return file ? std::optional{std::move(file)} : std::nullopt;
}

asio::awaitable<result<shared_file>> url_files::fetch_once(permit allowed, std::string url,
                                                           uint64_t bytes_max) {
  for (;;) {
    forget_old_visits();
    const auto found = visits_.find(url);
    if (found == visits_.end()) break;
    const auto other = found->second;
    boost::system::error_code ignored;
    if (!other->found)
      co_await other->over.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    if (auto of_use = found_by(*other)) co_return std::move(*of_use);
    if (const auto now = visits_.find(url); now != visits_.end() && now->second == other)
      visits_.erase(now);
  }
  const auto own = std::make_shared<visit>(strand_);
  visits_[url] = own;
  co_await make_visit(own, std::move(allowed), std::move(url), bytes_max);
  co_return *own->found;
}

asio::awaitable<void> url_files::make_visit(std::shared_ptr<visit> own, permit allowed,
                                            std::string url, uint64_t bytes_max) {
  try {
    own->found = co_await download_file(allowed, std::move(url), bytes_max);
  } catch (const std::exception& broken) {
    own->found = fail(error_code::internal, broken.what());
  }
  own->given_up = !*own->found && !allowed.holds();
  own->ended = std::chrono::steady_clock::now();
  own->over.cancel();
}

asio::awaitable<result<shared_file>> url_files::download_file(permit allowed, std::string url,
                                                              uint64_t bytes_max) {
  auto place = parse_http_url(url);
  if (!place)
    co_return fail(error_code::invalid, "The URL " + shown_url(url) + " cannot be fetched from: " +
                                            place.error().message + ".");
  const auto all = std::make_shared<download>(download{std::move(allowed), url, bytes_max});
  all->place = std::move(*place);
  if (all->place.path.empty()) all->place.path = "/";
  all->known = read_version(url, root_);
  auto draft = draft_file::begin((std::filesystem::path{root_} / shared_folder).string());
  if (!draft) co_return tl::unexpected(draft.error());
  all->draft = std::move(*draft);
  while (!all->is_whole()) {
    const auto piece = co_await read_piece(all);
    if (!piece) co_return tl::unexpected(piece.error());
  }
  co_return co_await keep_file(all);
}

asio::awaitable<result<std::monostate>> url_files::read_piece(std::shared_ptr<download> all) {
  http_request asked{all->allowed};
  asked.server = {all->place.secure, all->place.host, all->place.port};
  asked.target = all->place.path;
  asked.headers = piece_headers(all->known ? &*all->known : nullptr, all->now, all->got);
  auto answer = co_await exchange_(std::move(asked));
  if (!answer && answer.error().why == http_error::too_large)
    co_return all->refused(
        "its server does not hand out parts of it (Range). Allowed: a server that does, or a file "
        "of this host.");
  if (!answer) co_return all->refused(answer.error().message);
  if (answer->status == 304 && all->got == 0 && all->known) {
    all->unchanged = true;
    co_return std::monostate{};
  }
  if (answer->status == 412) co_return all->refused("it was changed meanwhile.");
  if (answer->status != 200 && answer->status != 206)
    co_return all->refused("its server answers " + std::to_string(answer->status) + ".");
  co_return co_await keep_piece(std::move(all), std::move(*answer));
}

namespace {

/// Whether the piece is the one asked for; says the size of the whole then.
std::optional<uint64_t> size_by(const http_response& answer, uint64_t first) {
  if (answer.status == 200)
    return first == 0 ? std::optional<uint64_t>{answer.body.size()} : std::nullopt;
  const auto range = read_content_range(answer.header("Content-Range"));
  const bool asked =
      range && range->first == first && range->last - range->first + 1 == answer.body.size();
  return asked ? range->total : std::nullopt;
}

std::function<result<std::monostate>()> appending(draft_file& draft, std::string bytes) {
  return [&draft, bytes = std::move(bytes)] { return draft.append(bytes); };
}

}  // namespace

asio::awaitable<result<std::monostate>> url_files::keep_piece(std::shared_ptr<download> all,
                                                              http_response answer) {
  const auto size = size_by(answer, all->got);
  if (!size || (all->size && *size != *all->size))
    co_return all->refused("its server answers with another part than it was asked for.");
  if (*size == 0 || *size > all->bytes_max)
    co_return fail(error_code::invalid, "The file " + shown_url(all->url) + " has " +
                                            std::to_string(*size) + " bytes; allowed: 1 to " +
                                            std::to_string(all->bytes_max) + ".");
  if (all->got == 0) {
    all->now = version_said(answer);
  }
  all->size = size;
  all->got += answer.body.size();
  auto work = appending(*all->draft, std::move(answer.body));
  co_return co_await files_.run(all->allowed, std::move(work));
}

namespace {

result<shared_file> name_draft(draft_file& draft, url_version now, const std::string& url,
                               const std::string& root) {
  now.name = shared_name("content " + draft.sum());
  if (!find_shared(now.name, root))
    if (const auto named = draft.finish(now.name, fetched_mode); !named)
      return tl::unexpected(named.error());
  if (const auto noted = write_version(now, url, root); !noted)
    return tl::unexpected(noted.error());
  return find_shared(now.name, root);
}

std::function<result<shared_file>()> naming(draft_file& draft, const url_version& now,
                                            const std::string& url, const std::string& root) {
  return [&draft, now, url, root] { return name_draft(draft, now, url, root); };
}

}  // namespace

asio::awaitable<result<shared_file>> url_files::keep_file(std::shared_ptr<download> all) {
  if (all->unchanged) co_return find_shared(all->known->name, root_);
  auto work = naming(*all->draft, all->now, all->url, root_);
  co_return co_await files_.run(all->allowed, std::move(work));
}

}  // namespace ironbus
