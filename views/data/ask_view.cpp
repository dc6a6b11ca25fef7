#include "views/data/ask_view.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "views/common/card.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/progress_strip.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/data/answer_bars.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr int kPictureSide = 300;
enum Page { PicturePage, RowPage, TextPage };

// A button that shows the picture that was asked about, or a text about what can be dropped here.
class PicturePlace : public QAbstractButton {
 public:
  PicturePlace() {
    setMinimumSize(200, 120);  // so small that the window fits on a small screen
    setMaximumHeight(kPictureSide);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setText(tr("Drop pictures here, or click to open one"));
    setAccessibleName(text());
  }
  QSize sizeHint() const override { return {kPictureSide, kPictureSide}; }
  // Reads the picture at no more than twice the displayed size, because a larger one needs time and memory.
  void setFile(const QString& file) {
    QImageReader reader(file);
    reader.setAutoTransform(true);
    const QSize size = reader.size(), most(2 * kPictureSide, 2 * kPictureSide);
    if (size.width() > most.width() || size.height() > most.height()) reader.setScaledSize(size.scaled(most, Qt::KeepAspectRatio));
    picture_ = file.isEmpty() ? QImage() : reader.read();
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor edge = t.accent;
    edge.setAlphaF(hasFocus() ? 1.0f : 0.6f);
    if (picture_.isNull() || hasFocus()) {
      painter.setPen(QPen(edge, hasFocus() ? 2 : 1.4, Qt::DashLine));
      painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), 8, 8);
    }
    if (picture_.isNull()) {
      painter.setPen(t.dim);
      painter.setFont(textFont(13));
      painter.drawText(rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, text());
      return;
    }
    const QSize size = picture_.size().scaled(this->size() - QSize(16, 16), Qt::KeepAspectRatio);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, picture_.width() > size.width() || picture_.width() > 96);
    painter.drawImage(QRect(QPoint((width() - size.width()) / 2, (height() - size.height()) / 2), size), picture_);
  }

 private:
  QImage picture_;
};

QString nameOfInput(const Prediction& one, bool file) {
  return file ? QFileInfo(text(one.input)).fileName() : text(one.input);
}

}  // namespace

AskView::AskView(QWidget* parent)
    : QWidget(parent),
      asker_(new ModelAsker(this)),
      stack_(new QStackedLayout),
      empty_(new EmptyState({}, {}, {})),
      bar_(new MessageBar),
      progress_(new ProgressStrip),
      sentence_(new QLabel),
      of_(new QLabel),
      askCard_(new Card(tr("The question"))),
      answerCard_(new Card(tr("The answer"))),
      pages_(new QStackedWidget),
      picture_(new PicturePlace),
      openButton_(new QPushButton(tr("Open..."))),
      askButton_(new QPushButton(tr("Ask"))),
      writeButton_(new QPushButton(tr("Write"))),
      row_(new QFormLayout),
      prompt_(new QPlainTextEdit),
      output_(new QPlainTextEdit),
      length_(new QSpinBox),
      temperature_(new QDoubleSpinBox),
      bars_(new AnswerBars),
      list_(new QTreeWidget) {
  setObjectName(QStringLiteral("askView"));
  setFocusPolicy(Qt::ClickFocus);
  setAcceptDrops(true);
  sentence_->setWordWrap(true);
  sentence_->setFont(textFont(20, QFont::DemiBold));
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  of_->setWordWrap(true);
  of_->setProperty("role", "dim");
  for (QWidget* page : {makePicturePage(), makeRowPage(), makeTextPage()}) pages_->addWidget(page);
  askCard_->body()->addWidget(pages_, 1);
  output_->setReadOnly(true);
  output_->setAccessibleName(tr("Text that the model wrote"));
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setColumnCount(3);
  list_->setHeaderLabels({tr("File"), tr("Answer"), tr("Probability")});
  list_->setAccessibleName(tr("Answers"));
  answerCard_->body()->addWidget(bars_);
  answerCard_->body()->addWidget(output_, 1);
  answerCard_->body()->addWidget(list_, 1);
  answerCard_->body()->addStretch(0);
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);
  layout->addWidget(sentence_);
  layout->addWidget(of_);
  auto* both = new QHBoxLayout;
  both->setSpacing(8);
  both->addWidget(askCard_, 1);
  both->addWidget(answerCard_, 1);
  layout->addLayout(both, 1);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  outer->addLayout(aboveCards(bar_));
  outer->addLayout(aboveCards(progress_));
  outer->addLayout(stack_, 1);
  stack_->addWidget(empty_);
  stack_->addWidget(content);

  connect(empty_, &EmptyState::activated, this, &AskView::nextRequested);
  connect(progress_, &ProgressStrip::cancelled, asker_, &ModelAsker::cancel);
  connect(asker_, &ModelAsker::ended, progress_, &ProgressStrip::end);
  connect(asker_, &ModelAsker::preparing, this, [this](const QString& what) { progress_->begin(what); });
  connect(asker_, &ModelAsker::described, this, &AskView::takeForm);
  connect(asker_, &ModelAsker::answered, this, qOverload<const Prediction&>(&AskView::take));
  connect(asker_, &ModelAsker::written, this, qOverload<const TextSample&, double>(&AskView::take));
  connect(asker_, &ModelAsker::finished, this, [this] {
    if (!form_ || formStale_) asker_->describe();
  });
  connect(asker_, &ModelAsker::failed, bar_, &MessageBar::showMessage);
  connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* now) {
    if (now) showAnswer(static_cast<std::size_t>(list_->indexOfTopLevelItem(now)));
  });
  showQuestion();
}

