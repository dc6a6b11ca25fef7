#include "views/session/setting_change.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include "core/base/error.h"
#include "core/project/edit_key.h"
#include "views/common/text.h"

namespace stepscope {

namespace {

Message writeKey(const QString& path, const QString& key, const QString& value) {
  Message message;
  message.where = path;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) {
    message.what = tr("The project file cannot be read: %1").arg(file.errorString());
    return message;
  }
  try {
    const std::string text = withKey(file.readAll().toStdString(), key.toStdString(), value.toStdString(), path.toStdString());
    QSaveFile saved(path);
    if (!saved.open(QIODevice::WriteOnly) || saved.write(QByteArray::fromStdString(text)) < 0 || !saved.commit()) {
      message.what = tr("The project file cannot be written: %1").arg(saved.errorString());
      return message;
    }
  } catch (const Error& error) {
    return messageOf(error);
  }
  message.level = Message::Level::Info;
  message.what = tr("%1 = %2 is written").arg(key, value);
  return message;
}

}  // namespace

Message changedForThisSession(const QString& what, const QString& file, const QString& key, const QString& value,
                              const std::function<void(const Message&)>& say) {
  Message message;
  message.level = Message::Level::Info;
  message.what = what;
  message.cure = tr("The project file still has its own value");
  message.button = tr("Write to %1").arg(QFileInfo(file).fileName());
  message.action = [=] { say(writeKey(file, key, value)); };
  return message;
}

}  // namespace stepscope
