#include "ops/simulator/quirks/quirk_makers.hpp"
#include "ops/simulator/quirks/quirk_tools.hpp"
#include "ops/simulator/redfish/paths.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ironbus::simulator {

namespace {

constexpr std::string_view insert_end = "/Actions/VirtualMedia.InsertMedia";
constexpr std::string_view eject_end = "/Actions/VirtualMedia.EjectMedia";

enum class media_order : uint8_t { none, insert, eject };

/// An order to a slot of virtual media, by an action or by PATCH.
struct slot_order {
  media_order what = media_order::none;
  std::string slot;
  bool by_action = false;
};

slot_order read_slot_order(const quirk_exchange& asked) {
  const auto base = media_path(asked.kind()) + "/";
  if (!asked.path.starts_with(base)) return {};
  const auto rest = asked.path.substr(base.size());
  const auto slot = rest.substr(0, rest.find('/'));
  const auto end = rest.substr(slot.size());
  if (asked.request.method == "POST" && end == insert_end) return {media_order::insert, slot, true};
  if (asked.request.method == "POST" && end == eject_end) return {media_order::eject, slot, true};
  if (asked.request.method != "PATCH" || !end.empty()) return {};
  const auto body = parse_json(asked.request.body);
  if (!body || !body->is_object() || !body->contains("Image")) return {};
  return {(*body)["Image"].is_null() ? media_order::eject : media_order::insert, slot, false};
}

std::optional<medium> medium_in(const machine_state& machine, const std::string& slot) {
  const auto found = machine.media().find(slot);
  if (found == machine.media().end()) return std::nullopt;
  return found->second;
}

/// Restores what was in the slot before the request.
void undo_order(machine_state& machine, const std::string& slot,
                const std::optional<medium>& before) {
  machine.eject(slot);
  if (before) machine.insert(slot, *before);
}

/// Remembers the order of a request and the medium before it.
class media_quirk : public quirk {
public:
  std::optional<http::response> before(quirk_exchange& x) override {
    order_ = read_slot_order(x);
    if (order_.what != media_order::none) before_ = medium_in(x.machine(), order_.slot);
    return std::nullopt;
  }

protected:
  slot_order order_;
  std::optional<medium> before_;
};

/// Ejecting takes some seconds. Until then the slot shows the old medium and accepts no other.
class slow_eject_quirk final : public media_quirk {
public:
  void after(quirk_exchange& x, http::response& given) override {
    if (order_.what == media_order::none || !succeeded(given)) return;
    if (order_.what == media_order::eject) return delay(x, given);
    if (!leaving_.contains(order_.slot)) return;
    undo_order(x.machine(), order_.slot, before_);
    given = quirk_problem(x.kind(), {"ResourceInUse"});
  }

  std::optional<timestamp> due() const override {
    const auto first =
        std::ranges::min_element(leaving_, {}, [](const auto& entry) { return entry.second; });
    if (first == leaving_.end()) return std::nullopt;
    return first->second;
  }

  void act(machine_state& machine) override {
    const auto first =
        std::ranges::min_element(leaving_, {}, [](const auto& entry) { return entry.second; });
    machine.eject(first->first);
    leaving_.erase(first);
  }

private:
  static constexpr std::chrono::seconds eject_time{6};

  void delay(quirk_exchange& x, http::response& given) {
    if (!before_) return;
    undo_order(x.machine(), order_.slot, before_);
    leaving_.emplace(order_.slot, x.now() + eject_time);
    if (order_.by_action) given.status = 202;
    count();
  }

  std::map<std::string, timestamp> leaving_;  ///< Slot → end of the ejection.
};

/// Inserting is a task, which mounts the medium at its end. The first one of a slot may fail.
class insert_task_quirk final : public media_quirk {
public:
  explicit insert_task_quirk(bool first_fails) : first_fails_(first_fails) {}

  void after(quirk_exchange& x, http::response& given) override {
    if (order_.what == media_order::insert && order_.by_action && succeeded(given))
      return begin(x, given);
    if (order_.what == media_order::eject && succeeded(given)) cancel(order_.slot);
    if (!is_read(x.request) || given.status != 404) return;
    for (const auto& one : tasks_)
      if (x.path == one.path) given = quirk_document(200, document(one));
  }

  std::optional<timestamp> due() const override {
    std::optional<timestamp> out;
    for (const auto& one : tasks_)
      if (!one.over && (!out || one.ends < *out)) out = one.ends;
    return out;
  }

