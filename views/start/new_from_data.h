// The page that makes a new project from dropped or chosen data. It describes the data and their problems, and has fields for name, target and model,
// which are filled in. The data are examined off the GUI thread; partial results are shown meanwhile.
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

  void lookAt(const QString& path);             // examines the data at this path
  void offerNetwork(const QString& file);       // the next data are proposed to train this ONNX file
  void setParentFolder(const QString& folder);  // new projects are created in this folder
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
  void look(const DataSpec* spec);  // null: the specification follows from the path
  void take(const DataPreview& data);
  void showData();
  void showSettings();
  void check();  // enables the buttons if the project can be created, else says why not
  void create(bool train);

  QString path_, network_;
  DataPreview data_;
  bool named_ = false;   // the user has written a name
  bool filled_ = false;  // the boxes for target and model have their entries
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
