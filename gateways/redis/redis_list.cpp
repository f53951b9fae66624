#include "gateways/redis/redis_list.hpp"

#include "gateways/redis/packing.hpp"
#include "gateways/redis/redis_replies.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>

namespace ironbus::redis {

namespace {

/// Rows that one script examines: about a millisecond of Redis's time, with filters.
constexpr size_t rows_per_call = 1000;

constexpr size_t rows_per_first_call_min = 100;

constexpr std::array<std::string_view, 6> op_names{"equal",   "none_of", "not_all",
                                                   "present", "absent",  "contains"};

tl::unexpected<failure> no_marker(const query& x) {
  return fail(error_code::not_found, "marker: not found: " + x.marker + " in " + x.collection);
}

std::string_view aggregate_id(std::string_view owner) { return owner.substr(owner.find(':') + 1); }

/// The answer of walk and fetch.
struct stretch {
  std::string cursor;  ///< Empty at the end.
  std::span<redisReply*const> ids, heads, summaries, snapshots;
  uint64_t astray = 0;  ///< Entries without a complete row.

  explicit stretch(const redisReply* reply) {
    auto parts = elements_of(reply);
    if (parts.size() != 6) return;
    cursor = text_of(parts[0]);
    ids = elements_of(parts[1]);
    heads = elements_of(parts[2]);
    summaries = elements_of(parts[3]);
    snapshots = elements_of(parts[4]);
    astray = static_cast<uint64_t>(parts[5]->integer);
  }

  void append_to(std::vector<listed>& page, size_t limit) const {
    for (size_t i = 0; i < ids.size() && page.size() < limit; ++i)
      page.push_back({string_at(ids, i),
                      std::string{aggregate_id(unpack_head(text_of(heads[i])).owner)},
                      string_at(summaries, i), string_at(snapshots, i)});
  }
};

/// A running list. The call that it waits for owns it.
class list_operation : public std::enable_shared_from_this<list_operation> {
public:
  list_operation(pipeline& connection, dangling_entries& astray, query given,
                 store_callback<std::vector<listed>> done)
      : pipeline_{connection},
        astray_{astray},
        query_{std::move(given)},
        done_{std::move(done)},
        examined_{query_.sort_column.empty() ? std::clamp(2 * std::min(query_.limit, rows_per_call),
                                                          rows_per_first_call_min, rows_per_call)
                                             : rows_per_call} {}

  void start() {
    if (query_.sort_column.empty()) return walk();
    if (query_.marker.empty()) return gather();
    find_marker();
  }

private:
  /// The position of a row in the requested order.
  struct place {
    std::string value;
    uint64_t sequence = 0;
    std::string id;

    auto key() const { return std::tie(value, sequence); }
  };

  /// Sends a script and calls `then` with its answer, unless it failed.
  void send(const script& run, std::vector<std::string> args,
            void (list_operation::*then)(const redisReply*)) {
    pipeline_.put({&run, std::move(args), [self = shared_from_this(), then](answer x) {
                     if (x) return ((*self).*then)(*x);
                     self->done_(tl::unexpected<failure>(x.error()));
                   }});
  }

  std::vector<std::string> walk_arguments(std::string marker, size_t wanted, std::string what) {
    std::vector<std::string> args{
        query_.collection,      query_.descending && query_.sort_column.empty() ? "1" : "0",
        std::move(marker),      cursor_,
        std::to_string(wanted), std::to_string(examined_),
        std::move(what),        std::to_string(query_.filters.size())};
    for (const auto& filter : query_.filters) {
      args.push_back(filter.column);
      args.emplace_back(op_names[static_cast<size_t>(filter.how)]);
      args.push_back(std::to_string(filter.values.size()));
      args.insert(args.end(), filter.values.begin(), filter.values.end());
    }
    return args;
  }

  std::string what() const { return query_.with_snapshot ? "snapshots" : "rows"; }

  // -- in the order of creation --

  void walk() {
    send(walk_script, walk_arguments(query_.marker, query_.limit - page_.size(), what()),
         &list_operation::walked);
  }

  void walked(const redisReply* reply) {
    if (reply->type == REDIS_REPLY_INTEGER) return done_(no_marker(query_));
    stretch part{reply};
    astray_.add(part.astray, query_.collection);
    part.append_to(page_, query_.limit);
    if (part.cursor.empty() || page_.size() >= query_.limit) return done_(std::move(page_));
    cursor_ = part.cursor;
    examined_ = std::min(2 * examined_, rows_per_call);
    walk();
  }

  // -- in the order of a column --

  void find_marker() {
    send(fetch_script, {query_.collection, "rows", query_.marker}, &list_operation::found_marker);
  }

  void found_marker(const redisReply* reply) {
    stretch part{reply};
    if (part.ids.empty()) return done_(no_marker(query_));
    marker_ = place_of(part, 0);
    gather();
  }

  void gather() {
    send(walk_script, walk_arguments("", rows_per_call, "heads"), &list_operation::gathered);
  }

  void gathered(const redisReply* item) {
    stretch part{item};
    astray_.add(part.astray, query_.collection);
    for (size_t i = 0; i < part.ids.size(); ++i) {
      auto found = place_of(part, i);
      if (!marker_ || comes_before(*marker_, found)) places_.push_back(std::move(found));
    }
    if (!part.cursor.empty()) {
      cursor_ = part.cursor;
      return gather();
    }
    std::sort(places_.begin(), places_.end(),
              [this](const auto& a, const auto& b) { return comes_before(a, b); });
    fetch();
  }

  /// Fetches the rows of the page. Rows may have been deleted since the positions were read; the
  /// next ones fill the page.
  void fetch() {
    auto left = places_.size() - next_;
    auto count = std::min({query_.limit - page_.size(), left, rows_per_call});
    if (count == 0) return done_(std::move(page_));
    std::vector<std::string> args{query_.collection, what()};
    for (size_t i = 0; i < count; ++i) args.push_back(std::move(places_[next_++].id));
    send(fetch_script, std::move(args), &list_operation::fetched);
  }

  void fetched(const redisReply* x) {
    stretch part{x};
    astray_.add(part.astray, query_.collection);
    part.append_to(page_, query_.limit);
    fetch();
  }

  place place_of(const stretch& part, size_t offset) const {
    auto head = unpack_head(text_of(part.heads[offset]));
    return {std::string{sort_value(head.columns, query_.sort_column)}, head.sequence,
            string_at(part.ids, offset)};
  }

  bool comes_before(const place& a, const place& b) const {
    return query_.descending ? b.key() < a.key() : a.key() < b.key();
  }

  pipeline& pipeline_;
  dangling_entries& astray_;
  query query_;
  store_callback<std::vector<listed>> done_;
  size_t examined_;  ///< Rows that the next call examines: few for a short page, more if few of
                     ///< them match.
  std::string cursor_;
  std::vector<listed> page_;
  std::optional<place> marker_;
  std::vector<place> places_;
  size_t next_ = 0;
};

}  // namespace

void list_rows(pipeline& connection, dangling_entries& astray, query x,
               store_callback<std::vector<listed>> done) {
  std::make_shared<list_operation>(connection, astray, std::move(x), std::move(done))->start();
}

}  // namespace ironbus::redis
