#include "views/predictions/predictions_view.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/project/project.h"
#include "views/common/card.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/predictions/class_table_model.h"
#include "views/predictions/confusion_matrix.h"
#include "views/predictions/worst_list.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/words/engine_text.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope {

PredictionsView::PredictionsView(QWidget* parent)
    : QWidget(parent),
      stack_(new QStackedLayout),
      empty_(new EmptyState({}, {}, {})),
      bar_(new MessageBar),
      sentence_(new QLabel),
      of_(new QLabel),
      cellNote_(new QLabel),
      matrixCard_(new Card(tr("Confusion matrix"))),
      classCard_(new Card(tr("By class"))),
      worstCard_(new Card(tr("Most wrong"))),
      matrix_(new ConfusionMatrix),
      counts_(new QToolButton),
      shares_(new QToolButton),
      classes_(new ClassTableModel(this)),
      sorted_(new QSortFilterProxyModel(this)),
      table_(new QTableView),
      worst_(new WorstList) {
  sentence_->setWordWrap(true);
  sentence_->setFont(textFont(20, QFont::DemiBold));
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  of_->setWordWrap(true);
  of_->setProperty("role", "dim");

  auto* which = new QButtonGroup(this);
  for (const auto& [button, title, help] :
       {std::tuple(counts_, tr("Counts"), tr("How many samples")), std::tuple(shares_, tr("% of the true class"), tr("The rows sum to 100 %"))}) {
    button->setText(title);
    button->setToolTip(help);
    button->setCheckable(true);
    button->setProperty("flat", true);
    which->addButton(button);
    matrixCard_->addToHeader(button);
  }
  counts_->setChecked(true);
  connect(shares_, &QToolButton::toggled, matrix_, &ConfusionMatrix::setNormalised);
  matrixCard_->addToHeader(pictureButton({matrix_, QStringLiteral("confusion"), [this] { return matrix_->table(); }}, matrixCard_));
  auto* holder = new QScrollArea;
  holder->setWidgetResizable(true);
  holder->setFrameShape(QFrame::NoFrame);
  holder->setWidget(matrix_);
  holder->viewport()->setAutoFillBackground(false);  // transparent, so that the card is visible behind it
  matrix_->setAutoFillBackground(false);
  matrixCard_->body()->addWidget(holder, 1);
  auto* legend = new QLabel(tr("Blue is right, orange is wrong; the stronger, the more of the true class."));
  legend->setProperty("role", "dim");
  legend->setWordWrap(true);
  matrixCard_->body()->addWidget(legend);

  sorted_->setSourceModel(classes_);
  sorted_->setSortRole(ClassTableModel::SortRole);
  table_->setModel(sorted_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(ClassTableModel::Name, Qt::AscendingOrder);
  sorted_->sort(-1);  // in the order of the data set, until a heading is clicked
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setAlternatingRowColors(true);
  table_->setShowGrid(false);
  table_->setWordWrap(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(26);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->horizontalHeader()->setSectionResizeMode(ClassTableModel::Name, QHeaderView::Stretch);
  for (int column = ClassTableModel::Samples; column < ClassTableModel::ColumnCount; ++column) table_->setColumnWidth(column, 90);
  table_->setAccessibleName(tr("Precision, recall and F1 by class"));
  classCard_->addToHeader(pictureButton({table_, QStringLiteral("classes"), [this] { return classes_->table(); }}, classCard_));
  classCard_->body()->addWidget(table_, 1);
  worstCard_->addToHeader(pictureButton({worst_, QStringLiteral("most-wrong"), [this] { return worst_->table(); }}, worstCard_));
  cellNote_->setProperty("role", "dim");
  cellNote_->setWordWrap(true);
  cellNote_->hide();
  worstCard_->body()->addWidget(cellNote_);
  worstCard_->body()->addWidget(worst_, 1);

  connect(matrix_, &ConfusionMatrix::selectionChanged, this, &PredictionsView::cellChanged);
  connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
    const int row = sorted_->mapToSource(index).row();
    matrix_->select({row, row});
  });
  connect(empty_, &EmptyState::activated, this, &PredictionsView::trainRequested);

  auto* right = new QSplitter(Qt::Vertical);
  right->addWidget(classCard_);
  right->addWidget(worstCard_);
  right->setSizes({300, 400});
  auto* both = new QSplitter(Qt::Horizontal);
  both->addWidget(matrixCard_);
  both->addWidget(right);
  both->setSizes({560, 520});
  for (QSplitter* splitter : {right, both}) {
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(10);
  }
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);
  layout->addWidget(sentence_);
  layout->addWidget(of_);
  layout->addWidget(both, 1);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  outer->addLayout(aboveCards(bar_));
  outer->addLayout(stack_, 1);
  stack_->addWidget(empty_);
  stack_->addWidget(content);
  showEmpty({});
}

