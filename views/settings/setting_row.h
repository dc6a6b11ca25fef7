// A key of the project file as a line of a form: its name, a field, its meaning, and errors of the input.
#pragma once

#include <QWidget>

#include "core/project/settings_text.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace stepscope {

class SettingRow : public QWidget {
  Q_OBJECT
 public:
  explicit SettingRow(const SettingField& field, const QString& usual, QWidget* parent = nullptr);
  const std::string& key() const { return key_; }
  // The value of the field; nothing: the key is not in the file.
  void setValue(const std::optional<QString>& value);
  void setState(bool edited, bool inFile);
  void setProblem(const QString& sentence);  // empty: none
  QString problem() const;
  bool matches(const QString& words) const;  // key or meaning contain every word
  QWidget* field() const;
  QLineEdit* line() const { return line_; }
  QComboBox* combo() const { return combo_; }
  QToolButton* clearButton() const { return clear_; }

 Q_SIGNALS:
  void changed(const QString& value);
  void leftOut();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  std::string key_;
  QString searched_;
  QLabel *name_, *help_, *problem_;
  QLineEdit* line_ = nullptr;
  QComboBox* combo_ = nullptr;
  QToolButton* clear_;
};

}  // namespace stepscope
