#include "views/diagnosis/what_if_card.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "profiler/advisor/wording.h"
#include "views/common/elided_label.h"
#include "views/common/text.h"
#include "views/diagnosis/definition_button.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

constexpr std::size_t kRows = 7;
constexpr double kLeast = 0.005;  // part of the step: a smaller gain gets no row

QString titleOf(const Gain& gain) {
  if (gain.workers > 0) return gain.workers == 1 ? tr("One loader worker") : tr("%1 loader workers").arg(gain.workers);
  if (!gain.ofClass) return engineText(gain.name);
  switch (gain.timeClass) {
    case TimeClass::DataLoader: return tr("Waiting for data");
    case TimeClass::Kernel: return tr("Kernels");
    case TimeClass::Memcpy: return tr("Copies");
    case TimeClass::Memset: return tr("Fills");
    case TimeClass::Communication: return tr("Communication");
    case TimeClass::Runtime: return tr("Calls of the runtime");
    case TimeClass::Cpu: return tr("Ops of the host");
    case TimeClass::Profiler: return tr("The profiler");
    case TimeClass::Other: break;
  }
  return tr("Other");
}

QString inMs(double ns) {
  return text(advice::milliseconds(ns * 1e-6));
}

}  // namespace

WhatIfCard::WhatIfCard(QWidget* parent) : QFrame(parent), table_(new QGridLayout), sentences_(new QVBoxLayout), note_(new QLabel) {
  setProperty("card", true);
  setAccessibleName(tr("What the step would take at best without each cause"));
  auto* heading = new QLabel(tr("What if"));
  heading->setProperty("role", "heading");
  note_->setProperty("role", "dim");
  note_->setWordWrap(true);
  sentences_->setSpacing(4);
  table_->setHorizontalSpacing(12);
  table_->setVerticalSpacing(6);
  table_->setColumnStretch(0, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 10, 16, 10);
  layout->setSpacing(6);
  auto* line = new QHBoxLayout;
  line->addWidget(heading);
  line->addWidget(
      definitionButton(tr("The steps are replayed with the waits and dependencies that were recorded, and with one cause lasting no "
                          "time. Everything else stays as recorded. One more worker is assumed to load as fast as the recorded ones.")));
  line->addStretch(1);
  layout->addLayout(line);
  layout->addLayout(sentences_);
  layout->addLayout(table_);
  layout->addWidget(note_);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

QString WhatIfCard::sentences() const {
  QStringList lines;
  for (int i = 0; i < sentences_->count(); ++i) lines << static_cast<const QLabel*>(sentences_->itemAt(i)->widget())->text();
  return lines.join(QLatin1Char('\n'));
}

void WhatIfCard::setGains(double stepMs, const std::vector<Gain>& gains, const std::vector<Counterfactual>& whatIf, bool timesAreClaims) {
  while (QLayoutItem* item = sentences_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const Counterfactual& one : whatIf) {
    auto* label = new QLabel(engineText(one.sentence));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    sentences_->addWidget(label);
  }
  claims_ = timesAreClaims;
  gains_.clear();
  for (const Gain& gain : gains)
    if (gains_.size() < kRows && gain.gainNs * 1e-6 >= kLeast * stepMs) gains_.push_back(gain);
  fill();
  // The mean of all recorded steps, not the median step whose path is shown; a GPU may continue after the step ends on the host.
  if (!gains_.empty() || !whatIf.empty())
    note_->setText(tr("The mean step, %1 until its last work ends, replayed without one cause at a time. Upper bounds: they do not add up.")
                       .arg(text(advice::milliseconds(stepMs))));
  setVisible(!gains_.empty() || !whatIf.empty());
}

QString WhatIfCard::toTable() const {
  QString table = tr("cause removed\tat best ms\tstep at best ms\n");
  for (const Gain& gain : gains_) table += titleOf(gain) + QStringLiteral("\t%1\t%2\n").arg(-gain.gainNs * 1e-6).arg(gain.stepNs * 1e-6);
  return table;
}

// Fills the table. Names of ops and kernels may be long, so they are elided; numbers are not.
void WhatIfCard::fill() {
  while (QLayoutItem* item = table_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const auto add = [this](int row, int column, const QString& words, const QString& colour) {
    auto* label = new ElidedLabel(words);
    label->setProperty("role", colour);
    if (column == 0) {
      label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    } else {
      label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
      label->setMinimumWidth(label->sizeHint().width());
    }
    table_->addWidget(label, row, column);
  };
  if (gains_.empty()) return;
  add(0, 0, tr("cause removed"), QStringLiteral("dim"));
  add(0, 1, tr("at best"), QStringLiteral("dim"));
  add(0, 2, tr("step at best"), QStringLiteral("dim"));
  for (int row = 0; row < rows(); ++row) {
    const Gain& gain = gains_[static_cast<std::size_t>(row)];
    add(row + 1, 0, titleOf(gain), {});
    add(row + 1, 1, QChar(0x2212) + inMs(gain.gainNs), claims_ ? QStringLiteral("good") : QString());
    add(row + 1, 2, inMs(gain.stepNs), {});
  }
}

}  // namespace stepscope
