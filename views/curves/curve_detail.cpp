#include "views/curves/curve_detail.h"

#include <algorithm>
#include <cmath>

#include "core/store/run_store.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curves_model.h"

namespace stepscope {
namespace {

constexpr std::size_t kDetailStretches = 4096;  // largest number of intervals per line: two per pixel of a screen 2048 px wide

bool empty(const XRange& range) {
  return range.second <= range.first;
}

// A line to read from the store, and its place in the charts.
struct Asked {
  std::size_t chart, index;
  std::shared_ptr<RunCurves> run;
  ChartLine line;
  double first, last;  // range of steps to read
};

}  // namespace

CurveDetail::CurveDetail(std::vector<CurveChart>* charts, const CurvesModel* model, const CurveToolbar* toolbar, QObject* parent)
    : QObject(parent), charts_(charts), model_(model), toolbar_(toolbar) {}

void CurveDetail::forget() {
  detailed_ = {0, 0};
}

void CurveDetail::cancel() {
  detailJob_.cancel();
  forget();
}

// Reads the clocks of stored runs whose series are all too long for loadRunCurves to read them. The clock of a run in training grows with the run.
void CurveDetail::loadClocks() {
  const XAxis axis = toolbar_->options().axis;
  if (axis != XAxis::Time && axis != XAxis::Clock) return;
  std::vector<std::shared_ptr<RunCurves>> missing;
  for (const auto& run : model_->runs())
    if (run->clock.empty() && !run->store.empty()) missing.push_back(run);
  if (missing.empty()) return;
  clockJob_.start([this, missing](const std::atomic<bool>& cancelled) -> std::function<void()> {
    std::vector<Mapping> clocks;
    try {
      const RunReader reader(missing[0]->store);
      for (const auto& run : missing) {
        if (cancelled) return {};
        clocks.push_back(loadClock(reader, run->id));
      }
    } catch (const std::exception&) {
      // Errors of the store are not reported here: the list of runs, which polls it several times a second, reports them.
    }
    return [this, missing, clocks] {
      bool any = false;
      for (std::size_t i = 0; i < clocks.size(); ++i)
        if (!clocks[i].empty()) missing[i]->clock = clocks[i], any = true;
      if (any) Q_EMIT clocksRead();
    };
  });
}

void CurveDetail::load(XRange seen) {
  const bool whole = empty(seen);
  const CurveOptions options = toolbar_->options();
  const double margin = (seen.second - seen.first) / 2;
  const XRange wanted = whole ? XRange{0, 0} : XRange{seen.first - margin, seen.second + margin};
  std::vector<Asked> asked;  // lines of thinned series
  for (std::size_t c = 0; c < charts_->size(); ++c)
    for (std::size_t i = 0; i < (*charts_)[c].lines().size(); ++i) {
      const ChartLine& line = (*charts_)[c].lines()[i];
      const auto& run = model_->runs()[line.runs[0]];
      if (line.runs.size() > 1 || run->store.empty() || !run->curve(line.series).thinned()) continue;
      const double first = stepOf(*run, options.axis, wanted.first), last = stepOf(*run, options.axis, wanted.second);
      asked.push_back({c, i, run, line, whole || !std::isfinite(first) ? -1e300 : first, whole || !std::isfinite(last) ? 1e300 : last});
    }
  if (asked.empty()) return;
  if (whole) {
    if (!empty(detailed_)) Q_EMIT overviewWanted();
    std::erase_if(asked, [](const Asked& one) { return !one.line.smooth; });
    if (asked.empty()) return Q_EMIT linesRead();
  } else if (seen.first >= detailed_.first && seen.second <= detailed_.second &&
             seen.second - seen.first > (detailed_.second - detailed_.first) / 8) {
    return;  // the lines already have this range in sufficient detail
  }
  detailJob_.start([this, asked, options, wanted](const std::atomic<bool>& cancelled) -> std::function<void()> {
    std::vector<Line> lines;
    try {
      const RunReader reader(asked[0].run->store);
      for (const Asked& one : asked) {
        if (cancelled) return {};
        lines.push_back(detailOf(*one.run, reader.points(one.run->id, one.line.series), options.axis, one.line.smooth ? options.smoothing : 0,
                                 one.line.scale, one.first, one.last, kDetailStretches));
      }
    } catch (const std::exception&) {
      return {};  // the overview stays displayed; the list of runs reports errors of the store
    }
    return [this, asked, wanted, lines = std::move(lines)]() mutable {
      for (std::size_t i = 0; i < asked.size(); ++i)
        if (const CurveChart& chart = (*charts_)[asked[i].chart]; asked[i].index < chart.lines().size())
          chart.panel()->replace(asked[i].index, std::move(lines[i]));
      detailed_ = wanted;
      Q_EMIT linesRead();
    };
  });
}

}  // namespace stepscope
