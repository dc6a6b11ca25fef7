// The settings of a project file during editing: the values in the file, the changes, the errors, the effect. Applying writes the file; that can be
// undone. Testable without a window.
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>

#include "core/project/settings_text.h"
#include "views/common/message_bar.h"

namespace stepscope {

class SettingsModel : public QObject {
  Q_OBJECT
 public:
  explicit SettingsModel(QObject* parent = nullptr);

  // Reads the file; edits of another file are dropped. An empty path: no project.
  void open(const QString& file);
  void setTraining(bool training);
  const QString& file() const { return file_; }
  const std::vector<SettingField>& fields() const { return fields_; }
  // The value in the file, as a field shows it; nothing if the key is not in the file.
  std::optional<QString> inFile(const std::string& key) const;
  // The value as a field shows it, after an edit that is not yet written; nothing if neither the file nor an edit has one.
  std::optional<QString> shown(const std::string& key) const;
  bool edited(const std::string& key) const { return edits_.contains(key); }
  // The default: "0.2".
  QString usual(const std::string& key) const;

  void set(const std::string& key, const QString& text);
  void leaveOut(const std::string& key);  // removes the key from the file
  void revert();

  bool changed() const { return !edits_.empty(); }
  const std::map<std::string, Error>& problems() const { return problems_; }
  QString consequence() const;  // one line; empty without changes
  bool apply();                 // false: nothing was written; problems() or message() has the reason
  // Writes the edited text to another file.
  bool saveCopy(const QString& file);
  QUndoStack* history() { return &history_; }

 Q_SIGNALS:
  void opened();  // another file or other contents
  void editsChanged();
  void applied(const QString& file);  // apply() or its undo has changed the file
  void message(const stepscope::Message& message);

 private:
  friend class ApplySettings;
  void judge();
  void edit(const std::string& key, std::optional<std::string> text);
  bool write(const QString& file, const std::string& text);
  std::optional<std::string> read() const;

  QString file_;
  std::string text_;  // of the file when it was read
  std::map<std::string, std::string> inFile_;
  std::vector<SettingField> fields_;
  FieldEdits edits_;
  std::map<std::string, Error> problems_;
  std::optional<Project> before_;
  bool training_ = false;
  QUndoStack history_;
};

}  // namespace stepscope
