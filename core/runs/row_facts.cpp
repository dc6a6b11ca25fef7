#include "core/runs/row_facts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/number_text.h"
#include "core/store/run_quantities.h"

namespace stepscope {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double numberIn(const std::string& text) {
  if (text.empty() || (!std::isdigit(static_cast<unsigned char>(text.back())) && text.back() != '.')) return kNaN;
  const auto number = numberInFront(text);
  return number && number->rest.empty() ? number->value : kNaN;
}

struct Alias {
  const char* written;
  std::vector<std::string> names;  // the first existing one is used
};

const std::vector<Alias>& aliases() {
  static const std::vector<Alias> list = {{"tag", {"tags"}},
                                          {"id", {"run"}},
                                          {"star", {"starred"}},
                                          {"memory", {"peak_memory"}},
                                          {"speed", {"samples_per_second"}},
                                          {"batch", {"switches.batch_size"}},
                                          {"lr", {"train.optimizer.learning_rate", "lr"}}};
  return list;
}

}  // namespace

Fact numberFact(double value) {
  return {Fact::Kind::Number, value, {}};
}
Fact textFact(std::string text) {
  const double number = numberIn(text);
  return {Fact::Kind::Text, number, std::move(text)};
}
Fact flagFact(bool value) {
  return {Fact::Kind::Flag, value ? 1.0 : 0.0, value ? "yes" : "no"};
}

bool isTrue(const Fact& fact) {
  if (fact.kind != Fact::Kind::Text) return fact.number != 0 && !std::isnan(fact.number);
  if (!std::isnan(fact.number)) return fact.number != 0;
  for (const char* no : {"", "off", "false", "no", "none", "[]"})
    if (fact.text == no) return false;
  return true;
}

FactColumns::FactColumns() {
  for (const char* name : {"run", "name", "status", "model", "tags", "note", "group", "starred", "archived", "created", "duration", "steps", "epochs",
                           "samples_per_second", "step_ms", "message"})
    idOf(name, FactGroup::Run);
  for (const RunQuantity& quantity : runQuantities()) idOf(quantity.fact, FactGroup::Run);
}

std::uint32_t FactColumns::idOf(const std::string& name, FactGroup group) {
  const auto [found, added] = ids_.emplace(name, static_cast<std::uint32_t>(columns_.size()));
  if (added) columns_.push_back({name, group});
  return found->second;
}

std::optional<std::uint32_t> FactColumns::find(const std::string& name) const {
  const auto found = ids_.find(name);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> FactColumns::resolve(const std::string& written) const {
  if (const auto exact = find(written)) return exact;
  for (const Alias& alias : aliases())
    if (written == alias.written)
      for (const std::string& name : alias.names)
        if (const auto found = find(name)) return found;
  for (const char* prefix : {"val_", "best_val_", "train_"})
    if (const auto found = find(prefix + written)) return found;
  std::optional<std::uint32_t> only;
  const std::string end = "." + written;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!columns_[i].name.ends_with(end)) continue;
    if (only) return std::nullopt;
    only = static_cast<std::uint32_t>(i);
  }
  return only;
}

RowFacts::RowFacts(const RunRow& row, FactColumns& columns) {
  const RunInfo& run = row.info;
  const auto put = [&](const std::string& name, FactGroup group, std::vector<Fact> values) {
    if (!values.empty()) entries_.push_back({columns.idOf(name, group), std::move(values)});
  };
  const auto number = [&](const char* name, double value) {
    if (!std::isnan(value)) put(name, FactGroup::Run, {numberFact(value)});
  };
  number("run", static_cast<double>(run.id));
  put("name", FactGroup::Run, {textFact(run.name)});
  put("status", FactGroup::Run, {textFact(howItEnded(run))});
  put("model", FactGroup::Run, {textFact(run.model)});
  std::vector<Fact> tags;
  for (const std::string& tag : run.tags) tags.push_back(textFact(tag));
  put("tags", FactGroup::Run, std::move(tags));
  if (!run.note.empty()) put("note", FactGroup::Run, {textFact(run.note)});
  if (!run.group.empty()) put("group", FactGroup::Run, {textFact(run.group)});
  if (!run.message.empty()) put("message", FactGroup::Run, {textFact(run.message)});
  put("starred", FactGroup::Run, {flagFact(run.starred)});
  put("archived", FactGroup::Run, {flagFact(run.archived)});
  number("created", static_cast<double>(run.createdMs));
  // During training the row of the run is written every few seconds, its series twice a second: the larger step is the newer one.
  std::int64_t step = run.step;
  if (run.status == RunStatus::Running)
    for (const SeriesInfo& series : row.series) step = std::max(step, series.lastStep);
  number("steps", static_cast<double>(step));
  number("epochs", static_cast<double>(run.epoch));
  const RunSummary summary = summaryOf(run);
  for (const RunQuantity& quantity : runQuantities()) number(quantity.fact, quantity.of(summary));
  for (const SeriesInfo& series : row.series) {
    if (columns.find(series.key) && columns.all()[*columns.find(series.key)].group == FactGroup::Run) continue;  // already a column of the whole run
    put(series.key, FactGroup::Metric, {numberFact(series.lastValue)});
    if (series.key.starts_with("system/")) continue;
    if (!std::isnan(series.min)) put(series.key + ".min", FactGroup::Metric, {numberFact(series.min)});
    if (!std::isnan(series.max)) put(series.key + ".max", FactGroup::Metric, {numberFact(series.max)});
  }
  const auto has = [&](const std::string& name) {
    return std::any_of(row.series.begin(), row.series.end(), [&](const SeriesInfo& series) { return series.key == name; });
  };
  for (const auto& [key, value] : run.finals) {
    // Skips values that are also in the series, or more exact in the summary.
    if (std::isnan(value) || has(key) || key.ends_with("_bytes") || key == "samples_per_second") continue;
    put(key, FactGroup::Final, {numberFact(value)});
  }
  for (const Setting& setting : settingsOf(run)) {
    std::vector<Fact> values;
    // A flag is written as in the configuration, as reports and comparisons do.
    for (const std::string& value : setting.values)
      values.push_back(value == "true" || value == "false" ? Fact{Fact::Kind::Flag, value == "true" ? 1.0 : 0.0, value} : textFact(value));
    put(setting.key, FactGroup::Setting, std::move(values));
  }
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.column < b.column; });
  entries_.shrink_to_fit();
}

const std::vector<Fact>* RowFacts::find(std::uint32_t column) const {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), column, [](const Entry& entry, std::uint32_t id) { return entry.column < id; });
  return found != entries_.end() && found->column == column ? &found->values : nullptr;
}

const Fact* RowFacts::last(std::uint32_t column) const {
  const std::vector<Fact>* values = find(column);
  return values ? &values->back() : nullptr;
}

int compareFacts(const Fact* a, const Fact* b) {
  // A metric that is NaN counts as unknown.
  if (a && a->kind == Fact::Kind::Number && std::isnan(a->number)) a = nullptr;
  if (b && b->kind == Fact::Kind::Number && std::isnan(b->number)) b = nullptr;
  if (!a || !b) return !a && !b ? 0 : a ? 1 : -1;
  const bool x = !std::isnan(a->number), y = !std::isnan(b->number);
  if (x && y) return a->number < b->number ? -1 : a->number > b->number ? 1 : 0;
  if (x != y) return x ? -1 : 1;
  return a->text.compare(b->text) < 0 ? -1 : a->text == b->text ? 0 : 1;
}

}  // namespace stepscope
