// The settings of a project file while they are edited: what stands in the file, what was changed, what is wrong, what it would do.
// Writes the file when they are applied; that can be undone. Testable without a window.
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
  // What stands in the file, as a field shows it; nothing where the file leaves the key out.
  std::optional<QString> inFile(const std::string& key) const;
  // With the edit.
  std::optional<QString> shown(const std::string& key) const;
  bool edited(const std::string& key) const { return edits_.contains(key); }
  // What holds where the file leaves it out: "0.2".
  QString usual(const std::string& key) const;

  void set(const std::string& key, const QString& text);
  void leaveOut(const std::string& key);  // takes the key out of the file
  void revert();

  bool changed() const { return !edits_.empty(); }
  const std::map<std::string, Error>& problems() const { return problems_; }
  QString consequence() const;  // one line; empty without a change
  bool apply();                 // false: message() says why
  // Writes the edited text to another file.
  bool saveCopy(const QString& file);
  QUndoStack* history() { return &history_; }

 Q_SIGNALS:
  void opened();  // all of it is another
  void editsChanged();
  void applied(const QString& file);  // the file has another content, by apply() or by undoing it
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
