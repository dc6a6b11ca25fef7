#include "views/predictions/worst_list.h"

#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {

namespace {

constexpr int kPicture = 84, kMargin = 8, kLine = 18;
constexpr std::size_t kBars = 3;

}  // namespace

WorstSample::WorstSample(std::shared_ptr<const PredictionFigures> figures, const WrongSample& sample, const ShownSample* read, QWidget* parent)
    : QFrame(parent), figures_(std::move(figures)), sample_(sample) {
  const QByteArray address = QByteArray::fromStdString(sample_.picture);
  if (const qsizetype comma = address.indexOf(','); comma >= 0) picture_.loadFromData(QByteArray::fromBase64(address.mid(comma + 1)));
  if (read) {
    if (!read->plain.isNull()) picture_ = read->plain;
    if (sample_.file.empty()) sample_.file = (read->file.isEmpty() ? read->name : read->file).toStdString();
    cells_ = read->cells.join(tr(", ")).simplified();
  }
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setFixedHeight(kPicture + 2 * kMargin);
  QString told = tr("%1: %2").arg(place(), heading());
  for (const auto& [which, p] : sample_.probabilities) told += QStringLiteral(", %1 %2").arg(nameOf(which), formatPercent(p));
  setAccessibleName(told);
  if (!sample_.file.empty()) setToolTip(text(sample_.file));
}

QString WorstSample::place() const {
  if (sample_.file.empty()) return tr("sample %1").arg(formatCount(sample_.index));
  const QString file = text(sample_.file);
  return file.section(QLatin1Char('/'), -2);
}

QString WorstSample::heading() const {
  return sample_.truth == sample_.answer ? tr("%1, right").arg(nameOf(sample_.truth))
                                         : tr("%1, taken for %2").arg(nameOf(sample_.truth), nameOf(sample_.answer));
}

QSize WorstSample::sizeHint() const {
  return {kPicture + 220, kPicture + 2 * kMargin};
}

QString WorstSample::nameOf(std::size_t which) const {
  return text(figures_->classes[which].name);
}

void WorstSample::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = tokens();
  painter.setPen(t.line);
  painter.drawLine(0, height() - 1, width(), height() - 1);
  int x = kMargin;
  if (!picture_.isNull()) {
    // Small pictures are enlarged without smoothing, so that their pixels are visible.
    const QSize size = picture_.size().scaled(kPicture, kPicture, Qt::KeepAspectRatio);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, picture_.width() > kPicture);
    painter.drawImage(QRect(QPoint(x + (kPicture - size.width()) / 2, kMargin + (kPicture - size.height()) / 2), size), picture_);
    x += kPicture + 12;
  }
  const int wide = width() - x - kMargin;
  const QFont strong = textFont(13, QFont::DemiBold), plain = textFont(12);
  painter.setFont(strong);
  painter.setPen(t.text);
  painter.drawText(QRect(x, kMargin, wide, kLine), Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(strong).elidedText(heading(), Qt::ElideRight, wide));
  painter.setFont(plain);
  painter.setPen(t.dim);
  const QFontMetrics metrics(plain);
  // A path that is too long is elided at its start, because files differ at the end of their paths.
  const QString loss = std::isfinite(sample_.loss) ? tr("cross-entropy %1").arg(formatNumber(sample_.loss)) : QString();
  const int lossWidth = loss.isEmpty() ? 0 : metrics.horizontalAdvance(loss) + 12;
  painter.drawText(QRect(x, kMargin + kLine, wide - lossWidth, kLine), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(place(), Qt::ElideLeft, wide - lossWidth));
  painter.drawText(QRect(x, kMargin + kLine, wide, kLine), Qt::AlignRight | Qt::AlignVCenter, loss);
  if (sample_.probabilities.empty() && !cells_.isEmpty())
    painter.drawText(QRect(x, kMargin + 2 * kLine, wide, kPicture - 2 * kLine), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, cells_);
  const int name = std::min(110, wide / 3), figure = 58, bar = wide - name - figure - 12;
  for (std::size_t i = 0; i < std::min(kBars, sample_.probabilities.size()); ++i) {
    const auto& [which, p] = sample_.probabilities[i];
    const int y = kMargin + 2 * kLine + static_cast<int>(i) * 16;
    painter.setPen(which == sample_.truth ? t.text : t.dim);
    painter.drawText(QRect(x, y, name, 16), Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(nameOf(which), Qt::ElideRight, name));
    if (bar > 10) {
      painter.fillRect(QRect(x + name + 6, y + 4, bar, 8), t.raised);
      painter.fillRect(QRectF(x + name + 6, y + 4, bar * std::clamp(p, 0.0, 1.0), 8),
                       which == sample_.truth ? t.accent : categoryColor(Category::Backward));
    }
    painter.setPen(t.text);
    painter.drawText(QRect(x + wide - figure, y, figure, 16), Qt::AlignRight | Qt::AlignVCenter, formatPercent(p));
  }
}

WorstList::WorstList(QWidget* parent) : QScrollArea(parent) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("The samples it was most wrong about"));
}

void WorstList::setFigures(std::shared_ptr<const PredictionFigures> figures) {
  figures_ = std::move(figures);
  cell_ = {};
  samples_.clear();
  fill();
}

void WorstList::setCell(ConfusionMatrix::Cell cell) {
  if (cell == cell_) return;
  cell_ = cell;
  samples_.clear();
  fill();
}

void WorstList::setSamples(std::vector<ShownSample> samples) {
  samples_ = std::move(samples);
  fill();
}

void WorstList::fill() {
  shown_.clear();
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  const auto add = [&](const WrongSample& sample, const ShownSample* read) {
    if (shown_.size() >= kMostShown) return;
    shown_.push_back(new WorstSample(figures_, sample, read));
    layout->addWidget(shown_.back());
  };
  const auto readOf = [&](std::int64_t index) -> const ShownSample* {
    const auto at = std::find_if(samples_.begin(), samples_.end(), [&](const ShownSample& one) { return one.index == index; });
    return at == samples_.end() ? nullptr : &*at;
  };
  std::set<std::int64_t> told;
  if (figures_)
    for (const WrongSample& sample : figures_->worst) {
      const bool fits = cell_.none() || (static_cast<int>(sample.truth) == cell_.truth && static_cast<int>(sample.answer) == cell_.answer);
      if (!fits) continue;
      told.insert(sample.index);
      add(sample, readOf(sample.index));
    }
  for (const ShownSample& read : samples_) {
    if (!figures_ || told.contains(read.index)) continue;
    WrongSample sample{read.index, static_cast<std::size_t>(cell_.truth), static_cast<std::size_t>(cell_.answer), kNaN, {}, {}};
    add(sample, &read);
  }
  layout->addStretch(1);
  setWidget(content);
  viewport()->setAutoFillBackground(false);  // transparent, so that the card is visible behind it
  content->setAutoFillBackground(false);
}

QString WorstList::table() const {
  QString out = tr("sample\tfile\ttrue\tpredicted\tcross-entropy") + QLatin1Char('\n');
  for (const WorstSample* one : shown_) {
    const WrongSample& s = one->sample();
    out += QStringLiteral("%1\t%2\t%3\t%4\t%5\n")
               .arg(QString::number(s.index), text(s.file), text(figures_->classes[s.truth].name), text(figures_->classes[s.answer].name),
                    std::isfinite(s.loss) ? QString::number(s.loss, 'g', 6) : QString());
  }
  return out;
}

}  // namespace stepscope
