#include "ops/ironbusd/incident/stored_incident.hpp"

#include "messages/wire/decision_record.hpp"
#include "messages/wire/incident.hpp"
#include "ops/ironbusd/folders/data_folder.hpp"
#include "ops/ironbusd/roles/ports.hpp"
#include "ops/ironbusd/store_tools/store_answer.hpp"

namespace ironbus::daemon {

namespace {

constexpr std::chrono::seconds patience{30};
constexpr size_t incident_page_size = 1000;

template <class T, class Ask>
result<T> await(Ask ask) {
  return await_store<result<T>>(ask, patience);
}

class stored_history {
public:
  stored_history(store& records, std::string node) : records_{records}, node_{std::move(node)} {}

  result<incident_sources> read() {
    incident_sources out;
    out.node = node_;
    out.made_at = system_clock{}.now();
    for (auto [subject, texts] :
         {std::pair{decision_subject(node_), &out.decisions}, std::pair{node_, &out.events}})
      if (auto done = read_log(subject, *texts, out.is_cut); !done)
        return tl::unexpected(done.error());
    if (auto done = read_operations(out.operations); !done) return tl::unexpected(done.error());
    auto now = await<stored>([&](auto done) { records_.load("node", node_, std::move(done)); });
    if (!now && now.error().code != error_code::not_found) return tl::unexpected(now.error());
    if (now && !now->erased) out.snapshot = std::move(now->snapshot);
    if (out.snapshot.empty() && out.events.empty() && out.decisions.empty())
      return fail(error_code::not_found, "The store has no data of the node " + node_);
    return out;
  }

private:
  result<std::monostate> read_log(const std::string& subject, std::vector<std::string>& texts,
                                  bool& is_cut) {
    newest_texts newest;
    event_query what{0, subject, incident_page_size};
    for (;;) {
      auto page =
          await<event_page>([&](auto done) { records_.read_events(what, std::move(done)); });
      if (!page) return tl::unexpected(page.error());
      for (auto& one : page->events) {
        what.after = one.position;
        newest.add(std::move(one.event.body));
      }
      if (page->events.size() < incident_page_size) break;
    }
    is_cut = is_cut || newest.has_lost();
    texts = newest.take();
    return {};
  }

  result<std::monostate> read_operations(std::vector<std::string>& texts) {
    query ended;
    ended.collection = "operations";
    ended.filters.push_back({"node", filter::op::equal, {node_}});
    auto rows =
        await<std::vector<listed>>([&](auto done) { records_.list(ended, std::move(done)); });
    if (!rows) return tl::unexpected(rows.error());
    for (auto& row : *rows) texts.push_back(std::move(row.summary));
    return {};
  }

  store& records_;
  const std::string node_;
};

}  // namespace

result<json> read_stored_incident(const settings& settings, const std::string& node) {
  const auto file = data_folder_path(settings.data) / "ironbus.db";
  std::error_code error;
  if (settings.sqlite_store() && !std::filesystem::exists(file, error))
    return fail(error_code::not_found, "There is no store " + file.string());
  auto opened = open_store(settings);
  if (!opened) return tl::unexpected(opened.error());
  const auto sources = stored_history{**opened, node}.read();
  if (!sources) return tl::unexpected(sources.error());
  const auto text = make_incident(*sources);
  if (!text) return tl::unexpected(text.error());
  return parse_own_json(*text);
}

}  // namespace ironbus::daemon