QWidget* AskView::makePicturePage() {
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(picture_);
  auto* buttons = new QHBoxLayout;
  openButton_->setProperty("primary", true);
  buttons->addWidget(openButton_);
  buttons->addStretch(1);
  layout->addLayout(buttons);
  layout->addStretch(1);
  connect(openButton_, &QPushButton::clicked, this, &AskView::open);
  connect(picture_, &QAbstractButton::clicked, this, &AskView::open);
  return page;
}

QWidget* AskView::makeRowPage() {
  auto* page = new QWidget;
  auto* inner = new QWidget;
  inner->setLayout(row_);
  row_->setContentsMargins(0, 0, 6, 0);
  row_->setLabelAlignment(Qt::AlignLeft);
  QScrollArea* scroll = scrolledDown(inner);
  scroll->viewport()->setAutoFillBackground(false);
  inner->setAutoFillBackground(false);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll, 1);
  auto* buttons = new QHBoxLayout;
  askButton_->setProperty("primary", true);
  askButton_->setToolTip(tr("Asks the model about this row (Enter)"));
  buttons->addWidget(askButton_);
  buttons->addStretch(1);
  layout->addLayout(buttons);
  connect(askButton_, &QPushButton::clicked, this, &AskView::askRow);
  return page;
}

QWidget* AskView::makeTextPage() {
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  prompt_->setPlaceholderText(tr("The beginning of a text that the model continues"));
  prompt_->setAccessibleName(tr("Prompt"));
  prompt_->setTabChangesFocus(true);
  length_->setRange(1, 100'000);
  length_->setValue(500);
  length_->setAccessibleName(tr("Characters to write"));
  temperature_->setRange(0, 10);
  temperature_->setSingleStep(0.1);
  temperature_->setValue(0.8);
  temperature_->setAccessibleName(tr("Temperature"));
  temperature_->setToolTip(tr("Below 1 prefers likelier characters; 0 always takes the likeliest"));
  writeButton_->setProperty("primary", true);
  layout->addWidget(prompt_, 1);
  auto* settings = new QHBoxLayout;
  settings->addWidget(writeButton_);
  settings->addWidget(new QLabel(tr("Characters")));
  settings->addWidget(length_);
  settings->addWidget(new QLabel(tr("Temperature")));
  settings->addWidget(temperature_);
  settings->addStretch(1);
  layout->addLayout(settings);
  connect(writeButton_, &QPushButton::clicked, this, &AskView::write);
  return page;
}

void AskView::setSource(std::function<std::optional<AskedRun>()> run) {
  run_ = std::move(run);
  refresh();
}

void AskView::refresh() {
  const std::optional<AskedRun> run = run_ ? run_() : std::nullopt;
  const bool same = run && asker_->run() && run->run == asker_->run()->run && run->project.file == asker_->run()->project.file;
  stack_->setCurrentIndex(run ? 1 : 0);
  if (!run)
    empty_->setTexts(open_ ? tr("No model yet") : tr("No project is open"),
                     tr("After a training, drop a picture, fill in a row or write a prompt here, and the model answers it."),
                     open_ ? tr("Train") : tr("Open Project..."));
  if (same) return;
  asker_->setRun(run);
  answers_.clear();
  form_.reset();
  formStale_ = false;
  fields_.clear();
  list_->clear();
  output_->clear();
  bar_->dismiss();
  showQuestion();
  stale_ = run.has_value();
  if (stale_ && isVisible()) {
    stale_ = false;
    asker_->describe();
  }
}

void AskView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (std::exchange(stale_, false)) asker_->describe();
}

QString AskView::sentence() const {
  return sentence_->text();
}
QString AskView::of() const {
  return of_->text();
}

QWidget* AskView::field(const QString& column) const {
  for (const auto& [name, widget] : fields_)
    if (name == column) return widget;
  return nullptr;
}

