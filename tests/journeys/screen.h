// An X server without a screen (Xvfb): its picture, read from its own memory, and a mouse and keys through the XTEST extension (xdotool).
#pragma once

#include <QImage>
#include <QPoint>
#include <QProcess>
#include <QTemporaryDir>

class Screen {
 public:
  static QString missing();  // programs that it needs and the machine lacks; empty: none

  bool start();
  ~Screen();
  QString display() const { return display_; }
  QImage picture() const;
  qint64 server() const { return server_.processId(); }

  void move(QPoint to) const;
  void press() const;  // the left button, down and up
  void keys(const QStringList& keys) const;
  void type(const QString& text) const;

 private:
  void xdotool(const QStringList& arguments) const;

  QTemporaryDir memory_;
  QProcess server_;
  QString display_;
};
