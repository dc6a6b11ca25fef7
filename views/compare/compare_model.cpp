#include "views/compare/compare_model.h"

#include <algorithm>

#include "core/base/error.h"
#include "views/common/text.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {
constexpr int kCurvePoints = 2000;  // points per line, about as many as a screen shows
}

CompareModel::CompareModel(QObject* parent) : QObject(parent) {}

void CompareModel::setStore(const QString& path) {
  loading_.cancel();
  store_ = path;
  runs_.clear();
  baseline_ = 0;
  comparison_.reset();
  curves_.clear();
  Q_EMIT changed();
}

void CompareModel::compare(std::vector<RunId> runs) {
  runs_.clear();
  for (const RunId run : runs)
    if (std::find(runs_.begin(), runs_.end(), run) == runs_.end()) runs_.push_back(run);
  if (std::find(runs_.begin(), runs_.end(), baseline_) == runs_.end()) baseline_ = runs_.empty() ? 0 : runs_.front();
  load();
}

void CompareModel::add(RunId run) {
  if (std::find(runs_.begin(), runs_.end(), run) != runs_.end()) return;
  std::vector<RunId> runs = runs_;
  runs.push_back(run);
  compare(std::move(runs));
}

void CompareModel::remove(RunId run) {
  std::vector<RunId> runs = runs_;
  std::erase(runs, run);
  compare(std::move(runs));
}

void CompareModel::setBaseline(RunId run) {
  if (run == baseline_ || std::find(runs_.begin(), runs_.end(), run) == runs_.end()) return;
  baseline_ = run;
  load();
}

void CompareModel::refresh() {
  if (!runs_.empty()) load();
}

FactsList CompareModel::facts() const {
  return comparison_ ? FactsList(comparison_, &comparison_->runs) : nullptr;
}

int CompareModel::indexOf(RunId run) const {
  if (comparison_)
    for (std::size_t i = 0; i < comparison_->runs.size(); ++i)
      if (comparison_->runs[i].info.id == run) return static_cast<int>(i);
  return -1;
}

void CompareModel::load() {
  if (runs_.empty() || store_.isEmpty()) {
    loading_.cancel();
    comparison_.reset();
    curves_.clear();
    Q_EMIT changed();
    return;
  }
  loading_.start(
      [this, runs = runs_, baseline = baseline_, path = store_.toStdString()](const std::atomic<bool>& cancelled) -> std::function<void()> {
        Message failure;
        try {
          const RunReader reader(path);
          std::vector<RunFacts> facts;
          RunList curves;
          std::vector<RunId> gone;
          std::size_t base = 0;
          for (const RunId run : runs) {
            if (cancelled) return {};
            if (!reader.run(run)) {
              gone.push_back(run);
              continue;
            }
            if (run == baseline) base = facts.size();
            facts.push_back(factsOf(reader, run));
            const Metric& metric = infoOf(taskOf(facts.back().info)).metric;
            curves.push_back(std::make_shared<RunCurves>(
                loadRunCurves(reader, run, kCurvePoints, {"val_loss", "train_loss", keyOf("val_", metric), keyOf("train_", metric)})));
            curves.back()->store = path;
          }
          auto comparison = std::make_shared<const RunComparison>(stepscope::compare(std::move(facts), base));
          return [this, comparison, curves, gone] {
            comparison_ = comparison->runs.empty() ? nullptr : comparison;
            curves_ = curves;
            for (const RunId run : gone) std::erase(runs_, run);
            baseline_ = comparison_ ? comparison_->runs[comparison_->baseline].info.id : 0;
            Q_EMIT changed();
            if (gone.empty()) return;
            Message note;
            note.level = Message::Level::Info;
            note.what = gone.size() == 1 ? stepscope::tr("Run %1 was deleted, and is left out").arg(gone[0])
                                         : stepscope::tr("%1 runs were deleted, and are left out").arg(gone.size());
            Q_EMIT message(note);
          };
        } catch (const Error& error) {
          failure = messageOf(error);
        } catch (const std::exception& error) {
          failure.what = engineText(error);
        }
        return [this, failure] { Q_EMIT message(failure); };
      });
}

}  // namespace stepscope