void AskView::takeForm(const AskedForm& form) {
  form_ = form;
  formStale_ = false;
  pages_->setCurrentIndex(form.kind == AskedForm::Kind::Row ? RowPage : form.kind == AskedForm::Kind::Text ? TextPage : PicturePage);
  if (form.kind == AskedForm::Kind::Row) fillRow(form.columns);
  if (answers_.empty()) showQuestion();
  else showAnswer(0);  // the answer came before the checkpoint was known
}

void AskView::fillRow(const std::vector<TableRowReader::Column>& columns) {
  const auto same = [](const auto& field, const TableRowReader::Column& column) { return field.first == text(column.name); };
  if (std::equal(fields_.begin(), fields_.end(), columns.begin(), columns.end(), same)) return;  // keeps the user's values
  while (row_->rowCount() > 0) row_->removeRow(0);
  fields_.clear();
  for (const TableRowReader::Column& column : columns) {
    QWidget* field = nullptr;
    if (column.categories.empty()) {
      auto* edit = new QLineEdit(text(column.example));
      connect(edit, &QLineEdit::returnPressed, this, &AskView::askRow);
      field = edit;
    } else {
      auto* box = new QComboBox;
      for (const std::string& category : column.categories) box->addItem(text(category));
      box->setCurrentText(text(column.example));
      box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
      field = box;
    }
    field->setAccessibleName(text(column.name));
    row_->addRow(text(column.name), field);
    fields_.emplace_back(text(column.name), field);
  }
}

void AskView::showQuestion() {
  const auto kind = form_ ? form_->kind : AskedForm::Kind::Picture;
  sentence_->setText(kind == AskedForm::Kind::Row    ? tr("Fill in a row, and ask what the model predicts")
                     : kind == AskedForm::Kind::Text ? tr("Write a prompt, and let the model continue it")
                                                     : tr("Drop a picture, and the model says what it is"));
  of_->setText(form_ ? tr("%1 · step %2").arg(form_->title, formatCount(form_->step)) : QString());
  static_cast<PicturePlace*>(picture_)->setFile({});
  bars_->setAnswers({});
  bars_->setVisible(kind != AskedForm::Kind::Text);
  output_->setVisible(kind == AskedForm::Kind::Text);
  list_->hide();
}

bool AskView::begin(const QString& what) {
  const std::int64_t before = asker_->run() ? asker_->run()->step : -1;
  asker_->setRun(run_ ? run_() : std::nullopt);
  formStale_ = formStale_ || (asker_->run() && asker_->run()->step != before);  // the run was trained further
  if (!asker_->run()) {
    refresh();
    return false;
  }
  bar_->dismiss();
  answers_.clear();
  list_->clear();
  list_->hide();
  progress_->begin(what);
  return true;
}

void AskView::ask(const QStringList& files) {
  if (files.isEmpty() || !begin(tr("Asking the model"))) return;
  stale_ = false;
  if (!form_) pages_->setCurrentIndex(PicturePage);
  asker_->ask(files);
}

void AskView::open() {
  const QStringList files = QFileDialog::getOpenFileNames(this, tr("Open Pictures"), {}, tr("Pictures (*.jpg *.jpeg *.png);;All files (*)"));
  ask(files);
}

void AskView::askRow() {
  std::vector<std::string> cells;
  for (const auto& [name, widget] : fields_) {
    const auto* edit = qobject_cast<const QLineEdit*>(widget);
    cells.push_back((edit ? edit->text() : static_cast<const QComboBox*>(widget)->currentText()).toStdString());
  }
  if (cells.empty() || !begin(tr("Asking the model"))) return;
  asker_->ask({text(csvLine(cells))});
}

void AskView::setRow(const QString& line) {
  try {
    const std::vector<std::string> cells = csvCells(line.toStdString());
    for (std::size_t i = 0; i < std::min(cells.size(), fields_.size()); ++i) {
      if (auto* edit = qobject_cast<QLineEdit*>(fields_[i].second)) edit->setText(text(cells[i]));
      else static_cast<QComboBox*>(fields_[i].second)->setCurrentText(text(cells[i]));
    }
    if (!begin(tr("Asking the model"))) return;
    asker_->ask({line});
  } catch (const Error& error) {
    bar_->showMessage(messageOf(error));
  }
}

void AskView::write() {
  if (!begin(tr("The model writes"))) return;
  SamplingOptions options;
  options.prompt = prompt_->toPlainText().toStdString();
  options.length = length_->value();
  options.temperature = temperature_->value();
  options.seed = ++seed_;
  asker_->write(options);
}

