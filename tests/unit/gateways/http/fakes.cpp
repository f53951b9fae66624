#include "fakes.hpp"

#include "messages/model/record.hpp"
#include "messages/platform/metric_registry.hpp"

#include <algorithm>
#include <numeric>

namespace ironbus::test {

namespace {

failure store_down() { return {error_code::unavailable, "the store is away"}; }

std::string summary_of(const json& attributes) {
  json out;
  for (const auto& row : node_fields())
    if (row.spec.has(in_list)) out[std::string{row.spec.name}] = attributes.at(row.spec.name);
  return to_text(out);
}

}  // namespace

void fake_store::put(const node_snapshot& snapshot) {
  const json attributes = snapshot.attributes;
  snapshots_[snapshot.attributes.uuid] = encode_snapshot(snapshot);
  std::map<std::string, std::string> columns{
      {"maintenance", snapshot.attributes.maintenance ? "true" : "false"},
      {"driver", snapshot.attributes.driver},
      {"provision_state", std::string{to_string(snapshot.attributes.state)}}};
  const auto bmc = snapshot.attributes.driver_internal_info.find("lookup_bmc_addresses");
  if (bmc != snapshot.attributes.driver_internal_info.end())
    columns[std::string{waiting_bmc_column}] = bmc->at(0).get<std::string>();
  if (snapshot.attributes.owner) columns["owner"] = *snapshot.attributes.owner;
  if (snapshot.attributes.name) {
    columns["name"] = *snapshot.attributes.name;
    keys_[{"nodes.name", *snapshot.attributes.name}] = snapshot.attributes.uuid;
  }
  put_row("nodes", {snapshot.attributes.uuid, snapshot.attributes.uuid, summary_of(attributes), {}},
          columns);
  for (const auto& one : snapshot.ports) {
    keys_[{"ports.uuid", one.uuid}] = snapshot.attributes.uuid;
    put_row("ports", {one.uuid, snapshot.attributes.uuid, to_text(json(one)), {}},
            {{"node_uuid", snapshot.attributes.uuid}, {"address", one.address}});
  }
}

void fake_store::put_row(std::string collection, listed row,
                         std::map<std::string, std::string> columns) {
  rows_[collection].push_back({std::move(row), std::move(columns)});
}

void fake_store::put_record(const std::string& subject, json attributes) {
  record_snapshot x;
  x.attributes = std::move(attributes);
  snapshots_[subject] = encode_record(x);
}

void fake_store::count(std::string collection, std::string column, std::vector<std::string> values,
                       callback<std::vector<uint64_t>> done) {
  std::vector<uint64_t> out;
  for (const auto& value : values) {
    const filter wanted{column, filter::op::equal, {value}};
    const auto& rows = rows_[collection];
    out.push_back(static_cast<uint64_t>(std::count_if(
        rows.begin(), rows.end(), [&](const kept_row& row) { return matches(row, wanted); })));
  }
  done(std::move(out));
}

void fake_store::load(std::string, std::string id, callback<stored> done) {
  if (down) return done(tl::unexpected(store_down()));
  const auto found = snapshots_.find(id);
  if (found == snapshots_.end()) return done(fail(error_code::not_found, "no such record"));
  done(stored{id, 1, found->second, false, {}});
}

void fake_store::resolve(unique_key key, callback<std::string> done) {
  ++resolved;
  if (down) return done(tl::unexpected(store_down()));
  const auto found = keys_.find({key.space, key.value});
  if (found == keys_.end()) return done(fail(error_code::not_found, "no such key"));
  done(found->second);
}

bool fake_store::matches(const kept_row& row, const filter& given) {
  const auto found = row.columns.find(given.column);
  const bool there = found != row.columns.end() && !found->second.empty();
  switch (given.how) {
    case filter::op::present: return there;
    case filter::op::absent: return !there;
    case filter::op::contains:
      return there && found->second.find(given.values.at(0)) != std::string::npos;
    case filter::op::none_of:
    case filter::op::not_all:
      return !there || std::find(given.values.begin(), given.values.end(), found->second) ==
                           given.values.end();
    default:
      return there && std::find(given.values.begin(), given.values.end(), found->second) !=
                          given.values.end();
  }
}

void fake_store::list(query query, callback<std::vector<listed>> done) {
  if (down) return done(tl::unexpected(store_down()));
  std::vector<listed> out;
  bool begun = query.marker.empty();
  for (const auto& row : rows_[query.collection]) {
    const bool fits = std::all_of(query.filters.begin(), query.filters.end(),
                                  [&](const filter& y) { return matches(row, y); });
    if (begun && fits && out.size() < query.limit) {
      out.push_back(row.shown);
      if (query.with_snapshot) out.back().snapshot = snapshots_[row.shown.aggregate_id];
    }
    begun = begun || row.shown.id == query.marker;
  }
  if (!begun) return done(fail(error_code::not_found, "no such marker"));
  done(std::move(out));
}

void fake_store::members(callback<std::vector<member>> done) {
  if (down) return done(tl::unexpected(store_down()));
  done(members_);
}

void fake_store::read_claim(std::string key, callback<step_claim> done) {
  if (down) return done(tl::unexpected(store_down()));
  const auto found = claims_.find(key);
  if (found == claims_.end()) return done(fail(error_code::not_found, "There is no " + key));
  done(found->second);
}

void fake_store::read_events(event_query x, callback<event_page> done) {
  if (down) return done(tl::unexpected(store_down()));
  auto page = log;
  page.events.clear();
  for (const auto& one : log.events)
    if (one.position > x.after && page.events.size() < x.limit &&
        (x.subject.empty() || one.event.subject == x.subject))
      page.events.push_back(one);
  after_read();
  done(std::move(page));
}

void fake_store::ping(callback<std::monostate> done) {
  if (down) return done(tl::unexpected(store_down()));
  done({});
}

std::vector<envelope> fake_bus::commands() const {
  std::lock_guard hold{mutex_};
  return sent_;
}

void fake_bus::raise(const std::string& body) {
  for (const auto& deliver : events_) {
    delivery x;
    x.body = body;
    deliver(std::move(x));
  }
}

void fake_bus::publish(outgoing outgoing, publish_callback done, bool) {
  if (down) return done(fail(error_code::unavailable, "the broker is away"));
  if (nobody) return done(fail(error_code::not_found, "unroutable"));
  const auto message = decode_envelope(outgoing.body).value();
  {
    std::lock_guard hold{mutex_};
    sent_.push_back(message);
  }
  done({});
  const auto answered =
      answer ? answer(message, decode_command(message).value_or(command{})) : std::nullopt;
  if (!answered || outgoing.reply_to.empty()) return;
  delivery back;
  back.correlation_id = outgoing.correlation_id;
  back.body = encode_reply(*answered);
  replies_(std::move(back));
}

node_snapshot sample_node(const std::string& uuid, const std::string& name) {
  node_snapshot out;
  out.attributes.uuid = uuid;
  out.attributes.name = name;
  out.attributes.driver = "fake-hardware";
  out.attributes.created_at = timestamp{std::chrono::seconds{1'700'000'000}};
  out.attributes.power_interface = "fake";
  out.attributes.driver_info = {{"address", "10.0.0.1"}, {"ipmi_password", "geheim"}};
  return out;
}

driver_catalog sample_catalog() {
  hardware_type type{"fake-hardware", {}};
  std::vector<interface_implementation> all;
  for (auto kind : interface_kinds) {
    type.supported[std::string{kind}] = {"fake"};
    interface_implementation one;
    one.kind = kind;
    one.name = "fake";
    if (kind == "power") one.properties = {{"B1", "B1 description. Required.", true}};
    all.push_back(one);
  }
  return driver_catalog::build({type}, all, {}).value();
}

void write_metrics(const std::function<void(std::string)>& done) {
  std::string out;
  for (const auto& [name, family] : metrics::collect())
    for (const auto& [labels, x] : family.by_labels) {
      std::string key;
      for (const auto& [label, value] : labels)
        key += (key.empty() ? "" : ",") + label + "=\"" + value + "\"";
      const auto seen = std::accumulate(x.in_bucket.begin(), x.in_bucket.end(), uint64_t{0});
      const auto value = x.bounds.empty() ? static_cast<uint64_t>(x.value) : seen;
      out += name + (key.empty() ? "" : "{" + key + "}") + " " + std::to_string(value) + "\n";
    }
  done(out);
}

}  // namespace ironbus::test
