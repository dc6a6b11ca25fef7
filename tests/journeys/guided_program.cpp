#include "tests/journeys/guided_program.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QThread>
#include <cstdio>
#include <cstring>

GuidedProgram::GuidedProgram(const Screen& screen, const QString& program, const QString& home, const QString& pictures)
    : screen_(screen), program_(program), home_(home), pictures_(pictures), socket_(folder_.filePath(QStringLiteral("probe"))) {}

GuidedProgram::~GuidedProgram() {
  if (process_.state() == QProcess::NotRunning) return;
  process_.terminate();
  if (!process_.waitForFinished(20'000)) process_.kill();
  process_.waitForFinished();
}

bool GuidedProgram::start(const QStringList& arguments) {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"QT_SCALE_FACTOR", "WAYLAND_DISPLAY"}) environment.remove(QLatin1String(name));
  const auto set = [&](const char* name, const QString& value) { environment.insert(QLatin1String(name), value); };
  set("DISPLAY", screen_.display());
  set("QT_QPA_PLATFORM", QStringLiteral("xcb"));
  set("HOME", home_);
  set("XDG_CONFIG_HOME", home_ + QStringLiteral("/.config"));
  set("XDG_CACHE_HOME", home_ + QStringLiteral("/.cache"));
  set("LC_ALL", QStringLiteral("C.UTF-8"));
  set("LANGUAGE", QStringLiteral("en"));
  set("JOURNEY_SOCKET", socket_);
  set("LD_PRELOAD", QStringLiteral(PROBE));
  process_.setProcessEnvironment(environment);
  process_.setWorkingDirectory(home_);
  process_.setProcessChannelMode(QProcess::ForwardedChannels);
  process_.start(program_, arguments);
  if (!process_.waitForStarted() || !sees(QStringLiteral("statusStrip"))) return false;
  ask(QStringLiteral("focus"));
  return true;
}

void GuidedProgram::killAtOnce() {
  process_.kill();
  process_.waitForFinished();
}

std::optional<QString> GuidedProgram::ask(const QString& request) const {
  const int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket_.toUtf8().constData(), sizeof address.sun_path - 1);
  std::optional<QString> reply;
  const QByteArray bytes = request.toUtf8() + '\n';
  if (connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
      write(client, bytes.constData(), static_cast<std::size_t>(bytes.size())) == bytes.size()) {
    QByteArray all;
    char part[1024];
    for (ssize_t length = 0; (length = read(client, part, sizeof part)) > 0;) all.append(part, length);
    if (!all.isEmpty()) reply = QString::fromUtf8(all).trimmed();
  }
  close(client);
  return reply;
}

std::optional<QRect> GuidedProgram::where(const QString& selector) const {
  const QStringList words = ask(QStringLiteral("where ") + selector).value_or(QString()).split(QLatin1Char(' '));
  if (words.size() != 4) return std::nullopt;
  return QRect(words[0].toInt(), words[1].toInt(), words[2].toInt(), words[3].toInt());
}

QString GuidedProgram::text(const QString& selector) const {
  return ask(QStringLiteral("text ") + selector).value_or(QString());
}

bool GuidedProgram::sees(const QString& selector, int seconds) {
  QElapsedTimer timer;
  for (timer.start(); timer.elapsed() < seconds * 1000; QThread::msleep(20)) {
    if (where(selector)) return true;
    if (process_.state() == QProcess::NotRunning) break;
    process_.waitForReadyRead(1);  // notices when it ends
  }
  problem_ = selector + QStringLiteral(" is not seen");
  if (seconds > 0) keepPicture(QStringLiteral("not-seen"));
  return false;
}

bool GuidedProgram::reads(const QString& selector, const QString& part, int seconds) {
  QElapsedTimer timer;
  for (timer.start(); timer.elapsed() < seconds * 1000; QThread::msleep(50))
    if (text(selector).contains(part)) return true;
  problem_ = QStringLiteral("%1 says \"%2\" and not \"%3\"").arg(selector, text(selector), part);
  keepPicture(QStringLiteral("not-read"));
  return false;
}

bool GuidedProgram::point(const QString& selector) {
  if (!sees(selector)) return false;
  // What moves into place is clicked when it stands.
  std::optional<QRect> at = where(selector);
  for (int look = 0; look < 100; ++look) {
    QThread::msleep(60);
    const std::optional<QRect> now = where(selector);
    const bool stands = now && at && *now == *at;
    at = now;
    if (stands) break;
  }
  if (!at) return false;
  screen_.move(at->center());
  return true;
}

// /proc/PID/schedstat: ns on a core, ns of waiting for one, of the process's first thread, which is that of its window.
double GuidedProgram::waitedMs() const {
  double sum = 0;
  for (const qint64 process : {process_.processId(), screen_.server(), static_cast<qint64>(getpid())}) {
    QFile file(QStringLiteral("/proc/%1/schedstat").arg(process));
    if (file.open(QIODevice::ReadOnly)) sum += file.readAll().split(' ').value(1).toDouble() * 1e-6;
  }
  return sum;
}

bool GuidedProgram::click(const QString& selector) {
  if (!point(selector)) return false;
  QThread::msleep(250);  // what lights up under the pointer is no answer to a click
  const QImage before = screen_.picture();
  const double waitedBefore = waitedMs();
  screen_.press();
  ++clicks_;
  QElapsedTimer timer;
  timer.start();
  qint64 first = -1;
  double waited = 0;
  constexpr int kSoon = 100, kPressed = 300, kPatience = 30'000;  // ms; a button that goes down and up again is no answer either
  while (timer.elapsed() < kPatience) {
    const bool differs = screen_.picture() != before;
    if (differs && first < 0) {
      first = timer.elapsed();
      waited = waitedMs() - waitedBefore;
      if (static_cast<double>(first) - waited > kSoon) {
        problem_ = QStringLiteral("nothing is seen for %1 ms after a click on %2, %3 of them without a core").arg(first).arg(selector).arg(waited);
        keepPicture(QStringLiteral("late-answer"));
        return false;
      }
    }
    if (differs && timer.elapsed() >= kPressed) {
      std::printf("    %s: something is seen after %lld ms (%.0f ms without a core)\n", qPrintable(selector), static_cast<long long>(first), waited);
      keepPicture(QString(selector)
                      .replace(QLatin1Char('/'), QLatin1Char('-'))
                      .replace(QLatin1Char(' '), QLatin1Char('-'))
                      .remove(QLatin1Char('*'))
                      .remove(QLatin1Char('.')));
      return true;
    }
    QThread::msleep(10);
  }
  problem_ = QStringLiteral("nothing is seen after a click on ") + selector;
  keepPicture(QStringLiteral("no-answer"));
  return false;
}

void GuidedProgram::keys(const QStringList& keys) {
  ask(QStringLiteral("focus"));
  QThread::msleep(100);
  screen_.keys(keys);
}

void GuidedProgram::type(const QString& text) {
  ask(QStringLiteral("focus"));
  QThread::msleep(100);
  screen_.type(text);
}

void GuidedProgram::keepPicture(const QString& name) {
  QDir().mkpath(pictures_);
  screen_.picture().save(QStringLiteral("%1/%2-%3.png").arg(pictures_).arg(++kept_, 2, 10, QLatin1Char('0')).arg(name));
}
