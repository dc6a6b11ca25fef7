// File > New: kind of data, its folder, a model, and where the project file goes.
#pragma once

#include <QDialog>
#include <string>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace stepscope {

class MessageBar;

// newProjectText() with another model of the zoo in its [model] table.
std::string projectTextWithModel(const std::string& name, const std::string& kind, const std::string& dataPath, const std::string& model);

class NewProjectDialog : public QDialog {
  Q_OBJECT
 public:
  explicit NewProjectDialog(QWidget* parent = nullptr);
  QString projectFile() const { return file_; }  // of the project written, after accept()

  QLineEdit* nameEdit() const { return name_; }
  QLineEdit* folderEdit() const { return folder_; }
  QLineEdit* dataEdit() const { return data_; }
  QComboBox* kindBox() const { return kind_; }
  QComboBox* modelBox() const { return model_; }
  MessageBar* messageBar() const { return bar_; }

 public Q_SLOTS:
  void accept() override;  // writes the file, or says why it cannot

 private:
  void kindChanged();
  void listModels();
  void update();

  QLineEdit *name_, *folder_, *data_;
  QComboBox *kind_, *model_;
  QPushButton *browseData_, *create_;
  QLabel *kindHelp_, *target_;
  MessageBar* bar_;
  QString file_;
};

}  // namespace stepscope
