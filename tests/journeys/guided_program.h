// The program on a screen, and a hand that uses it: looks for a widget, points at it, clicks. Clicks are counted, pictures kept. A click after
// which nothing is seen for 100 ms is an error, and so is one after which the screen stays as it was. Time for which the program, the screen
// or the hand waited for a core that other programs held is none of the 100 ms.
#pragma once

#include <QElapsedTimer>
#include <QProcess>
#include <QRect>
#include <QString>
#include <QTemporaryDir>
#include <optional>

#include "tests/journeys/screen.h"

class GuidedProgram {
 public:
  // home: settings, cache and projects of this user. pictures: the folder where those of the journey go.
  GuidedProgram(const Screen& screen, const QString& program, const QString& home, const QString& pictures);
  ~GuidedProgram();

  bool start(const QStringList& arguments = {});
  void killAtOnce();  // as the system does when memory is short

  // Waits until it is seen, with a generous end. See tests/journeys/probe.cpp for selectors.
  bool sees(const QString& selector, int seconds = 60);
  bool reads(const QString& selector, const QString& part, int seconds = 120);
  QString text(const QString& selector) const;

  bool point(const QString& selector);
  bool click(const QString& selector);
  void keys(const QStringList& keys);
  void type(const QString& text);
  void keepPicture(const QString& name);

  int clicks() const { return clicks_; }
  const QString& problem() const { return problem_; }

 private:
  std::optional<QString> ask(const QString& request) const;
  std::optional<QRect> where(const QString& selector) const;
  double waitedMs() const;  // for a core, of all who take part in a click, since they began

  const Screen& screen_;
  QTemporaryDir folder_;
  QString program_, home_, pictures_, socket_;
  QProcess process_;
  int clicks_ = 0, kept_ = 0;
  QString problem_;
};
