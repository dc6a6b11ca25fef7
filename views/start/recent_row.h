// A row of the start page: icon, name, contents, a small curve of the loss, the result, and a button. A click, Enter or Space opens the file.
#pragma once

#include <QAbstractButton>

#include "views/start/recent_entry.h"

class QPushButton;

namespace stepscope {

class RecentRow : public QAbstractButton {
  Q_OBJECT
 public:
  explicit RecentRow(RecentEntry entry, QWidget* parent = nullptr);
  const RecentEntry& entry() const { return entry_; }
  void setEntry(RecentEntry entry);  // the entry of the same file, after it was read
  QPushButton* button() const { return button_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void trainRequested();
  void locateRequested();  // the file is missing, and the user wants to show where it is now

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void showButton();
  void focusNeighbour(int step);
  void paintCurve(QPainter& painter, const QRect& box) const;

  RecentEntry entry_;
  QPushButton* button_;
};

}  // namespace stepscope
