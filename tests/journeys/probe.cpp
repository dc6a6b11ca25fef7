// Loaded into the program by the journeys: answers on a socket where a widget is on the screen and what it says.
//   where SELECTOR -> "x y width height" of what is seen of it, or "none"      text SELECTOR -> its text      focus -> as a window manager does
// A selector is names parted by '/', each an objectName, a class or a text (a '*' at the end: how it begins): the last one is the widget's,
// those before are of its parents.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSocketNotifier>
#include <QWidget>
#include <algorithm>
#include <cstring>

namespace {

QString textOf(const QWidget* widget) {
  if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text().remove(QLatin1Char('&')).trimmed();
  if (const auto* line = qobject_cast<const QLineEdit*>(widget)) return line->text();
  return {};
}

bool matches(const QWidget* widget, const QString& name) {
  if (name.endsWith(QLatin1Char('*'))) return textOf(widget).startsWith(name.chopped(1));
  const QString type = QString::fromLatin1(widget->metaObject()->className()).section(QStringLiteral("::"), -1);
  return widget->objectName() == name || type == name || textOf(widget) == name;
}

// What its parents leave of it, in its own coordinates. (QWidget::visibleRegion() is without what children cover.)
QRect seenOf(const QWidget* widget) {
  QRect seen = widget->rect();
  QPoint at;
  for (const QWidget* child = widget; child->parentWidget() && !child->isWindow(); child = child->parentWidget()) {
    at += child->pos();
    seen &= child->parentWidget()->rect().translated(-at);
  }
  return seen;
}

// The topmost, then leftmost one that is seen.
QWidget* find(const QString& selector) {
  const QStringList names = selector.split(QLatin1Char('/'));
  QWidget* found = nullptr;
  QPoint best;
  for (QWidget* widget : QApplication::allWidgets()) {
    if (!widget->isVisible() || seenOf(widget).isEmpty() || !matches(widget, names.last())) continue;
    qsizetype at = names.size() - 2;
    for (const QWidget* parent = widget->parentWidget(); parent && at >= 0; parent = parent->parentWidget())
      if (matches(parent, names[at])) --at;
    if (at >= 0) continue;
    const QPoint place = widget->mapToGlobal(QPoint(0, 0));
    if (found && (place.y() > best.y() || (place.y() == best.y() && place.x() >= best.x()))) continue;
    found = widget;
    best = place;
  }
  return found;
}

QString answer(const QString& request) {
  const QString what = request.section(QLatin1Char(' '), 0, 0), selector = request.section(QLatin1Char(' '), 1);
  if (what == QLatin1String("focus")) {
    QWidget* window = QApplication::activeModalWidget();
    for (QWidget* top : QApplication::topLevelWidgets())
      if (!window && top->isVisible() && top->windowType() == Qt::Window) window = top;
    if (!window) return QStringLiteral("none");
    window->activateWindow();
    return QStringLiteral("done");
  }
  const QWidget* widget = find(selector);
  if (!widget) return QStringLiteral("none");
  if (what == QLatin1String("text")) return textOf(widget);
  if (!widget->isEnabled()) return QStringLiteral("none");
  const QRect seen = seenOf(widget);
  const QPoint at = widget->mapToGlobal(seen.topLeft());
  return QStringLiteral("%1 %2 %3 %4").arg(at.x()).arg(at.y()).arg(seen.width()).arg(seen.height());
}

void listenTo(const QByteArray& path) {
  const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.constData(), sizeof address.sun_path - 1);
  unlink(address.sun_path);
  if (bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(server, 4) != 0) return;
  auto* notifier = new QSocketNotifier(server, QSocketNotifier::Read, qApp);
  QObject::connect(notifier, &QSocketNotifier::activated, qApp, [server] {
    const int client = accept4(server, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) return;
    char bytes[512];
    const ssize_t length = read(client, bytes, sizeof bytes);
    const QByteArray reply = answer(QString::fromUtf8(bytes, std::max<ssize_t>(length, 0)).trimmed()).toUtf8() + '\n';
    if (write(client, reply.constData(), static_cast<std::size_t>(reply.size())) < 0) {
      // whoever asked has gone
    }
    close(client);
  });
}

void begin() {
  static const QByteArray self = qgetenv("LD_PRELOAD");
  unsetenv("LD_PRELOAD");  // not for programs that this one starts, but for itself when it begins again
  qAddPostRoutine([] { qputenv("LD_PRELOAD", self); });
  if (const QByteArray path = qgetenv("JOURNEY_SOCKET"); !path.isEmpty()) listenTo(path);
}

}  // namespace

Q_COREAPP_STARTUP_FUNCTION(begin)
