// The dialog of the device chip: the processor, its measured peak rates, memory and library versions.
#pragma once

#include <QDialog>

class QLabel;
class QPushButton;

namespace stepscope {

class JobSlot;

// Library versions as in the About box and the doctor, tab-separated, one per line.
QString libraryVersions();

class DoctorDialog : public QDialog {
  Q_OBJECT
 public:
  explicit DoctorDialog(QWidget* parent = nullptr);
  QString text() const;
  QPushButton* measureButton() const { return measure_; }  // disabled while it measures

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void fit();      // high enough for its texts
  void measure();  // takes about a second, off the GUI thread

  QLabel *facts_, *rates_;
  QPushButton* measure_ = nullptr;
  JobSlot* job_;
};

}  // namespace stepscope
