// Where the lines of the Curves tab come from, and the ranges that they are seen in.
#include <algorithm>
#include <cmath>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "views/common/selection.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"

namespace stepscope {

namespace {

constexpr std::size_t kDetailStretches = 4096;  // of a line: more than two a pixel of a wide screen

// Grows in few jumps, so that the whole picture seldom moves.
double roomFor(double last, double total) {
  if (total > 0 && last >= total / 3) return total;
  double end = std::pow(10, std::floor(std::log10(std::max(last, 1.0))));
  for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 15.0})
    if (end * factor >= last * 1.15) {
      end *= factor;
      break;
    }
  return total > 0 ? std::min(end, total) : end;
}

}  // namespace

void CurvesView::refill() {
  const double begun = static_cast<double>(nowNs()) * 1e-6;
  for (const Binding& binding : bindings_)
    panels_[binding.panel]->replace(binding.index, lineOf(model_->runs(), binding.line, options()));
  detailed_ = {0, 0};
  refillMs_ = static_cast<double>(nowNs()) * 1e-6 - begun;
}

void CurvesView::placeRanges() {
  const XRange zoomed = zooms_.range();
  if (zoomed.second > zoomed.first) {
    for (CurvePanel* panel : panels_) panel->setXRange(zoomed.first, zoomed.second);
    return;
  }
  double low = options().axis == XAxis::Clock || options().logX ? 1e300 : 0, high = -1e300;
  for (const Binding& binding : bindings_) {
    const Line& line = panels_[binding.panel]->line(binding.index);
    if (line.empty()) continue;
    auto first = line.x.begin();
    if (options().logX) first = std::upper_bound(line.x.begin(), line.x.end(), 0.0);
    if (first != line.x.end()) low = std::min(low, *first);
    high = std::max(high, line.x.back());
  }
  double total = 0;
  if (options().axis == XAxis::Step) {
    for (const auto& run : model_->runs()) total = std::max(total, static_cast<double>(run->totalSteps));
    high = std::max(2.0, roomFor(std::max(lastStep(), 0.0), total));
  }
  if (!(low < 1e300)) low = options().logX ? 1 : 0;
  if (!(high > low)) high = low + 1;
  for (std::size_t i = 0; i < PanelCount; ++i) {
    const bool schedule = i == Rate && total > 0 && quantity(Rate) == "lr";
    panels_[i]->setXRange(low, schedule ? total : high);
  }
  for (CurvePanel* panel : panels_) panel->fitY();
}

// Of the run in training the clock grows with it; of a stored one with long series it is read when it is asked for.
void CurvesView::loadClocks() {
  if (options().axis != XAxis::Time && options().axis != XAxis::Clock) return;
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
      // The store was read a moment ago; what cannot be read now is told by the list of runs, which asks several times a second.
    }
    return [this, missing, clocks] {
      bool any = false;
      for (std::size_t i = 0; i < clocks.size(); ++i)
        if (!clocks[i].empty()) missing[i]->clock = clocks[i], any = true;
      if (any) rebuildLines();
    };
  });
}

// The overview has some hundred stretches a line. A part of it is read whole from the store, with what lies half a screen to either side, and
// smoothed from the beginning on, as the whole line would be.
void CurvesView::loadDetail() {
  const XRange zoomed = zooms_.range();
  std::vector<std::size_t> thinned;
  for (std::size_t b = 0; b < bindings_.size(); ++b) {
    const RunCurves& run = *model_->runs()[bindings_[b].line.runs[0]];
    if (bindings_[b].line.runs.size() == 1 && !run.store.empty() && run.curve(bindings_[b].line.series).thinned()) thinned.push_back(b);
  }
  const bool whole = zoomed.second <= zoomed.first;
  const bool smooth = std::any_of(thinned.begin(), thinned.end(), [this](std::size_t b) { return bindings_[b].line.smooth; });
  if (thinned.empty()) return;
  if (whole) {
    if (detailed_.second > detailed_.first) refill();
    if (!smooth) {
      for (CurvePanel* panel : panels_) panel->draw();
      return;
    }
    std::erase_if(thinned, [this](std::size_t b) { return !bindings_[b].line.smooth; });
  } else if (zoomed.first >= detailed_.first && zoomed.second <= detailed_.second &&
             zoomed.second - zoomed.first > (detailed_.second - detailed_.first) / 8) {
    return;  // within what is there, and not so far in that it would be coarse
  }
  const double margin = (zoomed.second - zoomed.first) / 2;
  const XRange wanted = whole ? XRange{0, 0} : XRange{zoomed.first - margin, zoomed.second + margin};
  struct Asked {
    std::size_t binding;
    std::shared_ptr<RunCurves> run;
    std::string series;
    double weight, scale, first, last;
  };
  std::vector<Asked> asked;
  const XAxis axis = options().axis;
  for (const std::size_t b : thinned) {
    const ChartLine& line = bindings_[b].line;
    const auto& run = model_->runs()[line.runs[0]];
    const double first = whole ? -1e300 : stepOf(*run, axis, wanted.first), last = whole ? 1e300 : stepOf(*run, axis, wanted.second);
    asked.push_back({b, run, line.series, line.smooth ? options().smoothing : 0, line.scale, std::isfinite(first) ? first : -1e300,
                     std::isfinite(last) ? last : 1e300});
  }
  detailJob_.start([this, asked, axis, wanted](const std::atomic<bool>& cancelled) -> std::function<void()> {
    std::vector<Line> lines;
    try {
      const RunReader reader(asked[0].run->store);
      for (const Asked& one : asked) {
        if (cancelled) return {};
        lines.push_back(detailOf(*one.run, reader.points(one.run->id, one.series), axis, one.weight, one.scale, one.first, one.last,
                                 kDetailStretches));
      }
    } catch (const std::exception&) {
      return {};  // the overview stays; the list of runs tells what is wrong with the store
    }
    return [this, asked, wanted, lines = std::move(lines)]() mutable {
      for (std::size_t i = 0; i < asked.size(); ++i)
        if (asked[i].binding < bindings_.size())
          panels_[bindings_[asked[i].binding].panel]->replace(bindings_[asked[i].binding].index, std::move(lines[i]));
      detailed_ = wanted;
      for (CurvePanel* panel : panels_) panel->draw();
    };
  });
}

void CurvesView::showEmphasis() {
  std::array<int, PanelCount> emphasis;
  emphasis.fill(-1);
  if (model_->comparing())
    for (const Binding& binding : bindings_) {
      const auto& members = binding.line.runs;
      if (std::any_of(members.begin(), members.end(), [&](std::size_t i) { return model_->runs()[i]->id == selection_->run(); }))
        emphasis[binding.panel] = static_cast<int>(binding.index);
    }
  for (int i = 0; i < PanelCount; ++i) panels_[static_cast<std::size_t>(i)]->setEmphasis(emphasis[static_cast<std::size_t>(i)]);
}

QString CurvesView::table(Panel panel) const {
  std::vector<std::pair<std::string, const Curve*>> columns;
  for (const Binding& binding : bindings_) {
    if (binding.panel != panel) continue;
    for (const std::size_t i : binding.line.runs) {
      const RunCurves& run = *model_->runs()[i];
      const std::string title = (model_->comparing() ? run.name + " " : std::string()) + binding.line.series;
      if (std::none_of(columns.begin(), columns.end(), [&](const auto& column) { return column.first == title; }))
        columns.emplace_back(title, &run.curve(binding.line.series));
    }
  }
  return QString::fromStdString(tableOf(columns));  // headed by the names of the series in any language: as `runs export --to csv` has them
}

}  // namespace stepscope
