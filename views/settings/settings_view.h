// Every key of the project file as a form, with its meaning beside it. Apply writes the changes; comments and order of the file are kept.
#pragma once

#include <QWidget>
#include <vector>

#include "views/settings/settings_model.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace stepscope {

struct ViewContext;
class EmptyState;
class Session;
class SettingRow;

class SettingsView : public QWidget {
  Q_OBJECT
 public:
  explicit SettingsView(Session* session, QWidget* parent = nullptr);
  SettingsModel* model() { return &model_; }
  // Shows the key's line and focuses its field; false if there is none.
  bool focusKey(const std::string& key);
  SettingRow* row(const std::string& key) const;
  QPushButton* applyButton() const { return apply_; }
  QPushButton* revertButton() const { return revert_; }
  QLineEdit* filterEdit() const { return filter_; }
  QString consequence() const;
  MessageBar* messageBar() const { return bar_; }

 Q_SIGNALS:
  void applied(const QString& file);        // the project must be read again
  void openRequested(const QString& file);  // a saved copy; empty: a project that the user chooses

 protected:
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void build();
  void showAll();
  void showEdits();
  void filter(const QString& words);
  void tell(Message message);

  Session* session_;
  SettingsModel model_;
  MessageBar* bar_;
  EmptyState* empty_;
  QWidget* form_;
  QLineEdit* filter_;
  QListWidget* sections_;
  QScrollArea* scroll_;
  QVBoxLayout* rowsLayout_ = nullptr;
  QLabel *consequence_, *nothing_;
  QPushButton *apply_, *revert_;
  bool stale_ = true;  // the rows do not match the model
  struct Section {
    std::string name;
    QLabel* heading;
    std::vector<SettingRow*> rows;
  };
  std::vector<Section> rows_;
};

QWidget* makeSettingsView(const ViewContext& context);

}  // namespace stepscope
