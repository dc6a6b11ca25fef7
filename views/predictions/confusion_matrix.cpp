#include "views/predictions/confusion_matrix.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {

namespace {

constexpr int kMostNameWidth = 130, kGap = 6, kCaption = 18;
constexpr double kLargestCell = 84, kReadableCell = 30, kSmallestCell = 6;
constexpr int kReadableClasses = 30;  // with more classes, cells may be too small for texts and show only colours
constexpr double kTextFrom = 20;      // px; cells with a shorter side have no text

QColor over(QColor above, double share, const QColor& ground) {
  const auto mixed = [share](int a, int b) { return static_cast<int>(std::lround(a * share + b * (1 - share))); };
  return QColor(mixed(above.red(), ground.red()), mixed(above.green(), ground.green()), mixed(above.blue(), ground.blue()));
}

// The text colour with the highest contrast to a background.
QColor inkOn(const QColor& ground) {
  const QColor candidates[] = {tokens().text, darkTokens().text, lightTokens().text};
  return *std::max_element(std::begin(candidates), std::end(candidates),
                           [&](const QColor& a, const QColor& b) { return contrastRatio(a, ground) < contrastRatio(b, ground); });
}

}  // namespace

ConfusionMatrix::ConfusionMatrix(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Confusion matrix"));
  setObjectName(QStringLiteral("confusion"));
}

void ConfusionMatrix::setFigures(std::shared_ptr<const PredictionFigures> figures) {
  figures_ = std::move(figures);
  selected_ = {};
  measure();
  updateGeometry();
  setAccessibleDescription(figures_ && classes() <= kReadableClasses ? table() : QString());
  update();
  Q_EMIT selectionChanged();
}

void ConfusionMatrix::setNormalised(bool normalised) {
  normalised_ = normalised;
  if (figures_ && classes() <= kReadableClasses) setAccessibleDescription(table());
  update();
}

void ConfusionMatrix::select(Cell cell) {
  if (cell == selected_) return;
  selected_ = cell;
  update();
  Q_EMIT selectionChanged();
}

void ConfusionMatrix::measure() {
  const QFontMetricsF metrics(textFont(12));
  double widest = 0;
  for (int i = 0; i < classes(); ++i) widest = std::max(widest, metrics.horizontalAdvance(text(figures_->classes[static_cast<std::size_t>(i)].name)));
  left_ = static_cast<int>(std::min<double>(kMostNameWidth, std::ceil(widest) + 3)) + kGap + kCaption;
  upright_ = widest > kReadableCell;
  top_ = (upright_ ? left_ - kCaption : 20) + kCaption;
}

QSize ConfusionMatrix::minimumSizeHint() const {
  if (classes() == 0) return {160, 160};
  const double side = classes() <= kReadableClasses ? kReadableCell : kSmallestCell;
  return {left_ + static_cast<int>(side * classes()) + 2, top_ + static_cast<int>(side * classes()) + 2};
}

QSize ConfusionMatrix::sizeHint() const {
  const auto side = static_cast<int>((classes() <= kReadableClasses ? kLargestCell : 10) * std::max(1, classes()));
  return {left_ + side, top_ + side};
}

double ConfusionMatrix::cellSide() const {
  if (classes() == 0) return 0;
  return std::clamp(std::min((width() - left_ - 2.0) / classes(), (height() - top_ - 2.0) / classes()), kSmallestCell, kLargestCell);
}

QRectF ConfusionMatrix::cellRect(Cell cell) const {
  const double side = cellSide();
  return {left_ + cell.answer * side, top_ + cell.truth * side, side, side};
}

std::optional<ConfusionMatrix::Cell> ConfusionMatrix::cellAt(QPointF place) const {
  const double side = cellSide();
  if (side <= 0 || place.x() < left_ || place.y() < top_) return std::nullopt;
  const Cell cell{static_cast<int>((place.y() - top_) / side), static_cast<int>((place.x() - left_) / side)};
  if (cell.truth >= classes() || cell.answer >= classes()) return std::nullopt;
  return cell;
}

QString ConfusionMatrix::cellText(Cell cell) const {
  const auto truth = static_cast<std::size_t>(cell.truth);
  const std::int64_t count = figures_->confusion[truth][static_cast<std::size_t>(cell.answer)];
  if (count == 0) return QStringLiteral("·");
  if (!normalised_) return formatCount(count);
  return formatPercent(static_cast<double>(count) / static_cast<double>(figures_->classes[truth].samples), 2);
}

QString ConfusionMatrix::table() const {
  if (!figures_) return {};
  QString out = tr("true \\ predicted");
  for (const ClassFigures& one : figures_->classes) out += QLatin1Char('\t') + text(one.name);
  out += QLatin1Char('\n');
  for (int truth = 0; truth < classes(); ++truth) {
    out += text(figures_->classes[static_cast<std::size_t>(truth)].name);
    for (int answer = 0; answer < classes(); ++answer) {
      const std::int64_t count = figures_->confusion[static_cast<std::size_t>(truth)][static_cast<std::size_t>(answer)];
      const std::int64_t all = figures_->classes[static_cast<std::size_t>(truth)].samples;
      out += QLatin1Char('\t') + (!normalised_ ? QString::number(count)
                                  : all > 0    ? QString::number(static_cast<double>(count) / static_cast<double>(all), 'g', 4)
                                               : QString());
    }
    out += QLatin1Char('\n');
  }
  return out;
}

