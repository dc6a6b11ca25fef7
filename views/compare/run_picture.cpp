#include "views/compare/run_picture.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include "views/common/text.h"
#include "views/common/theme.h"

namespace stepscope {

RunPicture::RunPicture(QWidget* parent) : QWidget(parent) {}

void RunPicture::setRuns(FactsList runs, int baseline) {
  runs_ = std::move(runs);
  baseline_ = baseline;
  runsSet();
  updateGeometry();
  update();
}

void RunPicture::setSelected(RunId run) {
  if (run == selected_) return;
  selected_ = run;
  update();
}

QString RunPicture::tipOf(int index) const {
  return text(run(index).info.name);
}

void RunPicture::mouseReleaseEvent(QMouseEvent* event) {
  QWidget::mouseReleaseEvent(event);
  if (event->button() != Qt::LeftButton) return;
  if (const int index = runAt(event->position()); index >= 0) Q_EMIT runClicked(run(index).info.id);
}

bool RunPicture::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int index = runAt(help->pos());
    if (index >= 0) QToolTip::showText(help->globalPos(), tipOf(index), this);
    else QToolTip::hideText();
    return true;
  }
  return QWidget::event(event);
}

void RunPicture::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) update();
}

}  // namespace stepscope
