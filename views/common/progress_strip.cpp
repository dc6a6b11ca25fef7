#include "views/common/progress_strip.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>

#include "views/common/elided_label.h"

namespace stepscope {

ProgressStrip::ProgressStrip(QWidget* parent)
    : QFrame(parent), what_(new ElidedLabel), text_(new ElidedLabel), bar_(new QProgressBar), cancel_(new QPushButton(tr("Cancel"))) {
  setProperty("card", true);
  text_->setProperty("role", "dim");
  bar_->setRange(0, 1000);
  bar_->setTextVisible(false);
  bar_->setFixedHeight(6);
  bar_->setMinimumWidth(160);
  cancel_->setShortcut(QKeySequence(Qt::Key_Escape));
  cancel_->setToolTip(tr("Stop this (Escape)"));
  connect(cancel_, &QPushButton::clicked, this, &ProgressStrip::cancelled);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 4, 6, 4);
  layout->setSpacing(12);
  layout->addWidget(what_);
  layout->addWidget(bar_, 1);
  layout->addWidget(text_);
  layout->addWidget(cancel_);
  QFrame::hide();
}

void ProgressStrip::begin(const QString& what) {
  what_->setText(what);
  text_->clear();
  bar_->setRange(0, 0);  // shows "busy" until the first value
  setAccessibleName(what);
  show();
}

void ProgressStrip::setProgress(double share, const QString& text) {
  bar_->setRange(0, 1000);
  bar_->setValue(static_cast<int>(std::clamp(share, 0.0, 1.0) * 1000));
  text_->setText(text);
  setAccessibleDescription(text);
}

QString ProgressStrip::text() const {
  return what_->text() + QLatin1Char(' ') + text_->text();
}

void ProgressStrip::end() {
  hide();
}

}  // namespace stepscope