QString ConfusionMatrix::describe(Cell cell) const {
  const ClassFigures& truth = figures_->classes[static_cast<std::size_t>(cell.truth)];
  const std::int64_t count = figures_->confusion[static_cast<std::size_t>(cell.truth)][static_cast<std::size_t>(cell.answer)];
  const QString share = truth.samples > 0 ? formatPercent(static_cast<double>(count) / static_cast<double>(truth.samples)) : QStringLiteral("—");
  return tr("true %1, predicted %2: %3 of %4 (%5)")
      .arg(text(truth.name), text(figures_->classes[static_cast<std::size_t>(cell.answer)].name), formatCount(count), formatCount(truth.samples),
           share);
}

void ConfusionMatrix::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  const Tokens& t = tokens();
  if (classes() == 0) return;
  const double side = cellSide(), length = side * classes();
  const QFont small = textFont(side >= kReadableCell ? 12 : 10);
  painter.setFont(textFont(11));
  painter.setPen(t.dim);
  painter.drawText(QRectF(left_, 0, std::max(length, 120.0), kCaption), Qt::AlignLeft | Qt::AlignVCenter, tr("predicted"));
  painter.save();
  painter.translate(0, top_ + length);
  painter.rotate(-90);
  painter.drawText(QRectF(0, 0, std::max(length, 60.0), kCaption), Qt::AlignRight | Qt::AlignVCenter, tr("true"));
  painter.restore();

  painter.setFont(small);
  const QFontMetricsF metrics(small);
  const bool names = side >= 11;
  for (int i = 0; names && i < classes(); ++i) {
    const QString name = text(figures_->classes[static_cast<std::size_t>(i)].name);
    const bool lit = selected_.truth == i, litColumn = selected_.answer == i;
    painter.setPen(lit ? t.text : t.dim);
    painter.drawText(QRectF(kCaption, top_ + i * side, left_ - kCaption - kGap, side), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(name, Qt::ElideRight, left_ - kCaption - kGap));
    painter.setPen(litColumn ? t.text : t.dim);
    if (!upright_) {
      painter.drawText(QRectF(left_ + i * side, kCaption, side, top_ - kCaption), Qt::AlignHCenter | Qt::AlignVCenter, name);
      continue;
    }
    painter.save();
    painter.translate(left_ + i * side, top_ - kGap / 2.0);
    painter.rotate(-90);
    const double room = top_ - kCaption - kGap / 2.0;
    painter.drawText(QRectF(0, 0, room, side), Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(name, Qt::ElideRight, room));
    painter.restore();
  }
  const QColor right = t.accent, wrong = categoryColor(Category::Backward);
  for (int truth = 0; truth < classes(); ++truth) {
    const std::int64_t all = figures_->classes[static_cast<std::size_t>(truth)].samples;
    for (int answer = 0; answer < classes(); ++answer) {
      const Cell cell{truth, answer};
      const QRectF box = cellRect(cell);
      if (!event->rect().intersects(box.toAlignedRect())) continue;
      const std::int64_t count = figures_->confusion[static_cast<std::size_t>(truth)][static_cast<std::size_t>(answer)];
      const double share = all > 0 ? static_cast<double>(count) / static_cast<double>(all) : 0;
      const QColor ground = count > 0 ? over(truth == answer ? right : wrong, 0.12 + 0.88 * std::sqrt(share), t.panel) : over(t.raised, 0.6, t.panel);
      painter.fillRect(box.adjusted(0.5, 0.5, -0.5, -0.5), ground);
      if (side < kTextFrom) continue;
      const QString shown = cellText(cell);
      if (metrics.horizontalAdvance(shown) > side - 2) continue;  // the tooltip shows it
      painter.setPen(count > 0 ? inkOn(ground) : t.dim);
      painter.drawText(box, Qt::AlignCenter, shown);
    }
  }
  if (selected_.none()) return;
  painter.setPen(QPen(t.text, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(cellRect(selected_).adjusted(1, 1, -1, -1));
}

void ConfusionMatrix::mousePressEvent(QMouseEvent* event) {
  const std::optional<Cell> cell = cellAt(event->position());
  select(cell && *cell != selected_ ? *cell : Cell{});  // a second click clears the selection
}

void ConfusionMatrix::keyPressEvent(QKeyEvent* event) {
  if (classes() == 0) return QWidget::keyPressEvent(event);
  Cell cell = selected_.none() ? Cell{0, 0} : selected_;
  switch (event->key()) {
    case Qt::Key_Left: --cell.answer; break;
    case Qt::Key_Right: ++cell.answer; break;
    case Qt::Key_Up: --cell.truth; break;
    case Qt::Key_Down: ++cell.truth; break;
    case Qt::Key_Escape: return select({});
    default: return QWidget::keyPressEvent(event);
  }
  if (selected_.none()) cell = {0, 0};
  select({std::clamp(cell.truth, 0, classes() - 1), std::clamp(cell.answer, 0, classes() - 1)});
}

bool ConfusionMatrix::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    if (const auto cell = cellAt(help->pos())) QToolTip::showText(help->globalPos(), describe(*cell), this);
    else QToolTip::hideText();
    return true;
  }
  return QWidget::event(event);
}

void ConfusionMatrix::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) update();
}

}  // namespace stepscope
