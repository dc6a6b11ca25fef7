#include "views/curves/chart_lines.h"

#include <algorithm>

#include "views/common/text.h"
#include "views/common/theme.h"

namespace stepscope {

namespace {

// With more groups than this, lines are thin, and training curves are left out if there are validation curves.
constexpr std::size_t kMany = 12;

// A name, shortened so that the legend and the values at the cursor fit in the narrowest chart.
QString nameOf(const QString& name) {
  constexpr int kWidth = 160;  // px
  return shownName(name, textFont(12), kWidth);
}

QColor faint(QColor color) {
  color.setAlphaF(0.38f);
  return color;
}

bool has(const RunList& runs, const std::vector<std::size_t>& group, const std::string& series) {
  return std::any_of(group.begin(), group.end(), [&](std::size_t i) { return !runs[i]->curve(series).empty(); });
}

void addSingle(const RunList& runs, const Quantity& quantity, const CurveOptions& options, std::vector<ChartLine>& lines) {
  const std::string train = "train_" + quantity.key, validation = "val_" + quantity.key, epochs = "epoch_train_" + quantity.key;
  const auto add = [&](const std::string& series, bool smooth, LineStyle style) {
    lines.push_back({{0}, series, quantity.scale, smooth, std::move(style)});
  };
  // `named`: a series may have exactly the name of the quantity, as in imports. False for a name like "train_x": that series belongs to the chart of
  // "x".
  const bool named = quantityKeyOf(quantity.key) == quantity.key;
  const bool pair = has(runs, {0}, train) || has(runs, {0}, validation), byEpoch = has(runs, {0}, epochs);
  const bool bare = named && has(runs, {0}, quantity.key);
  // The lines of a pair (training, validation) are made before they have points, so that they can grow. Other quantities have a single line.
  if (!quantity.paired && !pair) {
    const QColor color = quantity.key == "lr" ? trainColor() : categoryColor(Category::Data);
    if (bare || (named && !byEpoch)) add(quantity.key, false, {nameOf(quantity.title.toLower()), color, quantity.key == "lr" ? 2.0 : 1.0});
    if (byEpoch) add(epochs, false, {tr("train"), trainColor(), 2, Qt::SolidLine, true});
    return;
  }
  if (bare) {
    const QColor color = categoryColor(Category::Data);
    const bool smooth = options.smoothing > 0;
    if (smooth) add(quantity.key, false, {tr("step"), faint(color), 1, Qt::SolidLine, false, false});
    add(quantity.key, smooth, {nameOf(text(quantity.key)), color, 2});
    if (!pair && !byEpoch) return;
  }
  if (quantity.key == "loss") {
    add(train, false, {tr("step"), faint(trainColor()), 1, Qt::SolidLine, false, false});
    add(train, options.smoothing > 0, {tr("train"), trainColor(), 2});
    if (byEpoch) add(epochs, false, {tr("train"), trainColor(), 1, Qt::DashLine, true});
  } else {
    add(train, options.smoothing > 0, {tr("batches"), faint(trainColor()), 1, Qt::SolidLine, false, false});
    add(epochs, false, {tr("train"), trainColor(), 2, Qt::SolidLine, true});
  }
  add(validation, false, {tr("validation"), validationColor(), 2, Qt::SolidLine, true});
}

}  // namespace

std::vector<ChartLine> chartLinesOf(const RunList& runs, const Quantity& quantity, const CurveOptions& options) {
  std::vector<ChartLine> lines;
  if (runs.empty()) return lines;
  if (runs.size() == 1) {
    addSingle(runs, quantity, options, lines);
    return lines;
  }
  std::vector<const RunCurves*> all;
  for (const auto& run : runs) all.push_back(run.get());
  const auto groups = groupsOf(all, options.grouping);
  const bool many = groups.size() > kMany;
  const std::string train = "train_" + quantity.key, validation = "val_" + quantity.key;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const RunStyle look = runStyle(static_cast<int>(g));
    const RunCurves& first = *runs[groups[g][0]];
    QString name = nameOf(text(options.grouping == Grouping::Group && !first.group.empty() ? first.group : first.name));
    const bool grouped = groups[g].size() > 1;
    if (grouped) name = tr("%1 (mean of %2)").arg(name, QString::number(groups[g].size()));
    const auto add = [&](const std::string& series, bool smooth, LineStyle style) {
      style.band = grouped && options.band != Band::None;
      lines.push_back({groups[g], series, quantity.scale, smooth, std::move(style)});
    };
    const bool validated = has(runs, groups[g], validation);
    const bool trained = has(runs, groups[g], train);
    const bool smooth = options.smoothing > 0;
    if (trained && !(many && validated))
      add(train, smooth, {validated ? tr("%1 train").arg(name) : name, validated ? faint(look.color) : look.color, 1, look.dash});
    // This line is made before it has points, because in a training the first one comes at the end of an epoch.
    if (validated || quantity.paired) add(validation, false, {name, look.color, many ? 1.0 : 2.0, look.dash, !many && !grouped});
    if (quantityKeyOf(quantity.key) == quantity.key && has(runs, groups[g], quantity.key))
      add(quantity.key, smooth && quantity.key != "lr",
          {trained || validated ? name + QLatin1Char(' ') + nameOf(text(quantity.key)) : name, look.color, 1, look.dash});
    if (const std::string epochs = "epoch_" + train; !trained && has(runs, groups[g], epochs))
      add(epochs, false, {validated ? tr("%1 train").arg(name) : name, look.color, 1, look.dash, !many && !grouped});
  }
  return lines;
}

Line lineOf(const RunList& runs, const ChartLine& line, const CurveOptions& options) {
  const double weight = line.smooth ? options.smoothing : 0;
  if (line.runs.size() == 1) {
    const RunCurves& run = *runs[line.runs[0]];
    return lineOf(run, run.curve(line.series), options.axis, weight, line.scale);
  }
  std::vector<Line> each;
  for (const std::size_t i : line.runs)
    if (Line one = lineOf(*runs[i], runs[i]->curve(line.series), options.axis, weight, line.scale); !one.empty()) each.push_back(std::move(one));
  return meanOf(each, options.band);
}

Line scheduleAhead(const RunCurves& run, double lastStep) {
  const double left = static_cast<double>(run.totalSteps) - lastStep;
  Line ahead;
  for (std::size_t i = 0; i < run.schedule.size() && left > 0 && run.done < 1; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(run.schedule.size());
    if (share < run.done) continue;
    ahead.x.push_back(lastStep + (share - run.done) / (1 - run.done) * left);
    ahead.y.push_back(run.schedule[i]);
  }
  return ahead;
}

}  // namespace stepscope
