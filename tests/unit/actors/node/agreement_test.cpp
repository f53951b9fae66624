#include "actors/catalog/decide_record.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <deque>
#include <random>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string wish = "22222222-bbbb-4bbb-8bbb-000000000006";
const std::array<std::string, 2> both{"6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01",
                                      "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e02"};

/// Two nodes, one allocation, and the messages between them, which may be delayed and repeated.
class small_fleet {
public:
  explicit small_fleet(uint32_t seed) : chance_{seed} {
    for (const auto& uuid : both) enrol(uuid);
  }

  void something_happens() {
    if (draw(3) == 0)
      send_request();
    else
      deliver(draw(3));
  }

  /// Delivers all messages; false if they never end.
  bool comes_to_rest() {
    for (int round = 0; round < 100; ++round) {
      if (!deliver_all() && !question_ && !(record_ && record_->asked)) return true;
      if (question_)
        answer_question();
      else if (record_ && record_->asked)
        tell_record(deadline_passed{});
    }
    return false;
  }

  /// A node carries no allocation that has failed, belongs to another node or does not exist. An
  /// active allocation has its node, or a message about its loss is under way.
  bool agrees() const {
    for (size_t i = 0; i < 2; ++i)
      if (carries(i) && !(record_ && (has(i) || is_asking(i)))) return false;
    for (size_t i = 0; i < 2; ++i)
      if (record_ && has(i) && !carries(i) && !is_published(i)) return false;
    return true;
  }

  bool owes_nothing() const { return waiting_.empty(); }
  std::string story() const { return story_; }

private:
  size_t draw(size_t n) { return chance_() % n; }
  std::string fresh_id() { return "m-" + std::to_string(++ids_); }

  void enrol(const std::string& uuid) {
    tell_node(uuid, create_node{{{"driver", "fake-hardware"}, {"resource_class", "gold"}}, 115});
    auto& attributes = nodes_[uuid]->attributes;
    attributes.state = provision_state::available;
    attributes.power_state = power_state::off;
  }

  void send_request() {
    const auto& uuid = both[draw(2)];
    auto& node = nodes_[uuid];
    // A UUID is not reused while a message about its former owner may arrive.
    const bool all_delivered = mail_[0].empty() && mail_[1].empty() && mail_[2].empty();
    const auto what = draw(9);
    if (!all_delivered && (what == 7 ? !node : what < 2 && !record_)) return;
    switch (what) {
      case 0: return tell_record(record_command{create_record{{{"resource_class", "gold"}}, 115}});
      case 1:
        return tell_record(
            record_command{create_record{{{"resource_class", "gold"}, {"node", uuid}}, 115}});
      case 2:
      case 3: return tell_record(record_command{delete_record{}});
      case 4: return tell_record(taken_over{});
      case 5: return tell_node(uuid, set_maintenance{draw(2) == 0, {}});
      case 6: return tell_node(uuid, update_node{{{"remove", "/instance_uuid", nullptr}}});
      case 7: return node ? tell_node(uuid, delete_node{}) : enrol(uuid);
      default:
        if (!node) return;
        const bool runs = node->attributes.state == provision_state::active;
        node->attributes.state = runs ? provision_state::available : provision_state::active;
    }
  }

  bool deliver_all() {
    bool any = false;
    for (size_t i = 0; i < 3; ++i)
      for (; !mail_[i].empty(); any = true) deliver(i);
    return any;
  }

  void deliver(size_t receiver) {
    if (receiver == 2 && question_ && draw(2) == 0) return answer_question();
    auto& mail = mail_[receiver];
    if (mail.empty()) return;
    const auto letter = mail.front();
    if (draw(4) != 0) mail.pop_front();  // otherwise it is repeated
    const auto head = decode_envelope(letter).value();
    story_ += " " + std::to_string(receiver) + ":" + head.type;
    if (receiver == 2)
      decide_for_record(head.id, decode_record_command(head).value());
    else
      decide_for_node(both[receiver], head.id, decode_node_message(head).value());
  }

