// A panel with rounded corners, a heading, a dim note at the right, and an optional picture button: every view is made of such panels.
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
  void addToHeader(QWidget* widget);  // at the right end of the heading line

 private:
  ElidedLabel *heading_, *note_;
  QHBoxLayout* header_;
  QVBoxLayout* body_;
};

}  // namespace stepscope
