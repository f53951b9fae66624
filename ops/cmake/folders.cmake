# ironbus_library(<name> [COLD] [ASIO] [ROOT dir] [EXCLUDE regex…] [LINK target…] [PRECOMPILE header…])
#
# One static library of every .cpp below the folder. Its links are the folders it may include (together
# with ops/checks/includes). A folder without sources becomes an interface library, so that its users
# need not know. COLD: code whose processor time no request, message or step notices; a release optimises
# it with -O1. ASIO: its precompiled header contains Asio.
function(ironbus_library name)
  cmake_parse_arguments(arg "COLD;ASIO" "ROOT" "EXCLUDE;LINK;PRECOMPILE" ${ARGN})
  if(NOT arg_ROOT)
    set(arg_ROOT "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${arg_ROOT}/*.cpp")
  foreach(pattern IN LISTS arg_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${pattern}")
  endforeach()

  if(NOT sources)
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name} INTERFACE ${arg_LINK})
    return()
  endif()

  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC ${arg_LINK})
  ironbus_group_sources(${name} KB ${IRONBUS_UNIT_KB} ${sources})
  if(arg_COLD)
    target_compile_options(${name} PRIVATE ${IRONBUS_COLD_OPTIONS})
  endif()
  if(arg_PRECOMPILE)
    ironbus_precompile(${name} ${arg_PRECOMPILE})
  else()
    set(header ironbus)
    if(arg_COLD AND IRONBUS_COLD_OPTIONS)
      string(APPEND header _cold)
    endif()
    if(arg_ASIO)
      string(APPEND header _asio)
    endif()
    target_precompile_headers(${name} REUSE_FROM ${header}_header)
  endif()
endfunction()

# ironbus_group_sources(<name> KB kilobytes source…): compiles neighbouring sources together, so many
# kilobytes at a time. Size predicts the seconds of a unit well; the number of files does not. Sources that
# include the node's members are kept together, because these headers change most.
function(ironbus_group_sources name)
  cmake_parse_arguments(arg "" "KB" "" ${ARGN})
  set(sources ${arg_UNPARSED_ARGUMENTS})
  list(SORT sources)
  math(EXPR most "${arg_KB} * 1024")
  foreach(kind IN ITEMS plain node)
    set(${kind}_group 0)
    set(${kind}_bytes 0)
  endforeach()
  foreach(source IN LISTS sources)
    file(STRINGS "${source}" includes REGEX "messages/model/(node|snapshot)\\.hpp" LIMIT_COUNT 1)
    set(kind plain)
    if(includes)
      set(kind node)
    endif()
    file(SIZE "${source}" size)
    math(EXPR ${kind}_bytes "${${kind}_bytes} + ${size}")
    if(${kind}_bytes GREATER most AND NOT ${kind}_bytes EQUAL size)
      math(EXPR ${kind}_group "${${kind}_group} + 1")
      set(${kind}_bytes ${size})
    endif()
    set_property(SOURCE "${source}" PROPERTY UNITY_GROUP "${kind}_${${kind}_group}")
  endforeach()
  set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# nlohmann/json without its literals, which no source uses: because of them each unit would instantiate the parser,
# which costs 0.6 s. Only precompiled headers include it; its include guard is the library's.
get_target_property(json_folder nlohmann_json::nlohmann_json INTERFACE_INCLUDE_DIRECTORIES)
list(GET json_folder 0 json_folder)
file(READ "${json_folder}/nlohmann/json.hpp" json_text)
string(REGEX REPLACE "JSON_HEDLEY_NON_NULL\\(1\\)\ninline nlohmann::json[^\n]*operator \"\" _json[^}]*}\n" "" json_text "${json_text}")
string(REGEX REPLACE "[^\n]*using nlohmann::literals::json_literals::operator[^\n]*\n" "" json_text "${json_text}")
file(WRITE "${PROJECT_BINARY_DIR}/headers/json.hpp.new" "${json_text}")
configure_file("${PROJECT_BINARY_DIR}/headers/json.hpp.new" "${PROJECT_BINARY_DIR}/headers/json.hpp" COPYONLY)

# What most users of Asio include. All of boost/asio.hpp would cost each unit another 0.8 s.
set(IRONBUS_ASIO_HEADERS any_io_executor awaitable co_spawn detached executor_work_guard io_context ip/tcp post
    redirect_error steady_timer strand this_coro use_awaitable)
list(TRANSFORM IRONBUS_ASIO_HEADERS REPLACE "(.+)" "boost/asio/\\1.hpp")

# The standard headers nearly every source uses, nlohmann/json, and what the caller adds.
function(ironbus_precompile name)
  list(TRANSFORM ARGN REPLACE "(.+)" "<\\1>")
  target_precompile_headers(${name} PRIVATE
    <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <set> <string>
    <string_view> <unordered_map> <utility> <variant> <vector> "${PROJECT_BINARY_DIR}/headers/json.hpp" ${ARGN})
endfunction()

# ironbus_header_carrier(<name> [header…]): a precompiled header for many targets to reuse.
function(ironbus_header_carrier name)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/headers/${name}.cpp"
       CONTENT "// Carries the precompiled header @name@.\n" @ONLY)
  add_library(${name} OBJECT "${PROJECT_BINARY_DIR}/headers/${name}.cpp")
  ironbus_precompile(${name} ${ARGN})
endfunction()

ironbus_header_carrier(ironbus_header)
ironbus_header_carrier(ironbus_asio_header ${IRONBUS_ASIO_HEADERS})
target_link_libraries(ironbus_asio_header PRIVATE ironbus_asio)
if(IRONBUS_COLD_OPTIONS)
  ironbus_header_carrier(ironbus_cold_header)
  target_compile_options(ironbus_cold_header PRIVATE ${IRONBUS_COLD_OPTIONS})
  ironbus_header_carrier(ironbus_cold_asio_header ${IRONBUS_ASIO_HEADERS})
  target_compile_options(ironbus_cold_asio_header PRIVATE ${IRONBUS_COLD_OPTIONS})
  target_link_libraries(ironbus_cold_asio_header PRIVATE ironbus_asio)
endif()