  void answer_question() {
    question_ = false;
    rows_found found;
    for (const auto& [uuid, node] : nodes_)
      if (node && node->attributes.state == provision_state::available &&
          !node->attributes.instance_uuid && !node->attributes.maintenance)
        found.rows.push_back({uuid, ""});
    if (draw(4) != 0) decide_for_record(fresh_id(), found);  // otherwise it is lost
  }

  void tell_node(const std::string& uuid, const command& x) {
    decide_for_node(uuid, fresh_id(), x);
  }
  void tell_record(const record_message& x) { decide_for_record(fresh_id(), x, "client"); }

  void decide_for_node(const std::string& uuid, const std::string& id,
                       const node_message& message) {
    const context ctx{now_, drivers_, policy_, options_, "bench"};
    auto& node = nodes_[uuid];
    const bool new_one = !node && begins_node(message);
    auto d = decide(node ? &*node : nullptr, uuid, id, message, ctx);
    if (d.answer.refused || !d.changed) return;
    post(d.messages());
    if (node || new_one) node = d.erased ? std::nullopt : std::optional{std::move(d.next)};
  }

  void decide_for_record(const std::string& id, const record_message& message,
                         std::string_view reply_to = {}) {
    context ctx{now_, drivers_, policy_, options_, "bench"};
    ctx.reply_to = reply_to;
    ctx.correlation_id = id;
    auto d = decide_record(*find_record_type("allocation"), record_ ? &*record_ : nullptr, wish, id,
                           message, ctx);
    if (d.answer.refused) return;
    if (d.answer.later && !reply_to.empty()) waiting_.insert(id);
    if (!d.changed) return;
    post(d.messages());
    question_ = question_ || d.question;
    const bool made = std::holds_alternative<record_command>(message) &&
                      std::holds_alternative<create_record>(std::get<record_command>(message));
    if (record_ || made) record_ = d.erased ? std::nullopt : std::optional{std::move(d.next)};
  }

  void post(const std::vector<outgoing>& messages) {
    for (const auto& x : messages) {
      waiting_.erase(x.correlation_id);
      if (x.exchange != routing::node_exchange) continue;
      const auto target = decode_envelope(x.body)->subject;
      mail_[target == both[0] ? 0 : target == both[1] ? 1 : 2].push_back(x.body);
    }
  }

  bool carries(size_t i) const {
    const auto& node = nodes_.at(both[i]);
    return node && node->attributes.allocation_uuid == wish;
  }
  bool has(size_t i) const { return record_->attributes["node_uuid"] == both[i]; }
  bool is_asking(size_t i) const {
    return record_->attributes["state"] == "allocating" && record_->asked == both[i];
  }
  bool is_published(size_t index) const {
    return std::any_of(mail_[2].begin(), mail_[2].end(), [&](const std::string& letter) {
      const auto what = decode_record_command(decode_envelope(letter).value()).value();
      const auto* end = std::get_if<delete_record>(&what);
      return end != nullptr && end->node == both[index];
    });
  }

  std::mt19937 chance_;
  timestamp now_{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};
  driver_catalog drivers_ = make_catalog();
  installation_policy policy_;
  conductor_options options_;
  std::map<std::string, std::optional<node_snapshot>> nodes_;
  std::optional<record_snapshot> record_;
  std::array<std::deque<std::string>, 3> mail_;  ///< For the nodes, and for the allocation.
  bool question_ = false;
  std::set<std::string> waiting_;
  size_t ids_ = 0;
  std::string story_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(an_allocation_and_its_node_always_agree) {
  for (uint32_t seed = 1; seed <= 400; ++seed) {
    small_fleet fleet{seed};
    for (int i = 0; i < 100; ++i) {
      fleet.something_happens();
      BOOST_REQUIRE_MESSAGE(fleet.agrees(), "seed " << seed << ":" << fleet.story());
    }
    BOOST_REQUIRE_MESSAGE(fleet.comes_to_rest(), "seed " << seed << ":" << fleet.story());
    BOOST_REQUIRE_MESSAGE(fleet.agrees() && fleet.owes_nothing(),
                          "seed " << seed << " at rest:" << fleet.story());
  }
}
