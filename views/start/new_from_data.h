// A new project from dropped or chosen data: their description and problems, fields for name, target and model that are filled in, and one button.
// The data are examined off the GUI thread; the results so far are shown meanwhile.
#pragma once

#include <QWidget>

#include "core/data/preview/data_preview.h"
#include "core/project/starting_point.h"
#include "views/common/job.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace stepscope {

class ClassBars;
class ColumnsTable;
class FindingsList;
class MessageBar;

class NewFromData : public QWidget {
  Q_OBJECT
 public:
  explicit NewFromData(QWidget* parent = nullptr);
  ~NewFromData() override;

  void lookAt(const QString& path);             // shows the data at that path
  void offerNetwork(const QString& file);       // an ONNX file that the next data should train
  void setParentFolder(const QString& folder);  // the folder for new projects
  void setCores(int cores) { cores_ = cores; }
  const DataPreview& data() const { return data_; }
  bool looking() const { return job_.busy(); }

  QLineEdit* nameEdit() const { return name_; }
  QLineEdit* folderEdit() const { return folder_; }
  QComboBox* targetBox() const { return target_; }
  QComboBox* modelBox() const { return model_; }
  QPushButton* createAndTrain() const { return createAndTrain_; }
  QPushButton* createOnly() const { return create_; }
  FindingsList* findings() const { return findings_; }
  ColumnsTable* columns() const { return columns_; }
  MessageBar* messageBar() const { return bar_; }
  QString sentence() const;

 Q_SIGNALS:
  void created(const QString& projectFile, bool train);
  void dataRequested();  // the user wants to choose other data
  void cancelled();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* makePreview();
  QWidget* makeForm();
  void look(const DataSpec* spec);  // null: by the path
  void take(const DataPreview& data);
  void showData();
  void showSettings();
  void check();  // whether it can be created, and why not
  void create(bool train);

  QString path_, network_;
  DataPreview data_;
  int cores_ = 2;
  bool named_ = false;   // the user has written a name
  bool filled_ = false;  // the boxes of target and models are filled
  JobSlot job_;

  MessageBar* bar_;
  QLabel *title_, *where_, *sentence_, *doing_, *settings_, *evidence_, *why_, *targetLabel_, *beginsWith_;
  ClassBars* classes_;
  ColumnsTable* columns_;
  FindingsList* findings_;
  QLineEdit *name_, *folder_;
  QComboBox *target_, *model_;
  QPushButton *createAndTrain_, *create_, *otherFolder_;
};

}  // namespace stepscope
