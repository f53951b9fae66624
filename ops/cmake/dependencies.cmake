# Every package from outside. Debian 12 has two Boosts; only 1.81 is used.

find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(tl-expected REQUIRED)
find_package(Boost 1.81.0 EXACT CONFIG REQUIRED COMPONENTS url)
find_package(OpenSSL REQUIRED)
find_package(CAF 0.17.6 REQUIRED)
find_package(rabbitmq-c REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(spdlog REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
find_package(simdjson REQUIRED)
find_package(LibArchive 3.6 REQUIRED)

# hiredis' own flags define _FILE_OFFSET_BITS, which would refuse the shared precompiled header.
find_library(HIREDIS_LIBRARY hiredis REQUIRED)
find_path(HIREDIS_INCLUDE_DIR hiredis/hiredis.h REQUIRED)
add_library(ironbus_hiredis INTERFACE)
target_include_directories(ironbus_hiredis SYSTEM INTERFACE "${HIREDIS_INCLUDE_DIR}")
target_link_libraries(ironbus_hiredis INTERFACE "${HIREDIS_LIBRARY}")

# Of valijson there are only headers, where all headers are.
find_path(VALIJSON_INCLUDE_DIR valijson/validator.hpp REQUIRED)

# Of RE2, Debian has only a .pc.
find_library(RE2_LIBRARY re2 REQUIRED)
find_path(RE2_INCLUDE_DIR re2/re2.h REQUIRED)
add_library(ironbus_re2 INTERFACE)
target_include_directories(ironbus_re2 SYSTEM INTERFACE "${RE2_INCLUDE_DIR}")
target_link_libraries(ironbus_re2 INTERFACE "${RE2_LIBRARY}")

# Of prometheus-cpp only the core: its CMake file asks for a web server and CURL, which we do not use.
find_library(PROMETHEUS_CORE_LIBRARY prometheus-cpp-core REQUIRED)
find_path(PROMETHEUS_INCLUDE_DIR prometheus/text_serializer.h REQUIRED)
add_library(ironbus_prometheus INTERFACE)
target_include_directories(ironbus_prometheus SYSTEM INTERFACE "${PROMETHEUS_INCLUDE_DIR}")
target_link_libraries(ironbus_prometheus INTERFACE "${PROMETHEUS_CORE_LIBRARY}")

# Asio and Beast are compiled once, here, and not again in every source that includes them.
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/asio/asio.cpp" CONTENT [[
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
]])
add_library(ironbus_asio STATIC EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/asio/asio.cpp")
target_compile_definitions(ironbus_asio PUBLIC
  BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED)
target_link_libraries(ironbus_asio PUBLIC
  Boost::headers Boost::url OpenSSL::SSL OpenSSL::Crypto Threads::Threads)

if(IRONBUS_TESTS)
  find_package(Boost 1.81.0 EXACT CONFIG REQUIRED COMPONENTS unit_test_framework)
endif()
