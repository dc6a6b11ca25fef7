#include "views/data/answer_bars.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {

namespace {

constexpr int kBarRow = 26, kBarGap = 10;

}  // namespace

AnswerBars::AnswerBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Answers"));
}

void AnswerBars::setAnswers(std::vector<std::pair<QString, double>> answers) {
  take(std::move(answers), true);
}

void AnswerBars::setValues(std::vector<std::pair<QString, double>> values) {
  take(std::move(values), false);
}

void AnswerBars::take(std::vector<std::pair<QString, double>> answers, bool shares) {
  answers_ = std::move(answers);
  shares_ = shares;
  setAccessibleDescription(table());
  updateGeometry();
  update();
}

QString AnswerBars::table() const {
  QString out;
  for (const auto& [name, value] : answers_) out += QStringLiteral("%1\t%2\n").arg(name, shares_ ? formatPercent(value) : formatNumber(value));
  return out;
}

QSize AnswerBars::sizeHint() const {
  return {360, std::max(1, rows()) * kBarRow};
}

void AnswerBars::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens();
  QPainter painter(this);
  const QFont strong = textFont(13, QFont::DemiBold), plain = textFont(13);
  int figure = 60, name = 60;
  for (const auto& [title, value] : answers_) {
    figure = std::max(figure, QFontMetrics(strong).horizontalAdvance(shares_ ? formatPercent(value) : formatNumber(value)) + 4);
    name = std::max(name, QFontMetrics(strong).horizontalAdvance(title) + 4);
  }
  name = std::min(name, std::max(60, width() * 2 / 5));
  const int bar = width() - name - figure - 2 * kBarGap;
  for (int i = 0; i < rows(); ++i) {
    const auto& [title, value] = answers_[static_cast<std::size_t>(i)];
    const QFont& font = i == 0 ? strong : plain;
    painter.setFont(font);
    painter.setPen(i == 0 ? t.text : t.dim);
    painter.drawText(QRect(0, i * kBarRow, name, kBarRow), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(title, Qt::ElideMiddle, name));
    if (shares_ && bar > 10) {
      painter.fillRect(QRect(name + kBarGap, i * kBarRow + 8, bar, kBarRow - 16), t.raised);
      painter.fillRect(QRectF(name + kBarGap, i * kBarRow + 8, bar * std::clamp(value, 0.0, 1.0), kBarRow - 16), i == 0 ? t.accent : t.dim);
    }
    painter.setPen(t.text);
    painter.drawText(QRect(width() - figure, i * kBarRow, figure, kBarRow), Qt::AlignRight | Qt::AlignVCenter,
                     shares_ ? formatPercent(value) : formatNumber(value));
  }
}

void AnswerBars::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) update();
}

}  // namespace stepscope
