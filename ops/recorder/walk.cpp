#include "ops/recorder/walk.hpp"

#include "ops/recorder/document_links.hpp"
#include "ops/recorder/hidden_members.hpp"
#include "ops/recorder/resource_path.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <set>

namespace ironbus::recorder {

namespace {

constexpr std::string_view root = "/redfish/v1/";
// No resource links to these. Their absence is not reported.
constexpr std::array<std::string_view, 2> unlinked{"/redfish", "/redfish/v1/odata"};
constexpr json_limits document_limits{.bytes = 8 * 1024 * 1024, .depth = 40};
constexpr size_t pages_max = 200;  // of one collection
constexpr size_t links_max = 50'000;
// After this number of consecutive requests without a response the BMC counts as unreachable.
constexpr unsigned silent_max = 5;

bool is_silence(const failure& why) {
  return why.code == error_code::unavailable || why.code == error_code::timeout;
}

class walk {
public:
  walk(const resource_reader& read, const walk_limits& limits, const steady_now& now)
      : read_{read}, limits_{limits}, now_{now}, ends_{now() + limits.longest} {}

  result<recording> run() {
    note_link(std::string{root});
    for (const auto target : unlinked) note_link(std::string{target});
    while (!queue_.empty()) {
      const auto target = queue_.front();
      queue_.pop_front();
      if (auto stopped = visit(target); !stopped) return tl::unexpected(stopped.error());
      if (!out_.cut_off) continue;
      give_up("not read: a limit ended the recording");
    }
    return std::move(out_);
  }

private:
  result<std::monostate> visit(const std::string& target) {
    const auto path = *resource_path(target);
    if (const auto limit = reached_limit(); !limit.empty()) return stop(path, limit);
    auto document = read_whole(target);
    if (document) {
      silent_ = 0;
      for (const auto& link : links_of(*document)) note_link(link);
      out_.resources[path] = without_secrets(std::move(*document));
      return {};
    }
    const auto& why = document.error();
    if (target == root || why.code == error_code::forbidden)
      return fail(why.code, "GET " + target + ": " + why.message);
    if (std::ranges::find(unlinked, target) == unlinked.end())
      out_.unread.push_back({path, why.message});
    silent_ = is_silence(why) ? silent_ + 1 : 0;
    if (silent_ >= silent_max) out_.cut_off = true;
    return {};
  }

  result<std::monostate> stop(const std::string& path, const std::string& limit) {
    out_.unread.push_back({path, limit});
    out_.cut_off = true;
    return {};
  }

  std::string reached_limit() const {
    if (out_.resources.size() >= limits_.resources_max)
      return "the limit of " + std::to_string(limits_.resources_max) + " resources is reached";
    if (bytes_ >= limits_.bytes_max)
      return "the limit of " + std::to_string(limits_.bytes_max) + " bytes is reached";
    if (now_() >= ends_)
      return "the limit of " + std::to_string(limits_.longest.count()) + " s is reached";
    return {};
  }

  result<json> read_document(const std::string& target) {
    auto body = read_(target);
    if (!body) return tl::unexpected(body.error());
    bytes_ += body->size();
    auto out = parse_json(*body, document_limits);
    if (!out) return fail(error_code::invalid, "the response is not JSON: " + out.error().message);
    if (!out->is_object()) return fail(error_code::invalid, "the response is not a JSON object");
    return out;
  }

  /// Reads a resource including all pages of its members.
  result<json> read_whole(const std::string& target) {
    auto out = read_document(target);
    if (!out) return out;
    auto next = next_page_of(*out);
    out->erase("Members@odata.nextLink");
    for (size_t pages = 1; !next.empty(); ++pages) {
      const auto page = pages < pages_max ? read_page(next) : std::nullopt;
      if (!page || !add_members(*out, *page)) {
        out_.unread.push_back(
            {*resource_path(target), "the collection has more pages, which were not read"});
        break;
      }
      next = next_page_of(*page);
    }
    return out;
  }

  std::optional<json> read_page(const std::string& target) {
    if (!resource_path(target.substr(0, target.find('?'))) || !reached_limit().empty())
      return std::nullopt;
    auto out = read_document(target);
    return out ? std::optional{std::move(*out)} : std::nullopt;
  }

  static bool add_members(json& collection, const json& page) {
    const auto found = page.find("Members");
    auto& members = collection["Members"];
    if (found == page.end() || !found->is_array() || !members.is_array()) return false;
    members.insert(members.end(), found->begin(), found->end());
    return true;
  }

  void note_link(const std::string& link) {
    const auto path = resource_path(link);
    if (!path) return note_foreign(link);
    if (is_private(*path) || seen_.size() >= links_max || !seen_.insert(*path).second) return;
    queue_.push_back(link.substr(0, link.find('#')));
  }

  /// Reports a link outside the service only if it looks like a path of it.
  void note_foreign(const std::string& link) {
    constexpr size_t shown_max = 200;
    if (!link.starts_with("/redfish") || seen_.size() >= links_max) return;
    if (!seen_.insert(link).second) return;
    auto shown = link.substr(0, shown_max);
    std::ranges::replace_if(
        shown, [](unsigned char c) { return c <= ' ' || c >= 0x7f; }, '?');
    out_.unread.push_back({std::move(shown), "the path cannot be the name of a folder"});
  }

  void give_up(const std::string& why) {
    for (const auto& target : queue_) out_.unread.push_back({*resource_path(target), why});
    queue_.clear();
  }

  const resource_reader& read_;
  const walk_limits limits_;
  const steady_now& now_;
  const std::chrono::steady_clock::time_point ends_;
  std::deque<std::string> queue_;  ///< Links, unchanged: some BMCs require the trailing slash.
  std::set<std::string> seen_;
  recording out_;
  size_t bytes_ = 0;
  unsigned silent_ = 0;
};

}  // namespace

result<recording> walk_bmc(const resource_reader& read, const walk_limits& limits,
                           const steady_now& now) {
  return walk{read, limits, now}.run();
}

}  // namespace ironbus::recorder
