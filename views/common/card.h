// A panel with rounded corners, a heading, a dim note, and optional widgets at the right of the heading. Views consist of such panels.
#pragma once

#include <QFrame>

class QHBoxLayout;
class QVBoxLayout;

namespace stepscope {

class ElidedLabel;

class Card : public QFrame {
  Q_OBJECT
 public:
  explicit Card(const QString& heading, const QString& note = {}, QWidget* parent = nullptr);
  void setHeading(const QString& heading);
  void setNote(const QString& note);
  QVBoxLayout* body() const { return body_; }
  void addToHeader(QWidget* widget);  // appends a widget at the right end of the heading line

 private:
  ElidedLabel *heading_, *note_;
  QHBoxLayout* header_;
  QVBoxLayout* body_;
};

}  // namespace stepscope