void PredictionsView::setRun(const QString& storePath, RunId run) {
  path_ = storePath;
  run_ = run;
  refresh();
}

void PredictionsView::setProjectOpen(bool open) {
  if (std::exchange(open_, open) != open && !figures_) refresh();
}

void PredictionsView::refresh() {
  stale_ = true;
  if (isVisible()) load();
}

void PredictionsView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (stale_) load();
}

void PredictionsView::load() {
  stale_ = false;
  if (run_ <= 0 || path_.isEmpty()) return take({});
  job_.start([this, path = path_.toStdString(), run = run_](const std::atomic<bool>&) -> std::function<void()> {
    Message failure;
    try {
      Loaded found;
      const RunReader reader(path);
      found.run = reader.run(run);
      if (const auto json = reader.artefact(run, "predictions")) {
        if (auto figures = predictionFiguresOf(*json)) found.figures = std::make_shared<const PredictionFigures>(std::move(*figures));
        else found.unreadable = true;
      }
      return [this, found] { take(found); };
    } catch (const Error& error) {
      failure = messageOf(error);
    } catch (const std::exception& error) {
      failure.what = engineText(error);
    }
    return [this, failure] { bar_->showMessage(failure); };
  });
}

void PredictionsView::take(const Loaded& found) {
  name_ = found.run ? text(found.run->name) : QString();
  const QString now = found.run && found.figures ? QStringLiteral("%1 %2 %3").arg(found.run->id).arg(found.run->step).arg(path_) : QString();
  const bool same = !now.isEmpty() && now == seen_;
  seen_ = now;
  if (!same) {
    figures_ = found.figures;
    cellData_ = std::make_shared<CellData>();
    matrix_->setFigures(figures_);
    classes_->setFigures(figures_);
    worst_->setFigures(figures_);
    worstCard_->setVisible(figures_ && (!figures_->worst.empty() || !figures_->answers.empty()));
  }
  if (figures_) showSentence();
  else showEmpty(found);
  stack_->setCurrentIndex(figures_ ? 1 : 0);
  Q_EMIT loaded();
}

void PredictionsView::showSentence() {
  const PredictionFigures& f = *figures_;
  sentence_->setText(tr("%1 of %2 right")
                         .arg(formatPercent(static_cast<double>(f.right) / static_cast<double>(f.samples)),
                              counted(f.samples, tr("validation sample"), tr("validation samples"))));
  // The pair (true class, predicted class) of the most frequent confusion.
  std::pair<std::size_t, std::size_t> most{0, 0};
  std::int64_t count = 0;
  for (std::size_t truth = 0; truth < f.classes.size(); ++truth)
    for (std::size_t answer = 0; answer < f.classes.size(); ++answer)
      if (truth != answer && f.confusion[truth][answer] > count) {
        count = f.confusion[truth][answer];
        most = {truth, answer};
      }
  QString of = tr("%1, at its last validation · macro F1 %2").arg(name_, formatPercent(f.macroF1));
  if (count > 0)
    of += tr(" · most often %1 is taken for %2: %3")
              .arg(text(f.classes[most.first].name), text(f.classes[most.second].name), counted(count, tr("time"), tr("times")));
  of_->setText(of);
  cellChanged();
}

QString PredictionsView::sentence() const {
  return sentence_->text();
}

void PredictionsView::cellChanged() {
  const ConfusionMatrix::Cell cell = matrix_->selected();
  cellJob_.cancel();
  worst_->setCell(cell);
  if (!figures_) return;
  if (cell.none()) {
    worstCard_->setHeading(tr("Most wrong"));
    worstCard_->setNote(tr("worst first, %1 kept").arg(formatCount(static_cast<std::int64_t>(figures_->worst.size()))));
    cellNote_->hide();
    return;
  }
  const auto truth = static_cast<std::size_t>(cell.truth), answer = static_cast<std::size_t>(cell.answer);
  const QString from = text(figures_->classes[truth].name), to = text(figures_->classes[answer].name);
  worstCard_->setHeading(truth == answer ? tr("%1, right").arg(from) : tr("%1, taken for %2").arg(from, to));
  showCellNote({});
  if (!figures_->answers.empty()) readCell(figures_->samplesOf(truth, answer));
}

