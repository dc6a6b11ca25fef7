// The view "Use the Model". The user drops a picture, fills in a table row or writes a prompt; the model of the displayed run answers with class,
// probability and time, with values, or with text.
#pragma once

#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

#include "views/data/model_asker.h"

class QAbstractButton;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QStackedLayout;
class QStackedWidget;
class QTreeWidget;

namespace stepscope {

struct ViewContext;
class AnswerBars;
class Card;
class EmptyState;
class MessageBar;
class ProgressStrip;

class AskView : public QWidget {
  Q_OBJECT
 public:
  explicit AskView(QWidget* parent = nullptr);

  // `run` returns the run whose model is asked; it is called when a question begins. nullopt: there is none.
  void setSource(std::function<std::optional<AskedRun>()> run);
  void setProjectOpen(bool open) { open_ = open; }
  void refresh();  // call it when another run is displayed, or when a run may have its first model

  void ask(const QStringList& files);  // asks about pictures, or folders of pictures
  const std::vector<Prediction>& answers() const { return answers_; }
  QString sentence() const;
  QString of() const;
  AnswerBars* bars() const { return bars_; }
  QTreeWidget* list() const { return list_; }
  QPushButton* openButton() const { return openButton_; }
  QPushButton* askButton() const { return askButton_; }
  QPushButton* writeButton() const { return writeButton_; }
  QPlainTextEdit* prompt() const { return prompt_; }
  QPlainTextEdit* output() const { return output_; }
  QSpinBox* lengthBox() const { return length_; }
  QWidget* field(const QString& column) const;  // the input field for a column; null: there is none
  EmptyState* emptyState() const { return empty_; }
  MessageBar* messageBar() const { return bar_; }
  ModelAsker* asker() const { return asker_; }
  const std::optional<AskedForm>& form() const { return form_; }

 Q_SIGNALS:
  void nextRequested();  // by the button of the empty view: open a project, or train

 protected:
  void showEvent(QShowEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  QWidget* makePicturePage();
  QWidget* makeRowPage();
  QWidget* makeTextPage();
  bool begin(const QString& what);  // returns false if there is no model to ask
  void open();
  void askRow();
  void write();
  void fillRow(const std::vector<TableRowReader::Column>& columns);
  void setRow(const QString& line);
  void takeForm(const AskedForm& form);
  void take(const Prediction& prediction);
  void take(const TextSample& sample, double seconds);
  void showAnswer(std::size_t answer);
  void showQuestion();

  std::function<std::optional<AskedRun>()> run_;
  std::optional<AskedForm> form_;
  std::vector<Prediction> answers_;
  std::vector<std::pair<QString, QWidget*>> fields_;  // input fields of a table row, by column
  bool open_ = false, stale_ = true;
  bool formStale_ = false;  // the run was trained further since form_ was read
  std::uint64_t seed_ = 0;  // of the last text; every text gets another seed

  ModelAsker* asker_;
  QStackedLayout* stack_;
  EmptyState* empty_;
  MessageBar* bar_;
  ProgressStrip* progress_;
  QLabel *sentence_, *of_;
  Card *askCard_, *answerCard_;
  QStackedWidget* pages_;
  QAbstractButton* picture_;
  QPushButton *openButton_, *askButton_, *writeButton_;
  QFormLayout* row_;
  QPlainTextEdit *prompt_, *output_;
  QSpinBox* length_;
  QDoubleSpinBox* temperature_;
  AnswerBars* bars_;
  QTreeWidget* list_;
};

QWidget* makeAskView(const ViewContext& context);

}  // namespace stepscope
