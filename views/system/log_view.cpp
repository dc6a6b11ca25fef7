#include "views/system/log_view.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "core/base/error.h"
#include "views/common/card.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/system/log_model.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr int kLogRefreshMs = 1000;

// Accepts lines whose message contains a text, in any case; optionally only warnings and errors.
class LogFilter : public QSortFilterProxyModel {
 public:
  LogFilter(const LogModel* model, QObject* parent) : QSortFilterProxyModel(parent), model_(model) {}
  void set(bool problems, const QString& words) {
    problems_ = problems;
    words_ = words.simplified();
    invalidateFilter();
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    if (problems_ && model_->lines()[static_cast<std::size_t>(row)].level == LogLine::Level::Info) return false;
    return words_.isEmpty() || model_->index(row, LogModel::Text, parent).data().toString().contains(words_, Qt::CaseInsensitive);
  }

 private:
  const LogModel* model_;
  bool problems_ = false;
  QString words_;
};

}  // namespace

LogView::LogView(QWidget* parent)
    : QWidget(parent),
      stack_(new QStackedLayout),
      empty_(new EmptyState({}, {}, {})),
      bar_(new MessageBar),
      sentence_(new QLabel),
      of_(new QLabel),
      problems_(new QCheckBox(tr("Only warnings and errors"))),
      filter_(new QLineEdit),
      model_(new LogModel(this)),
      shown_(new LogFilter(model_, this)),
      table_(new QTableView) {
  setObjectName(QStringLiteral("logView"));
  setFocusPolicy(Qt::ClickFocus);
  sentence_->setWordWrap(true);
  sentence_->setFont(textFont(20, QFont::DemiBold));
  of_->setWordWrap(true);
  of_->setProperty("role", "dim");
  filter_->setPlaceholderText(tr("Find in the log"));
  filter_->setAccessibleName(tr("Find in the log"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaximumWidth(320);
  filter_->setFocusPolicy(Qt::ClickFocus);
  shown_->setSourceModel(model_);
  table_->setModel(shown_);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setShowGrid(false);
  table_->setAlternatingRowColors(true);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(24);
  table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->setColumnWidth(LogModel::Time, 150);
  table_->setColumnWidth(LogModel::Level, 80);
  table_->setWordWrap(false);
  table_->setAccessibleName(tr("Log of the run"));
  auto* card = new Card(tr("Log"));
  card->addToHeader(problems_);
  card->addToHeader(filter_);
  card->addToHeader(pictureButton({table_, QStringLiteral("log"), [this] { return model_->table(); }}, card));
  card->body()->addWidget(table_, 1);
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);
  layout->addWidget(sentence_);
  layout->addWidget(of_);
  layout->addWidget(card, 1);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  outer->addLayout(aboveCards(bar_));
  outer->addLayout(stack_, 1);
  stack_->addWidget(empty_);
  stack_->addWidget(content);
  const auto filter = [this] { static_cast<LogFilter*>(shown_)->set(problems_->isChecked(), filter_->text()); };
  connect(problems_, &QCheckBox::toggled, this, filter);
  connect(filter_, &QLineEdit::textChanged, this, filter);
  connect(empty_, &EmptyState::activated, this, &LogView::nextRequested);
  timer_.setInterval(kLogRefreshMs);
  connect(&timer_, &QTimer::timeout, this, [this] {
    if (grows_ && isVisible() && !job_.busy()) load();
  });
  timer_.start();
  showEmpty();
}

void LogView::setProjectOpen(bool open) {
  open_ = open;
  if (model_->lines().empty()) showEmpty();
}

void LogView::setRun(const QString& storePath, RunId run, const QString& name, bool grows) {
  const bool other = run != run_ || storePath != path_, ended = grows_ && !grows;
  path_ = storePath;
  run_ = run;
  name_ = name;
  grows_ = grows;
  if (!other && !ended) return;
  if (other) {
    bar_->dismiss();
    take({});
  }
  stale_ = true;
  if (isVisible()) load();
}

QString LogView::sentence() const {
  return sentence_->text();
}

void LogView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (stale_) load();
}

