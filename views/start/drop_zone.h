// An area onto which every kind of file can be dropped. A click or Enter asks for data.
#pragma once

#include <QAbstractButton>

namespace stepscope {

class DropZone : public QAbstractButton {
  Q_OBJECT
 public:
  explicit DropZone(QWidget* parent = nullptr);
  QSize sizeHint() const override { return {360, 230}; }
  QSize minimumSizeHint() const override { return {280, 190}; }

 Q_SIGNALS:
  void dropped(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  bool over_ = false;  // an acceptable file is being dragged over this area
};

}  // namespace stepscope
