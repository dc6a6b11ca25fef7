#include "tests/journeys/screen.h"

#include <QFile>
#include <QStandardPaths>
#include <QtEndian>

QString Screen::missing() {
  QStringList absent;
  for (const char* name : {"Xvfb", "xdotool"})
    if (QStandardPaths::findExecutable(QLatin1String(name)).isEmpty()) absent << QLatin1String(name);
  return absent.join(QStringLiteral(" and "));
}

bool Screen::start() {
  server_.start(QStringLiteral("Xvfb"),
                {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"), QStringLiteral("1280x800x24"),
                 QStringLiteral("-nolisten"), QStringLiteral("tcp"), QStringLiteral("-fbdir"), memory_.path()});
  if (!server_.waitForStarted() || !server_.waitForReadyRead(60'000)) return false;
  display_ = QLatin1Char(':') + QString::fromLatin1(server_.readAllStandardOutput().trimmed());
  return display_.size() > 1;
}

Screen::~Screen() {
  server_.terminate();
  if (!server_.waitForFinished(10'000)) server_.kill();
}

// The file is what xwd writes: a header of big-endian words, colours, rows of 32 bits a pixel.
QImage Screen::picture() const {
  QFile file(memory_.filePath(QStringLiteral("Xvfb_screen0")));
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QByteArray bytes = file.readAll();
  if (bytes.size() < 100) return {};
  const auto word = [&](int index) { return static_cast<qsizetype>(qFromBigEndian<quint32>(bytes.constData() + 4 * index)); };
  const qsizetype width = word(4), height = word(5), row = word(12), begin = word(0) + 12 * word(19);
  if (begin + row * height > bytes.size()) return {};
  return QImage(reinterpret_cast<const uchar*>(bytes.constData()) + begin, static_cast<int>(width), static_cast<int>(height), row,
                QImage::Format_RGB32)
      .copy();
}

void Screen::xdotool(const QStringList& arguments) const {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("DISPLAY"), display_);
  process.setProcessEnvironment(environment);
  process.start(QStringLiteral("xdotool"), arguments);
  process.waitForFinished(60'000);
}

void Screen::move(QPoint to) const {
  xdotool({QStringLiteral("mousemove"), QString::number(to.x()), QString::number(to.y())});
}
void Screen::press() const {
  xdotool({QStringLiteral("click"), QStringLiteral("1")});
}
void Screen::keys(const QStringList& keys) const {
  xdotool(QStringList{QStringLiteral("key"), QStringLiteral("--delay"), QStringLiteral("30")} + keys);
}
void Screen::type(const QString& text) const {
  xdotool({QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("15"), text});
}
