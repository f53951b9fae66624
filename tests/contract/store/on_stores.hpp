#pragma once

#include "tests/contract/store/store_client.hpp"
#include "tests/support/test_link.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace ironbus::test {

using texts = std::vector<std::string>;

/// Kinds of stores for the suite: with an encrypted link only Redis.
inline texts kinds_of_suite(texts all) { return link_is_encrypted() ? texts{"redis"} : all; }

inline const texts store_kinds = kinds_of_suite({"redis", "sqlite"});
/// Including the store of the simulation.
inline const texts all_store_kinds = kinds_of_suite({"redis", "sqlite", "simulated"});

}  // namespace ironbus::test

/// A test case for each of some kinds of stores; `it` is a new store.
#define ON_STORES(name, kinds)                                              \
  static void name##_on(::ironbus::test::fresh_store& it);                  \
  BOOST_DATA_TEST_CASE(name, ::boost::unit_test::data::make(kinds), kind) { \
    ::ironbus::test::fresh_store it{kind};                                  \
    name##_on(it);                                                          \
  }                                                                         \
  static void name##_on(::ironbus::test::fresh_store& it)

/// On persistent stores, which have tools.
#define ON_BOTH_STORES(name) ON_STORES(name, ::ironbus::test::store_kinds)
#define ON_ALL_STORES(name) ON_STORES(name, ::ironbus::test::all_store_kinds)
