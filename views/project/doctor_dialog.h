// What the device chip opens: the processor, its measured peak rates, memory and library versions.
#pragma once

#include <QDialog>

class QLabel;

namespace stepscope {

class JobSlot;

// Library versions as the About box and the doctor list them, tab-separated, a line each.
QString libraryVersions();

class DoctorDialog : public QDialog {
  Q_OBJECT
 public:
  explicit DoctorDialog(QWidget* parent = nullptr);
  QString text() const;

 private:
  void measure();  // takes about a second, off the GUI thread

  QLabel *facts_, *rates_;
  JobSlot* job_;
};

}  // namespace stepscope