  void act(machine_state& machine) override {
    for (auto& one : tasks_) {
      if (one.over || one.ends > machine.now()) continue;
      one.over = true;
      if (!one.fails) machine.insert(one.slot, one.wanted);
    }
  }

private:
  static constexpr std::chrono::seconds insert_time{3};
  static constexpr size_t tasks_max = 64;

  struct insert_task {
    std::string path;
    std::string slot;
    medium wanted;
    timestamp ends;
    bool fails = false;
    bool over = false;
  };

  void begin(quirk_exchange& x, http::response& given) {
    const auto wanted = medium_in(x.machine(), order_.slot);
    if (!wanted) return;
    undo_order(x.machine(), order_.slot, before_);
    cancel(order_.slot);
    if (tasks_.size() >= tasks_max) tasks_.erase(tasks_.begin());
    const bool fails = first_fails_ && tried_.insert(order_.slot).second;
    tasks_.push_back({service_path("/TaskService/Tasks/insert-" + std::to_string(++made_)),
                      order_.slot, *wanted, x.now() + insert_time, fails});
    given = quirk_document(202, document(tasks_.back()));
    given.headers.emplace_back("Location", tasks_.back().path);
    given.headers.emplace_back("Retry-After", "1");
    count();
  }

  void cancel(const std::string& slot) {
    for (auto& one : tasks_)
      if (one.slot == slot && !one.over) one.over = one.fails = true;
  }

  static json document(const insert_task& one) {
    auto out = resource(one.path, "Task.v1_5_0.Task", one.path.substr(one.path.rfind('/') + 1),
                        "Insert virtual media");
    out["TaskState"] = !one.over ? "Running" : one.fails ? "Exception" : "Completed";
    out["TaskStatus"] = one.over && one.fails ? "Critical" : "OK";
    out["Messages"] = json::array();
    if (one.over && one.fails)
      out["Messages"].push_back({{"MessageId", "SimulatedMedia.1.0.MountFailed"},
                                 {"Message", "The image could not be mounted."},
                                 {"MessageSeverity", "Critical"}});
    return out;
  }

  const bool first_fails_;
  std::vector<insert_task> tasks_;
  std::set<std::string> tried_;
  unsigned made_ = 0;
};

/// A slot that shows no medium is still connected: inserting is an error until it was ejected.
class insert_error_quirk final : public media_quirk {
public:
  void after(quirk_exchange& x, http::response& given) override {
    if (order_.what == media_order::eject && !cleared_.contains(order_.slot)) {
      if (given.status == 401 || given.status == 404) return;
      cleared_.insert(order_.slot);
      if (!succeeded(given)) given = plain(204);
    }
    if (order_.what != media_order::insert || !succeeded(given) || cleared_.contains(order_.slot))
      return;
    undo_order(x.machine(), order_.slot, before_);
    given = quirk_problem(x.kind(), {.message_id = "SimulatedMedia.1.0.AlreadyConnected",
                                     .status = 500,
                                     .text = "The virtual media is already connected."});
    count();
  }

private:
  static http::response plain(unsigned status) {
    http::response out;
    out.status = status;
    return out;
  }

  std::set<std::string> cleared_;
};

/// For some seconds after an ejection, inserting is an error.
class ejecting_quirk final : public media_quirk {
public:
  void after(quirk_exchange& x, http::response& given) override {
    if (!succeeded(given)) return;
    if (order_.what == media_order::eject && before_) until_[order_.slot] = x.now() + ejecting_time;
    if (order_.what != media_order::insert || x.now() >= until_[order_.slot]) return;
    undo_order(x.machine(), order_.slot, before_);
    given = quirk_problem(x.kind(), {.message_id = "SimulatedMedia.1.0.EjectionInProgress",
                                     .status = 500,
                                     .text = "The ejection is still going on."});
    count();
  }

private:
  static constexpr std::chrono::seconds ejecting_time{4};

  std::map<std::string, timestamp> until_;  ///< By slot.
};

}  // namespace

quirk_ptr make_slow_eject() { return std::make_unique<slow_eject_quirk>(); }
quirk_ptr make_insert_task(bool first_fails) {
  return std::make_unique<insert_task_quirk>(first_fails);
}
quirk_ptr make_ejecting() { return std::make_unique<ejecting_quirk>(); }
quirk_ptr make_insert_error() { return std::make_unique<insert_error_quirk>(); }

}  // namespace ironbus::simulator