void LogView::load() {
  stale_ = false;
  if (run_ <= 0 || path_.isEmpty()) return take({});
  job_.start([this, path = path_.toStdString(), run = run_](const std::atomic<bool>&) -> std::function<void()> {
    Message failure;
    try {
      auto lines = RunReader(path).log(run);
      return [this, lines = std::move(lines)] { take(lines); };
    } catch (const Error& error) {
      failure = messageOf(error);
    } catch (const std::exception& error) {
      failure.what = engineText(error);
    }
    return [this, failure] { bar_->showMessage(failure); };
  });
}

void LogView::take(std::vector<LogLine> lines) {
  const QScrollBar* scroll = table_->verticalScrollBar();
  const bool atEnd = scroll->value() >= scroll->maximum();
  model_->setLines(std::move(lines));
  stack_->setCurrentIndex(model_->lines().empty() ? 0 : 1);
  if (model_->lines().empty()) showEmpty();
  else showSentence();
  fitColumns();
  if (atEnd && grows_) table_->scrollToBottom();
  Q_EMIT loaded();
}

// Makes the message column as wide as its longest line, so that long lines are not cut. Only new lines are measured.
void LogView::fitColumns() {
  const auto& lines = model_->lines();
  if (measured_ > lines.size()) measured_ = 0, widest_ = 0;
  const QFontMetrics metrics(table_->font());
  for (; measured_ < lines.size(); ++measured_)
    widest_ = std::max(widest_, metrics.horizontalAdvance(model_->index(static_cast<int>(measured_), LogModel::Text).data().toString()));
  const int rest = table_->viewport()->width() - table_->columnWidth(LogModel::Time) - table_->columnWidth(LogModel::Level);
  table_->setColumnWidth(LogModel::Text, std::max(rest, widest_ + 24));
}

void LogView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitColumns();
}

void LogView::showSentence() {
  const auto count = [&](LogLine::Level level) {
    return std::count_if(model_->lines().begin(), model_->lines().end(), [&](const LogLine& line) { return line.level == level; });
  };
  const auto warnings = count(LogLine::Level::Warning), errors = count(LogLine::Level::Error);
  QStringList parts;
  if (errors > 0) parts << counted(errors, tr("error"), tr("errors"));
  if (warnings > 0) parts << counted(warnings, tr("warning"), tr("warnings"));
  sentence_->setText(parts.isEmpty() ? tr("No warnings") : parts.join(tr(", ")));
  of_->setText(tr("%1 · %2").arg(name_, counted(static_cast<std::int64_t>(model_->lines().size()), tr("line"), tr("lines"))));
}

void LogView::showEmpty() {
  const QString what = tr("The messages of a run appear here: its start, every epoch, every change of a switch, warnings and errors.");
  if (!open_) return empty_->setTexts(tr("No project is open"), what, tr("Open Project..."));
  if (run_ <= 0) return empty_->setTexts(tr("No run yet"), what, tr("Train"));
  empty_->setTexts(tr("The log of %1 is empty").arg(name_), tr("Runs that were imported may have none."), {});
}

// Connects the view to the displayed run.
QWidget* makeLogView(const ViewContext& c) {
  auto* view = new LogView;
  const auto update = [c, view] {
    const RunInfo* run = c.run.find(c.run.first());
    const bool here = c.session.training() && c.session.run() == c.run.first();
    view->setProjectOpen(c.session.project().has_value());
    view->setRun(c.session.project() ? QString::fromStdString(c.session.project()->storePath()) : QString(), c.run.first(), c.run.firstName(),
                 here || (run && run->status == RunStatus::Running));
  };
  QObject::connect(&c.run, &ShownRun::firstChanged, view, update);
  QObject::connect(&c.run, &ShownRun::knownChanged, view, update);
  QObject::connect(&c.session, &Session::projectChanged, view, update);
  QObject::connect(&c.session, &Session::trainingChanged, view, update);
  QObject::connect(view, &LogView::nextRequested, view,
                   [c] { c.session.project() ? Q_EMIT c.window.trainRequested() : Q_EMIT c.window.projectRequested({}); });
  update();
  return view;
}

}  // namespace stepscope
