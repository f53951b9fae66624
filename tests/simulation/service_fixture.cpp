#include "tests/simulation/service_fixture.hpp"

#include "messages/base/uuid.hpp"
#include "messages/ports/process_description.hpp"

#include <boost/test/unit_test.hpp>

#include <future>

namespace ironbus::test {

namespace {

constexpr std::chrono::seconds patience{20};

std::filesystem::path fresh_folder() {
  auto folder = std::filesystem::temp_directory_path() / ("ironbus-" + random_uuid());
  std::filesystem::create_directories(folder);
  return folder;
}

policy_ptr policy() {
  installation_policy out;
  out.clean_step_priority_override = {{"bios.factory_reset", 10}};
  return std::make_shared<const installation_policy>(std::move(out));
}

runtime_options runtime(const std::string& name) {
  runtime_options out;
  out.name = name;
  out.sync_power_state_interval = std::chrono::seconds{0};
  out.member_check_interval = std::chrono::milliseconds{50};
  return out;
}

}  // namespace

conductor_process::conductor_process(std::shared_ptr<local_broker> broker, store& records,
                                     const driver_catalog& drivers, const clock& time,
                                     const std::string& name)
    : messages(std::move(broker)),
      answers(messages),
      role(answers, records, drivers, inspecting, time, policy(), {}, runtime(name)) {
  role.start();
  messages.start();
}

conductor_process::~conductor_process() {
  role.stop();
  messages.stop();
}

service_fixture::service_fixture()
    : folder_(fresh_folder()),
      sqlite_(sqlite_store::open({folder_ / "ironbus.db"}).value()),
      faulty_(*sqlite_),
      broker_(std::make_shared<local_broker>()),
      client_(broker_),
      driver_bus_(broker_),
      work_(boost::asio::make_work_guard(io_)),
      io_thread_([this] { io_.run(); }),
      drivers_(build_registry(policy(), {}, io_).value()),
      executor_(io_, driver_bus_, faulty_, faulty_, drivers_, held_, time_, policy()) {
  std::promise<void> announced;
  sqlite_->announce({"driver-1", "a", encode_description({"host", {"driver"}, {}, {""}, 1, {}})},
                    std::chrono::hours{1}, [&](const auto&) { announced.set_value(); });
  announced.get_future().wait();
  executor_.start();
  driver_bus_.start();
  client_.subscribe({"", std::string{routing::event_exchange}, {"#"}, false, 0},
                    [this](delivery x) { take_event(x); });
  client_.on_reply([this](const delivery& delivery) {
    std::lock_guard guard(mutex_);
    replies_.emplace(delivery.correlation_id, decode_reply(delivery.body).value());
    progress_.notify_all();
  });
  client_.start();
}

service_fixture::~service_fixture() {
  for (const auto& text : faulty_.violations()) BOOST_ERROR(text);
  conductors_.clear();
  std::promise<void> drained;
  executor_.drain(std::chrono::seconds{5}, [&](size_t) { drained.set_value(); });
  drained.get_future().wait();
  driver_bus_.stop();
  client_.stop();
  work_.reset();
  io_.stop();
  io_thread_.join();
  sqlite_.reset();
  std::filesystem::remove_all(folder_);
}

conductor_process& service_fixture::add_conductor(const std::string& name) {
  conductors_.push_back(
      std::make_unique<conductor_process>(broker_, faulty_, drivers_.catalog(), time_, name));
  return *conductors_.back();
}

void service_fixture::send(const std::string& uuid, const command& x, const std::string& id,
                           std::chrono::seconds age) {
  publish(envelop(x, id, uuid, "/test", time_.now() - age));
}

void service_fixture::publish(const envelope& head) {
  outgoing out;
  out.exchange = routing::node_exchange;
  out.routing_key = routing::shard_key(routing::shard_of(head.subject, default_shards));
  out.id = head.id;
  out.body = encode_envelope(head);
  out.reply_to = client_.reply_address();
  out.correlation_id = head.id;
  out.mandatory = true;
  client_.publish(std::move(out));
}

reply service_fixture::await_reply(const std::string& id) {
  std::unique_lock lock(mutex_);
  BOOST_REQUIRE_MESSAGE(progress_.wait_for(lock, patience, [&] { return replies_.count(id) != 0; }),
                        "no answer to " << id);
  return replies_.extract(id).mapped();
}

reply service_fixture::tell(const std::string& uuid, const command& command) {
  const auto id = "command-" + std::to_string(++sent_);
  send(uuid, command, id);
  return await_reply(id);
}

void service_fixture::take_event(const delivery& delivery) {
  const auto head = decode_envelope(delivery.body);
  if (!head || head->type != "ironbus.provision_state_changed") return;
  std::lock_guard guard(mutex_);
  states_[head->subject][head->sequence.value()] =
      json::parse(head->data.text()).at("to").get<std::string>();
  progress_.notify_all();
}

void service_fixture::await_state(const std::string& uuid, const std::string& state) {
  std::unique_lock lock(mutex_);
  const bool reached = progress_.wait_for(lock, patience, [&] {
    const auto& known = states_[uuid];
    return !known.empty() && known.rbegin()->second == state;
  });
  const auto& known = states_[uuid];
  BOOST_REQUIRE_MESSAGE(reached, "not in '" << state << "' but in '"
                                            << (known.empty() ? "" : known.rbegin()->second)
                                            << "'");
}

std::vector<std::string> service_fixture::states_of(const std::string& uuid) {
  std::lock_guard guard(mutex_);
  std::vector<std::string> out;
  for (const auto& [sequence, state] : states_[uuid]) out.push_back(state);
  return out;
}

node_snapshot service_fixture::snapshot(const std::string& uuid) {
  std::promise<result<stored>> found;
  sqlite_->load("node", uuid, [&](result<stored> x) { found.set_value(std::move(x)); });
  const auto record = found.get_future().get();
  BOOST_REQUIRE(record);
  return decode_snapshot(record->snapshot).value();
}

template <class Snapshot, result<Snapshot> (*Decode)(std::string_view)>
std::map<std::string, Snapshot> service_fixture::all(const std::string& collection) {
  query wanted;
  wanted.collection = collection;
  wanted.with_snapshot = true;
  std::promise<result<std::vector<listed>>> found;
  sqlite_->list(wanted, [&](auto rows) { found.set_value(std::move(rows)); });
  std::map<std::string, Snapshot> out;
  const auto rows = found.get_future().get().value();
  for (const auto& row : rows) out.emplace(row.id, Decode(row.snapshot).value());
  return out;
}

void service_fixture::await_agreement() {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (true) {
    const auto applied = faulty_.applied();
    const auto wrong = check_allocations(all<node_snapshot, decode_snapshot>("nodes"),
                                         all<record_snapshot, decode_record>("allocations"));
    if (wrong.empty()) return;
    BOOST_REQUIRE_MESSAGE(faulty_.await_more_than(applied, until), wrong.front());
  }
}

std::optional<record_snapshot> service_fixture::record(const std::string& subject) {
  std::promise<result<stored>> found;
  sqlite_->load("record", subject, [&](result<stored> x) { found.set_value(std::move(x)); });
  const auto it = found.get_future().get();
  if (!it || it->erased) return std::nullopt;
  return decode_record(it->snapshot).value();
}

reply service_fixture::tell_record(const std::string& subject,
                                   const record_command& record_command) {
  const auto id = "command-" + std::to_string(++sent_);
  publish(envelop(record_command, id, subject, "/test", time_.now()));
  return await_reply(id);
}

json service_fixture::await_record(const std::string& subject,
                                   const std::function<bool(const json&)>& fits) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (true) {
    const auto applied = faulty_.applied();
    const auto found = record(subject);
    auto attributes = found ? found->attributes : json{};
    if (found && fits(attributes)) return attributes;
    BOOST_REQUIRE_MESSAGE(faulty_.await_more_than(applied, until), subject << ": " << attributes);
  }
}

}  // namespace ironbus::test
