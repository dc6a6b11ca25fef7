#include "views/start/class_bars.h"

#include <QPainter>
#include <algorithm>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {

namespace {

constexpr int kRow = 20, kMostRows = 200;

int rowsOf(const std::vector<ClassCount>& classes) {
  return static_cast<int>(std::min<std::size_t>(classes.size(), kMostRows)) + (classes.size() > kMostRows ? 1 : 0);
}

}  // namespace

ClassBars::ClassBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Samples of each class"));
}

void ClassBars::setClasses(std::vector<ClassCount> classes) {
  classes_ = std::move(classes);
  QStringList lines;
  for (const ClassCount& one : classes_)
    lines << (one.test > 0
                  ? tr("%1: %2 for training, %3 for validation, %4 for the test").arg(text(one.name)).arg(one.train).arg(one.validation).arg(one.test)
                  : tr("%1: %2 for training, %3 for validation").arg(text(one.name)).arg(one.train).arg(one.validation));
  setAccessibleDescription(lines.mid(0, kMostRows).join(QLatin1Char('\n')));
  updateGeometry();
  update();
}

QSize ClassBars::sizeHint() const {
  return {360, std::max(1, rowsOf(classes_)) * kRow};
}

QSize ClassBars::minimumSizeHint() const {
  return {200, sizeHint().height()};
}

void ClassBars::paintEvent(QPaintEvent*) {
  if (classes_.empty()) return;
  const Tokens& t = tokens();
  QPainter painter(this);
  std::int64_t most = 1;
  for (const ClassCount& one : classes_) most = std::max(most, one.train + one.validation + one.test);
  const int nameWidth = std::clamp(width() * 30 / 100, 60, 220), countWidth = 120, left = nameWidth + 10;
  const int room = std::max(10, width() - left - countWidth);
  painter.setFont(textFont(12));
  const int shown = static_cast<int>(std::min<std::size_t>(classes_.size(), kMostRows));
  for (int i = 0; i < shown; ++i) {
    const ClassCount& one = classes_[static_cast<std::size_t>(i)];
    const int y = i * kRow;
    painter.setPen(t.text);
    painter.drawText(QRect(0, y, nameWidth, kRow), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(text(one.name), Qt::ElideMiddle, nameWidth));
    const auto wide = [&](std::int64_t count) { return static_cast<int>(count * room / most); };
    const int train = wide(one.train), held = wide(one.validation), tested = wide(one.test);
    painter.fillRect(QRect(left, y + 5, std::max(train, one.train > 0 ? 1 : 0), kRow - 10), trainColor());
    painter.fillRect(QRect(left + train, y + 5, std::max(held, one.validation > 0 ? 1 : 0), kRow - 10), validationColor());
    painter.fillRect(QRect(left + train + held, y + 5, std::max(tested, one.test > 0 ? 1 : 0), kRow - 10), t.dim);
    painter.setPen(t.dim);
    painter.drawText(QRect(width() - countWidth, y, countWidth, kRow), Qt::AlignVCenter | Qt::AlignRight,
                     one.test > 0 ? tr("%1 + %2 + %3").arg(formatCount(one.train), formatCount(one.validation), formatCount(one.test))
                                  : tr("%1 + %2").arg(formatCount(one.train), formatCount(one.validation)));
  }
  if (classes_.size() > kMostRows)
    painter.drawText(QRect(0, shown * kRow, width(), kRow), Qt::AlignVCenter | Qt::AlignLeft,
                     tr("and %1 classes more").arg(formatCount(static_cast<std::int64_t>(classes_.size()) - kMostRows)));
}

}  // namespace stepscope
