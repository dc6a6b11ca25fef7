#include "views/start/drop_zone.h"

#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QUrl>

#include "views/common/icons.h"
#include "views/common/theme.h"
#include "views/start/dropped_file.h"

namespace stepscope {

namespace {

constexpr int kIcons = 6, kSide = 36, kGap = 9;

}  // namespace

DropZone::DropZone(QWidget* parent) : QAbstractButton(parent) {
  setAcceptDrops(true);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  setObjectName(QStringLiteral("dropZone"));
  setText(tr("Drop a folder of pictures, a table, a text,\na trace, an ONNX model or a project"));
  setAccessibleName(tr("Drop data here, or choose it"));
  setAccessibleDescription(tr("A folder of pictures, a table, a text, a trace, an ONNX model or a project"));
}

void DropZone::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool lit = over_ || hasFocus() || underMouse();
  QColor ground = t.accent;
  ground.setAlphaF(over_ ? 0.14f : lit ? 0.07f : 0.03f);
  painter.setBrush(ground);
  QColor edge = t.accent;
  edge.setAlphaF(lit ? 1.0f : 0.6f);
  painter.setPen(QPen(edge, hasFocus() || over_ ? 2 : 1.4, Qt::DashLine));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), 8, 8);

  const int wide = kIcons * kSide + (kIcons - 1) * kGap, middle = height() / 2;
  int x = (width() - wide) / 2;
  for (const char* name : {"pictures", "table", "text", "trace", "network", "folder"}) {
    const QRect box(x, middle - 68, kSide, kSide);
    painter.setPen(QPen(t.line, 1));
    painter.setBrush(t.panel);
    painter.drawRoundedRect(box, 6, 6);
    stepscope::icon(QString::fromLatin1(name), IconTint::Accent).paint(&painter, box.adjusted(9, 9, -9, -9));
    x += kSide + kGap;
  }
  painter.setPen(t.text);
  painter.setFont(textFont(14, QFont::DemiBold));
  painter.drawText(QRect(8, middle - 22, width() - 16, 44), Qt::AlignCenter, text());
  painter.setPen(t.dim);
  painter.setFont(textFont(12));
  painter.drawText(QRect(8, middle + 30, width() - 16, 64), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                   tr("or click to choose.\nStepscope looks at it and proposes a model.\nNothing is copied, nothing leaves this machine."));
}

void DropZone::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) click();
  else QAbstractButton::keyPressEvent(event);
}

void DropZone::dragEnterEvent(QDragEnterEvent* event) {
  if (droppedEntry(event->mimeData()->urls()).isEmpty()) return;
  event->acceptProposedAction();
  over_ = true;
  update();
}

void DropZone::dragLeaveEvent(QDragLeaveEvent*) {
  over_ = false;
  update();
}

void DropZone::dropEvent(QDropEvent* event) {
  over_ = false;
  update();
  const QString file = droppedEntry(event->mimeData()->urls());
  if (file.isEmpty()) return;
  event->acceptProposedAction();
  Q_EMIT dropped(file);
}

}  // namespace stepscope
