#include "views/diagnosis/what_if_card.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "profiler/advisor/wording.h"
#include "views/common/text.h"
#include "views/common/theme.h"

namespace stepscope {
namespace {

constexpr std::size_t kRows = 7;
constexpr double kLeast = 0.005;  // of the step: less is not worth a row

QString titleOf(const Gain& gain) {
  if (!gain.ofClass) return text(gain.name);
  switch (gain.timeClass) {
    case TimeClass::DataLoader:
      return tr("Waiting for data");
    case TimeClass::Kernel:
      return tr("Kernels");
    case TimeClass::Memcpy:
      return tr("Copies");
    case TimeClass::Memset:
      return tr("Fills");
    case TimeClass::Communication:
      return tr("Communication");
    case TimeClass::Runtime:
      return tr("Calls of the runtime");
    case TimeClass::Cpu:
      return tr("Ops of the host");
    case TimeClass::Profiler:
      return tr("The profiler");
    case TimeClass::Other:
      break;
  }
  return tr("Other");
}

QString inMs(double ns) {
  return text(advice::milliseconds(ns * 1e-6));
}

}  // namespace

WhatIfCard::WhatIfCard(QWidget* parent) : QFrame(parent), table_(new QLabel), note_(new QLabel) {
  setProperty("card", true);
  auto* heading = new QLabel(tr("What if"));
  heading->setProperty("role", "heading");
  note_->setProperty("role", "dim");
  note_->setWordWrap(true);
  note_->setText(tr("The step replayed along its critical path, with one cause removed at a time: upper bounds, which do not add up."));
  table_->setTextFormat(Qt::RichText);
  table_->setAlignment(Qt::AlignTop);
  table_->setAccessibleName(tr("What the step would take at best without each cause"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 10, 16, 10);
  layout->setSpacing(6);
  layout->addWidget(heading);
  layout->addWidget(table_);
  layout->addWidget(note_);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void WhatIfCard::setGains(double stepMs, const std::vector<Gain>& gains) {
  gains_.clear();
  for (const Gain& gain : gains)
    if (gains_.size() < kRows && gain.gainNs * 1e-6 >= kLeast * stepMs) gains_.push_back(gain);
  setVisible(!gains_.empty());
  draw();
}

QString WhatIfCard::toTable() const {
  QString table = tr("cause removed\tat best ms\tstep at best ms\n");
  for (const Gain& gain : gains_)
    table += QStringLiteral("%1\t%2\t%3\n").arg(titleOf(gain)).arg(-gain.gainNs * 1e-6).arg(gain.stepNs * 1e-6);
  return table;
}

void WhatIfCard::draw() {
  const Tokens& t = tokens();
  QString html =
      QStringLiteral(
          "<table width='100%' cellpadding='3'><tr style='color:%1'><td>%2</td><td align='right'>%3</td><td align='right'>%4</td></tr>")
          .arg(t.dim.name(), tr("cause removed"), tr("at best"), tr("step at best"));
  for (const Gain& gain : gains_) {
    QString title = titleOf(gain);
    if (title.size() > 48) title = title.left(47) + QChar(0x2026);
    html += QStringLiteral("<tr><td>%1</td><td align='right'><span style='color:%2'>−%3</span></td><td align='right'>%4</td></tr>")
                .arg(title.toHtmlEscaped(), t.good.name(), inMs(gain.gainNs), inMs(gain.stepNs));
  }
  table_->setText(html + QStringLiteral("</table>"));
}

void WhatIfCard::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (isThemeChange(event) && note_) draw();
}

}  // namespace stepscope
