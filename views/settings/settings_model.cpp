#include "views/settings/settings_model.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QUndoCommand>

#include "core/project/key_help.h"
#include "core/project/toml_text.h"
#include "views/common/text.h"
#include "views/words/engine_text.h"

namespace stepscope {

// Writes the file's earlier or later text. It becomes obsolete if another project is open, if the file cannot be written, or if another program has
// changed it: that change is kept.
class ApplySettings : public QUndoCommand {
 public:
  ApplySettings(SettingsModel& model, std::string before, std::string after)
      : QUndoCommand(SettingsModel::tr("Change settings")),
        model_(model),
        file_(model.file()),
        before_(std::move(before)),
        after_(std::move(after)) {}
  void undo() override { put(after_, before_); }
  void redo() override {
    if (first_) {
      first_ = false;  // apply() has already written it
      return;
    }
    put(before_, after_);
  }

 private:
  // Writes `text` if the file still holds `present`.
  void put(const std::string& present, const std::string& text) {
    const bool same = model_.file() == file_ && model_.read() == present;
    if (model_.file() == file_ && !same) {
      Message kept;
      kept.level = Message::Level::Warning;
      kept.what = SettingsModel::tr("Another program has changed the project file since then, so the change of settings is not taken back");
      kept.where = file_;
      kept.cure = SettingsModel::tr("Change the settings themselves");
      Q_EMIT model_.message(kept);
    }
    if (!same || !model_.write(file_, text)) {
      setObsolete(true);
      return;
    }
    model_.open(file_);
    Q_EMIT model_.applied(file_);
  }

  SettingsModel& model_;
  QString file_;
  std::string before_, after_;
  bool first_ = true;
};

SettingsModel::SettingsModel(QObject* parent) : QObject(parent) {}

std::optional<std::string> SettingsModel::read() const {
  QFile in(file_);
  if (!in.open(QIODevice::ReadOnly)) return std::nullopt;
  return in.readAll().toStdString();
}

void SettingsModel::open(const QString& file) {
  if (file != file_) history_.clear();
  file_ = file;
  text_.clear();
  inFile_.clear();
  edits_.clear();
  problems_.clear();
  before_.reset();
  fields_.clear();
  if (!file_.isEmpty()) {
    try {
      text_ = read().value_or(std::string());
      inFile_ = fieldTexts(text_, file_.toStdString());
      before_ = parseProject(text_, file_.toStdString());
    } catch (const Error& error) {
      problems_.emplace("", error);
    }
    const auto model = inFile_.find("model.name");
    fields_ = settingFields(model == inFile_.end() ? std::string() : model->second);
  }
  Q_EMIT opened();
  Q_EMIT editsChanged();
}

void SettingsModel::setTraining(bool training) {
  if (std::exchange(training_, training) != training) Q_EMIT editsChanged();
}

std::optional<QString> SettingsModel::inFile(const std::string& key) const {
  const auto found = inFile_.find(key);
  return found == inFile_.end() ? std::nullopt : std::optional(text(found->second));
}

std::optional<QString> SettingsModel::shown(const std::string& key) const {
  const auto found = edits_.find(key);
  if (found == edits_.end()) return inFile(key);
  return found->second ? std::optional(text(*found->second)) : std::nullopt;
}

QString SettingsModel::usual(const std::string& key) const {
  const KeyHelp* help = keyHelp(key);
  return help ? engineText(help->usual).remove(QLatin1Char('`')) : QString();
}

void SettingsModel::set(const std::string& key, const QString& value) {
  edit(key, value.toStdString());
}

void SettingsModel::leaveOut(const std::string& key) {
  edit(key, std::nullopt);
}

void SettingsModel::edit(const std::string& key, std::optional<std::string> value) {
  const auto old = inFile_.find(key);
  const bool same = old == inFile_.end() ? !value : value == old->second;
  if (same) edits_.erase(key);
  else edits_[key] = std::move(value);
  judge();
  Q_EMIT editsChanged();
}

void SettingsModel::revert() {
  if (edits_.empty()) return;
  edits_.clear();
  judge();
  Q_EMIT opened();  // every field shows the file again
  Q_EMIT editsChanged();
}

void SettingsModel::judge() {
  problems_ = edits_.empty() ? std::map<std::string, Error>() : problemsOf(text_, edits_, file_.toStdString());
}

QString SettingsModel::consequence() const {
  if (edits_.empty()) return {};
  if (!problems_.empty()) {
    const auto& [key, error] = *problems_.begin();
    return key.empty() ? engineText(error.happened()) + fullStop() + QLatin1Char(' ') + engineText(error.cure())
                       : tr("%1: %2").arg(text(key), engineText(error.cure()));
  }
  try {
    const Project after = parseProject(withEdits(text_, edits_, file_.toStdString()), file_.toStdString());
    return before_ ? engineText(consequenceOf(*before_, after, training_)) + fullStop() : QString();
  } catch (const Error& error) {
    return engineText(error);
  }
}

bool SettingsModel::write(const QString& file, const std::string& text) {
  QSaveFile out(file);
  if (out.open(QIODevice::WriteOnly) && out.write(QByteArray::fromStdString(text)) == static_cast<qint64>(text.size()) && out.commit()) return true;
  Message failed;
  failed.what = tr("The file cannot be written: %1").arg(out.errorString());
  failed.where = file;
  failed.cure = tr("Save a copy where you may write");
  Q_EMIT message(failed);
  return false;
}

bool SettingsModel::apply() {
  if (edits_.empty() || !problems_.empty()) return false;
  const std::optional<std::string> now = read();
  if (now && *now != text_) {
    // Another program has changed it: the edits are made in the present text.
    text_ = *now;
    judge();
    if (!problems_.empty()) {
      Q_EMIT editsChanged();
      return false;
    }
  }
  std::string after;
  try {
    after = withEdits(text_, edits_, file_.toStdString());
  } catch (const Error& error) {
    Q_EMIT message(messageOf(error));
    return false;
  }
  const std::string before = text_;
  if (!write(file_, after)) return false;
  const QString file = file_;
  open(file);
  history_.push(new ApplySettings(*this, before, after));
  Q_EMIT applied(file);
  return true;
}

bool SettingsModel::saveCopy(const QString& file) {
  try {
    return write(file, withEdits(text_, problems_.empty() ? edits_ : FieldEdits(), file_.toStdString()));
  } catch (const Error& error) {
    Q_EMIT message(messageOf(error));
    return false;
  }
}

}  // namespace stepscope