void AskView::take(const Prediction& prediction) {
  answers_.push_back(prediction);
  const bool picture = !form_ || form_->kind == AskedForm::Kind::Picture;
  QStringList cells{nameOfInput(prediction, picture)};
  if (!prediction.error.empty()) cells << asSentence(engineText(prediction.error));
  else if (!prediction.top.empty()) cells << text(prediction.top.front().first) << formatPercent(prediction.top.front().second);
  else if (!prediction.values.empty()) cells << formatNumber(prediction.values.front().second);
  auto* item = new QTreeWidgetItem(list_, cells);
  item->setToolTip(0, text(prediction.input));
  list_->setVisible(answers_.size() > 1);
  if (answers_.size() == 1) {
    const QSignalBlocker quiet(list_);
    list_->setCurrentItem(item);
    showAnswer(0);
  }
  if (answers_.size() == 2)
    for (int column = 0; column < 2; ++column) list_->resizeColumnToContents(column);
}

void AskView::showAnswer(std::size_t answer) {
  if (answer >= answers_.size()) return;
  const Prediction& one = answers_[answer];
  const bool picture = !form_ || form_->kind == AskedForm::Kind::Picture;
  if (picture) static_cast<PicturePlace*>(picture_)->setFile(text(one.input));
  if (!one.error.empty()) {
    sentence_->setText(tr("%1: %2").arg(nameOfInput(one, picture), asSentence(engineText(one.error))));
    of_->setText(asSentence(engineText(one.cure)));
    bars_->setAnswers({});
    return;
  }
  std::vector<std::pair<QString, double>> shown;
  for (const auto& [name, value] : one.top.empty() ? one.values : one.top) shown.emplace_back(text(name), value);
  if (one.top.empty()) {
    QStringList parts;
    for (const auto& [name, value] : shown) parts << tr("%1: %2").arg(name, formatNumber(value));
    sentence_->setText(parts.join(tr(", ")));
    bars_->setValues(shown);
  } else {
    sentence_->setText(tr("%1, %2").arg(shown.front().first, formatPercent(shown.front().second)));
    bars_->setAnswers(shown);
  }
  QStringList facts;
  if (picture) facts << nameOfInput(one, true);
  if (form_ && !formStale_) facts << tr("%1 · step %2").arg(form_->title, formatCount(form_->step));
  facts << tr("read in %1, computed in %2").arg(formatMs(one.readMs), formatMs(one.computeMs));
  of_->setText(facts.join(QStringLiteral(" · ")));
}

void AskView::take(const TextSample& sample, double seconds) {
  output_->setPlainText(text(sample.options.prompt + sample.text));
  const std::int64_t characters = text(sample.text).size();
  sentence_->setText(tr("%1 written in %2").arg(counted(characters, tr("character"), tr("characters")), formatDuration(seconds)));
  of_->setText(tr("%1 · step %2 · temperature %3")
                   .arg(form_ ? form_->title.section(QLatin1String(", "), 0, 0) : QString(), formatCount(sample.step),
                        formatNumber(sample.options.temperature)));
}

void AskView::dragEnterEvent(QDragEnterEvent* event) {
  const bool files = event->mimeData()->hasUrls() && (!form_ || form_->kind == AskedForm::Kind::Picture);
  const bool words = event->mimeData()->hasText() && form_ && form_->kind != AskedForm::Kind::Picture;
  if (asker_->run() && (files || words)) event->acceptProposedAction();
}

void AskView::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  if (form_ && form_->kind == AskedForm::Kind::Row) return setRow(event->mimeData()->text().section(QLatin1Char('\n'), 0, 0));
  if (form_ && form_->kind == AskedForm::Kind::Text) {
    prompt_->setPlainText(event->mimeData()->text());
    return write();
  }
  QStringList files;
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) files << url.toLocalFile();
  ask(files);
}

// Connects the view to the open project and the displayed run.
QWidget* makeAskView(const ViewContext& c) {
  auto* view = new AskView;
  view->setProjectOpen(c.session.project().has_value());
  view->setSource([c]() -> std::optional<AskedRun> {
    const RunInfo* run = c.run.find(c.run.first());
    if (!c.session.project() || !run || run->step <= 0) return std::nullopt;
    // During a training the model uses one thread, so that the training keeps its cores.
    return AskedRun{*c.session.project(), run->id, run->step, c.session.device(), c.session.training() ? 1 : 0};
  });
  QObject::connect(&c.session, &Session::projectChanged, view, [view] {
    view->setProjectOpen(true);
    view->refresh();
  });
  for (const auto signal : {&ShownRun::firstChanged, &ShownRun::knownChanged}) QObject::connect(&c.run, signal, view, &AskView::refresh);
  QObject::connect(view, &AskView::nextRequested, view,
                   [c] { c.session.project() ? Q_EMIT c.window.trainRequested() : Q_EMIT c.window.projectRequested({}); });
  return view;
}

}  // namespace stepscope
