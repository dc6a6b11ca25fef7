// The answers of a model: the likeliest classes, each with name, bar and probability; or the values of a regression, without bars.
#pragma once

#include <QWidget>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

class AnswerBars : public QWidget {
  Q_OBJECT
 public:
  explicit AnswerBars(QWidget* parent = nullptr);
  // Probabilities in [0, 1], the likeliest first.
  void setAnswers(std::vector<std::pair<QString, double>> answers);
  // Values of a regression. They are not parts of a whole, so they have no bars.
  void setValues(std::vector<std::pair<QString, double>> values);
  QString table() const;  // tab-separated
  int rows() const { return static_cast<int>(answers_.size()); }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void take(std::vector<std::pair<QString, double>> answers, bool shares);

  std::vector<std::pair<QString, double>> answers_;
  bool shares_ = true;
};

}  // namespace stepscope
