#include "tests/contract/store/on_stores.hpp"
#include "tests/support/await.hpp"

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(members_and_steps)

namespace {

/// "name/incarnation description" of each member.
texts alive(fresh_store& it) {
  texts found;
  auto all = it->members().value();
  for (const auto& x : all) found.push_back(x.name + "/" + x.incarnation + " " + x.description);
  return found;
}

std::string text_of(const result<step_claim>& x) {
  return x ? x->owner + "=" + x->outcome : code_of(x);
}

}  // namespace

ON_ALL_STORES(members_live_as_long_as_they_renew) {
  BOOST_TEST(alive(it).empty());
  it->announce({"c2", "i1", "{}"}, 300ms).value();
  it->announce({"c1", "i1", "{\"a\":1}"}, 60s).value();
  BOOST_TEST(alive(it) == (texts{"c1/i1 {\"a\":1}", "c2/i1 {}"}), boost::test_tools::per_element());
  it->announce({"c2", "i1", "{new}"}, 400ms).value();
  BOOST_TEST(alive(it).back() == "c2/i1 {new}");
  BOOST_TEST(fulfilled([&] { return alive(it) == texts{"c1/i1 {\"a\":1}"}; }));
}

ON_ALL_STORES(new_incarnation_replaces_the_previous_one) {
  it->announce({"c1", "i1", ""}, 60s).value();
  it->announce({"c1", "i2", ""}, 60s).value();
  BOOST_TEST(alive(it) == texts{"c1/i2 "}, boost::test_tools::per_element());
  BOOST_TEST(code_of(it->announce({"c1", "i1", ""}, 60s)) == "conflict");
  it->raw().withdraw("c1", "i1");  // not the current one
  BOOST_TEST(alive(it) == texts{"c1/i2 "}, boost::test_tools::per_element());
  it->raw().withdraw("c1", "i2");
  BOOST_TEST(alive(it).empty());
}

ON_ALL_STORES(step_is_claimed_once) {
  BOOST_TEST(text_of(it->claim("s1", "w1/a")) == "w1/a=");
  BOOST_TEST(text_of(it->claim("s1", "w2/b")) == "w1/a=");
  BOOST_TEST(text_of(it->claim("s1", "w1/a")) == "w1/a=");
  BOOST_TEST(text_of(it->claim("s2", "w2/b")) == "w2/b=");
  BOOST_TEST(code_of(it->finish("s1", "w1/a", "{done}")) == "ok");
  BOOST_TEST(text_of(it->claim("s1", "w2/b")) == "w1/a={done}");
}

ON_ALL_STORES(claim_reports_whether_it_existed) {
  BOOST_TEST(!it->claim("s1", "w1/a")->found);
  BOOST_TEST(it->claim("s1", "w1/a")->found);
  BOOST_TEST(it->claim("s1", "w2/b", claim_purpose::keep)->found);
  BOOST_TEST(!it->claim("s2", "w2/b", claim_purpose::keep)->found);
}

ON_ALL_STORES(claim_can_be_read_without_claiming) {
  BOOST_TEST(text_of(it->read_claim("s1")) == "not_found");
  it->claim("s1", "w1/a").value();
  BOOST_TEST(text_of(it->read_claim("s1")) == "w1/a=");
  it->finish("s1", "w1/a", "{done}").value();
  BOOST_TEST(text_of(it->read_claim("s1")) == "w1/a={done}");
}

ON_ALL_STORES(step_is_taken_over_only_from_the_named_owner) {
  it->claim("s1", "w1/a").value();
  BOOST_TEST(text_of(it->take_over("s1", "w9/z", "w2/b")) == "w1/a=");
  BOOST_TEST(text_of(it->take_over("s1", "w1/a", "w2/b")) == "w2/b=");
  BOOST_TEST(text_of(it->take_over("s1", "w1/a", "w3/c")) == "w2/b=");
  BOOST_TEST(text_of(it->claim("s1", "w1/a")) == "w2/b=");
  BOOST_TEST(code_of(it->finish("s1", "w1/a", "{late}")) == "conflict");
  BOOST_TEST(code_of(it->finish("s1", "w2/b", "{done}")) == "ok");
  BOOST_TEST(text_of(it->take_over("s1", "w2/b", "w3/c")) == "w2/b={done}");
}

ON_ALL_STORES(step_ends_once) {
  BOOST_TEST(code_of(it->finish("s1", "w1/a", "{done}")) == "not_found");
  it->claim("s1", "w1/a").value();
  BOOST_TEST(code_of(it->finish("s1", "w1/a", "{done}")) == "ok");
  BOOST_TEST(code_of(it->finish("s1", "w1/a", "{done}")) == "ok");
  BOOST_TEST(code_of(it->finish("s1", "w1/a", "{other}")) == "conflict");
  BOOST_TEST(text_of(it->claim("s1", "w2/b")) == "w1/a={done}");
}

ON_ALL_STORES(running_store_answers_a_ping) {
  BOOST_TEST(code_of(it->ping()) == "ok");
  BOOST_TEST(!it->raw().durability().empty());
}

BOOST_AUTO_TEST_SUITE_END()