// Reads the samples of a cell from the data of the run off the GUI thread, if the data have not changed since.
void PredictionsView::readCell(const std::vector<std::int64_t>& samples) {
  if (samples.empty()) return;
  cellJob_.start([this, samples, data = cellData_, path = path_.toStdString(), run = run_, fingerprint = figures_->data,
                  moved = dataPath_.toStdString()](const std::atomic<bool>& cancelled) -> std::function<void()> {
    std::vector<ShownSample> read;
    try {
      if (!data->source && data->problem.isEmpty()) {
        const auto info = RunReader(path).run(run);
        if (!info) throw Error(ErrorKind::Input, "", "the run was deleted", "");
        Project project = projectFromJson(info->configuration);
        if (std::error_code ignored; !std::filesystem::exists(project.data.path, ignored) && !moved.empty()) project.data.path = moved;
        auto source = std::make_shared<const SampleSource>(project, &cancelled);
        if (source->fingerprint(Split::Validation) == fingerprint) data->source = std::move(source);
        else data->problem = tr("The data have changed since this run, so its other samples are not shown.");
      }
      for (std::size_t i = 0; data->source && i < std::min(samples.size(), WorstList::kMostShown); ++i) {
        if (cancelled) return {};
        read.push_back(data->source->read(Split::Validation, samples[i], 0));
      }
    } catch (const Cancelled&) {
      return {};
    } catch (const std::exception& error) {
      data->problem = tr("The data of this run cannot be read: %1").arg(engineText(error));
    }
    return [this, read, problem = data->problem] {
      worst_->setSamples(read);
      showCellNote(problem);
      Q_EMIT loaded();
    };
  });
}

void PredictionsView::showCellNote(const QString& problem) {
  const ConfusionMatrix::Cell cell = matrix_->selected();
  if (!figures_ || cell.none()) return;
  const auto shown = static_cast<std::int64_t>(worst_->shown().size());
  const std::int64_t all = figures_->confusion[static_cast<std::size_t>(cell.truth)][static_cast<std::size_t>(cell.answer)];
  worstCard_->setNote(tr("%1 of %2 shown").arg(formatCount(shown), formatCount(all)));
  QString note = problem;
  if (note.isEmpty() && figures_->answers.empty() && shown < all)
    note = tr("This run kept only its worst answers. A run that is trained now keeps all of them.");
  cellNote_->setText(note);
  cellNote_->setVisible(!note.isEmpty());
}

QString PredictionsView::cellNote() const {
  return cellNote_->isHidden() ? QString() : cellNote_->text();
}

void PredictionsView::showEmpty(const Loaded& found) {
  const QString what = tr("Confusion matrix, precision and recall by class, and the samples a classifier was most wrong about appear here.");
  if (!open_) return empty_->setTexts(tr("No project is open"), what, tr("Open Project..."));
  if (!found.run) return empty_->setTexts(tr("No predictions yet"), what, tr("Train"));
  if (found.run->status == RunStatus::Running)
    return empty_->setTexts(tr("%1 still trains").arg(name_), tr("Its predictions are kept when it ends."), {});
  if (found.unreadable)
    return empty_->setTexts(tr("The predictions of %1 cannot be read").arg(name_), tr("Check the store: stepscope-cli store check PROJECT"), {});
  if (taskOf(*found.run) != Task::Classification)
    return empty_->setTexts(tr("%1 is not a classifier").arg(name_), tr("Predictions are kept for runs that learn classes."), {});
  empty_->setTexts(tr("%1 kept no predictions").arg(name_),
                   tr("Classifiers of up to 200 classes with validation data keep them at their end. Train a new run to get them."), tr("Train"));
}

void PredictionsView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) worst_->update();
}

// Connects the Predictions tab to the displayed run.
QWidget* makePredictionsView(const ViewContext& c) {
  auto* view = new PredictionsView;
  QObject::connect(&c.run, &ShownRun::firstChanged, view, [c, view] {
    view->setDataPath(c.session.project() ? QString::fromStdString(c.session.project()->data.path) : QString());
    view->setRun(c.session.project() ? QString::fromStdString(c.session.project()->storePath()) : QString(), c.run.first());
  });
  QObject::connect(&c.run, &ShownRun::knownChanged, view, &PredictionsView::refresh);
  QObject::connect(&c.session, &Session::projectChanged, view, [view] { view->setProjectOpen(true); });
  QObject::connect(view, &PredictionsView::trainRequested, view,
                   [c] { c.session.project() ? Q_EMIT c.window.trainRequested() : Q_EMIT c.window.projectRequested({}); });
  view->setProjectOpen(c.session.project().has_value());
  return view;
}

}  // namespace stepscope
