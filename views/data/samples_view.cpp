#include "views/data/samples_view.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/data/kinds/dataset_table.h"
#include "views/common/card.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/progress_strip.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/data/sample_tile.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/start/class_bars.h"
#include "views/start/columns_table.h"
#include "views/start/data_sentence.h"
#include "views/start/findings_list.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr int kColumns = 3, kMostBarsHeight = 420;

QLabel* dimLabel() {
  auto* label = new QLabel;
  label->setProperty("role", "dim");
  label->setWordWrap(true);
  return label;
}

QToolButton* flatButton(const QString& words, const QString& help) {
  auto* button = new QToolButton;
  button->setText(words);
  button->setToolTip(help);
  button->setProperty("flat", true);
  return button;
}

QString numbers(const std::vector<double>& values) {
  QStringList parts;
  for (const double value : values) parts << formatNumber(value, 3);
  return parts.join(QLatin1Char(' '));
}

QString shapeText(const Shape& shape) {
  QStringList parts;
  for (const std::int64_t size : shape) parts << QString::number(size);
  return parts.join(QStringLiteral(" × "));
}

}  // namespace

SamplesView::SamplesView(QWidget* parent)
    : QWidget(parent),
      stack_(new QStackedLayout),
      empty_(new EmptyState({}, {}, {})),
      bar_(new MessageBar),
      progress_(new ProgressStrip),
      sentence_(new QLabel),
      facts_(dimLabel()),
      note_(dimLabel()),
      columnsNote_(dimLabel()),
      partsNote_(dimLabel()),
      samplesCard_(new Card(tr("Samples"))),
      partsCard_(new Card(tr("Parts and classes"))),
      findingsCard_(new Card(tr("What is unusual"))),
      columnsCard_(new Card(tr("How each column is read"))),
      part_(new QComboBox),
      class_(new QComboBox),
      other_(flatButton(tr("Other Samples"), tr("Shows other samples of the same part and class"))),
      draw_(flatButton(tr("Draw Again"), tr("Shows the pictures as training draws them in the next epoch"))),
      grid_(new QGridLayout),
      rows_(new QTreeWidget),
      bars_(new ClassBars),
      findings_(new FindingsList),
      columns_(new ColumnsTable) {
  setObjectName(QStringLiteral("samplesView"));
  setFocusPolicy(Qt::ClickFocus);
  sentence_->setWordWrap(true);
  sentence_->setFont(textFont(20, QFont::DemiBold));
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  outer->addLayout(aboveCards(bar_));
  outer->addLayout(aboveCards(progress_));
  outer->addLayout(stack_, 1);
  stack_->addWidget(empty_);
  stack_->addWidget(scrolledDown(makePage()));
  columns_->setReadOnly(true);
  empty_->setTexts(tr("No project is open"), tr("The samples of its data appear here: with class and file name, and as training draws them."),
                   tr("Open Project..."));
  connect(empty_, &EmptyState::activated, this, &SamplesView::projectRequested);
  connect(progress_, &ProgressStrip::cancelled, this, &SamplesView::cancel);
  connect(findings_, &FindingsList::otherDataRequested, this, [this] { Q_EMIT settingRequested(QStringLiteral("data.path")); });
  connect(findings_, &FindingsList::pathSuggested, this, [this] { Q_EMIT settingRequested(QStringLiteral("data.path")); });
}

QWidget* SamplesView::makePage() {
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);
  layout->addWidget(sentence_);
  layout->addWidget(facts_);
  barsHolder_ = scrolledDown(bars_);
  barsHolder_->viewport()->setAutoFillBackground(false);
  bars_->setAutoFillBackground(false);
  barsHolder_->setMaximumHeight(kMostBarsHeight);
  partsCard_->body()->addWidget(partsNote_);
  partsCard_->body()->addWidget(barsHolder_, 1);
  findingsCard_->body()->addWidget(findings_);
  auto* right = new QVBoxLayout;
  right->setSpacing(8);
  right->addWidget(partsCard_);
  right->addWidget(findingsCard_);
  right->addStretch(1);
  auto* both = new QHBoxLayout;
  both->setSpacing(8);
  both->addWidget(makeSamples(), 3, Qt::AlignTop);
  both->addLayout(right, 2);
  layout->addLayout(both);
  auto* change = flatButton(tr("Show the Settings"), tr("data.numbers, data.dates, data.categories and data.ignore change how a column is read"));
  connect(change, &QToolButton::clicked, this, [this] { Q_EMIT settingRequested(QStringLiteral("data.numbers")); });
  columnsCard_->addToHeader(change);
  columnsCard_->body()->addWidget(columnsNote_);
  columnsCard_->body()->addWidget(columns_);
  layout->addWidget(columnsCard_);
  layout->addStretch(1);
  columnsCard_->hide();
  return page;
}

QWidget* SamplesView::makeSamples() {
  part_->setAccessibleName(tr("Part of the data"));
  class_->setAccessibleName(tr("Class"));
  for (QWidget* widget : std::initializer_list<QWidget*>{part_, class_, other_, draw_}) samplesCard_->addToHeader(widget);
  class_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  class_->setMinimumContentsLength(12);
  rows_->setRootIsDecorated(false);
  rows_->setUniformRowHeights(true);
  rows_->setSelectionMode(QAbstractItemView::NoSelection);
  rows_->setAccessibleName(tr("Samples"));
  rows_->setMinimumHeight(230);
  samplesCard_->body()->addWidget(note_);
  samplesCard_->body()->addLayout(grid_);
  samplesCard_->body()->addWidget(rows_);
  grid_->setSpacing(6);
  for (int column = 0; column < kColumns; ++column) grid_->setColumnStretch(column, 1);
  const auto again = [this] {
    page_ = 0;
    read();
  };
  connect(part_, &QComboBox::activated, this, again);
  connect(class_, &QComboBox::activated, this, again);
  connect(other_, &QToolButton::clicked, this, [this] {
    ++page_;
    read();
  });
  connect(draw_, &QToolButton::clicked, this, [this] {
    ++epoch_;
    read();
  });
  return samplesCard_;
}

void SamplesView::setProject(std::optional<Project> project) {
  cancel();
  bar_->dismiss();
  project_ = std::move(project);
  source_.reset();
  preview_.reset();
  page_ = epoch_ = 0;
  stack_->setCurrentIndex(project_ ? 1 : 0);
  sentence_->setText({});
  showSamples({});
  for (QWidget* card : std::initializer_list<QWidget*>{samplesCard_, partsCard_, findingsCard_, columnsCard_}) card->hide();
  stale_ = project_.has_value();
  showHead();
  if (stale_ && isVisible()) load();
}

void SamplesView::setAsked(const QString& run) {
  if (std::exchange(asked_, run) != run) showHead();
}

QString SamplesView::sentence() const {
  return sentence_->text();
}
QString SamplesView::facts() const {
  return facts_->text();
}

void SamplesView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (stale_) load();
}

void SamplesView::fail(const QString& what, const QString& where, const QString& cure) {
  progress_->end();
  Message message;
  message.what = what;
  message.where = where;
  message.cure = cure;
  message.button = tr("Look Again");
  message.action = [this] {
    bar_->dismiss();
    load();
  };
  bar_->showMessage(message);
  if (sentence_->text().isEmpty()) sentence_->setText(tr("The data cannot be read"));
}

void SamplesView::cancel() {
  if (!opening_.busy() && !examining_.busy()) return;
  opening_.cancel();
  examining_.cancel();
  progress_->end();
  Message message;
  message.level = Message::Level::Info;
  message.what = tr("Stopped before all of the data were checked");
  message.button = tr("Look Again");
  message.action = [this] {
    bar_->dismiss();
    load();
  };
  bar_->showMessage(message);
}

void SamplesView::load() {
  stale_ = false;
  if (!project_) return;
  progress_->begin(tr("Opening the data"));
  opening_.start([this, project = *project_](const std::atomic<bool>& cancelled) -> std::function<void()> {
    QString what, where, cure;
    try {
      auto source = std::make_shared<const SampleSource>(project, &cancelled);
      return [this, source] { take(source); };
    } catch (const Cancelled&) {
      return {};
    } catch (const Error& error) {
      what = engineText(error.happened());
      where = text(error.where());
      cure = engineText(error.cure());
    } catch (const std::exception& error) {
      what = engineText(error);
    }
    return [this, what, where, cure] { fail(what, where, cure); };
  });
}

void SamplesView::take(std::shared_ptr<const SampleSource> source) {
  source_ = std::move(source);
  {
    const QSignalBlocker quietPart(part_), quietClass(class_);
    part_->clear();
    for (const auto& [part, title] :
         {std::pair{Split::Train, tr("Training")}, std::pair{Split::Validation, tr("Validation")}, std::pair{Split::Test, tr("Test")}})
      if (source_->size(part) > 0) part_->addItem(title, static_cast<int>(part));
    class_->clear();
    class_->addItem(tr("All classes"), -1);
    int index = 0;
    for (const std::string& name : source_->classNames()) class_->addItem(text(name), index++);
  }
  class_->setVisible(!source_->classNames().empty());
  draw_->setVisible(source_->augments() || source_->form() == SampleSource::Form::Texts);
  rows_->setVisible(source_->form() != SampleSource::Form::Pictures);
  samplesCard_->show();
  showHead();
  read();
  examine();
}

void SamplesView::read() {
  if (!source_) return;
  const auto part = static_cast<Split>(part_->currentData().toInt());
  const int wanted = class_->currentData().toInt();
  reading_.start([this, source = source_, part, wanted, page = page_, epoch = epoch_](const std::atomic<bool>& cancelled) -> std::function<void()> {
    std::vector<ShownSample> samples;
    QString problem;
    try {
      for (const std::int64_t index : source->pick(part, wanted, page, kSamples)) {
        if (cancelled) return {};
        samples.push_back(source->read(part, index, epoch));
      }
    } catch (const std::exception& error) {
      problem = engineText(error);
    }
    return [this, samples, problem] {
      if (!problem.isEmpty()) return fail(problem, {}, {});
      showSamples(samples);
      Q_EMIT loaded();
    };
  });
}

void SamplesView::showSamples(const std::vector<ShownSample>& samples) {
  for (SampleTile* tile : std::exchange(tiles_, {})) tile->deleteLater();
  rows_->clear();
  if (!source_) return;
  other_->setEnabled(static_cast<int>(samples.size()) == kSamples);
  draw_->setEnabled(static_cast<Split>(part_->currentData().toInt()) == Split::Train);  // only training changes samples at random
  if (source_->form() == SampleSource::Form::Pictures) {
    for (const ShownSample& sample : samples) {
      auto* tile = new SampleTile(sample);
      const int at = static_cast<int>(tiles_.size());
      grid_->addWidget(tile, at / kColumns, at % kColumns);
      connect(tile, &SampleTile::clicked, this, [this, tile] {
        if (!asked_.isEmpty() && !tile->sample().file.isEmpty()) Q_EMIT askRequested(tile->sample().file);
      });
      tiles_.push_back(tile);
    }
    const bool drawn = !samples.empty() && !samples.front().drawn.isNull();
    QStringList notes;
    if (drawn) notes << tr("Left as it is, right as training draws it in epoch %1.").arg(epoch_ + 1);
    else if (!source_->augments()) notes << tr("Training reads the pictures as they are: no transform is switched on.");
    if (!asked_.isEmpty() && !samples.empty() && !samples.front().file.isEmpty()) notes << tr("Click a picture to ask the model of %1.").arg(asked_);
    note_->setText(notes.join(QLatin1Char(' ')));
  } else {
    QStringList titles{source_->form() == SampleSource::Form::Texts || source_->scaledRows() ? tr("Sample") : tr("File and line")};
    titles << source_->columns();
    rows_->setColumnCount(static_cast<int>(titles.size()));
    rows_->setHeaderLabels(titles);
    for (const ShownSample& sample : samples) {
      QStringList cells{sample.name.isEmpty() ? formatCount(sample.index) : sample.name};
      for (const QString& cell : sample.cells) cells << cell.simplified();
      if (!sample.problem.isEmpty()) cells << sample.problem;
      auto* item = new QTreeWidgetItem(rows_, cells);
      for (int column = 1; column < cells.size(); ++column) item->setToolTip(column, sample.cells.value(column - 1, sample.problem));
    }
    for (int column = 0; column + 1 < titles.size(); ++column) rows_->resizeColumnToContents(column);
    if (source_->form() == SampleSource::Form::Texts)
      note_->setText(
          tr("Windows of the text as the model reads them in epoch %1; the answer is the same window, one character later.").arg(epoch_ + 1));
    else if (source_->scaledRows())
      note_->setText(tr("Inputs as the model is given them: each column has mean 0 and deviation 1 over the training rows. The first %1 are shown.")
                         .arg(rows_->columnCount() - 2));
    else
      note_->setText(source_->info().task == Task::Classification ? tr("Cells as they are in the file; first the class.")
                                                                  : tr("Cells as they are in the file; first the value to predict."));
  }
  note_->setVisible(!note_->text().isEmpty());
}

void SamplesView::examine() {
  const QPointer<SamplesView> self(this);
  progress_->begin(tr("Looking at the data"));
  examining_.start([self, spec = project_->data, source = source_](const std::atomic<bool>& cancelled) -> std::function<void()> {
    PreviewWatch watch;
    watch.cancelled = &cancelled;
    watch.partial = [&](const DataPreview& part) {
      QMetaObject::invokeMethod(
          qApp,
          [self, part, source] {
            if (self && self->source_ == source && self->examining_.busy()) self->showPreview(part);
          },
          Qt::QueuedConnection);
    };
    auto found = std::make_shared<DataPreview>(previewData(spec, watch));
    return [self, found] {
      if (!self) return;
      self->progress_->end();
      self->showPreview(*found);
      Q_EMIT self->loaded();
    };
  });
}

void SamplesView::showPreview(const DataPreview& data) {
  preview_ = data;
  if (!data.finished && !data.doing.empty()) progress_->begin(asSentence(engineText(data.doing)));
  findings_->setFindings(data.findings, data.finished);
  findingsCard_->setVisible(data.finished || !data.findings.empty());
  bars_->setClasses(data.classes);
  barsHolder_->setMinimumHeight(std::min(bars_->sizeHint().height() + 2, kMostBarsHeight));
  barsHolder_->setVisible(!data.classes.empty());
  partsCard_->setVisible(data.samples() > 0);
  const bool table = !data.columns.empty();
  columnsCard_->setVisible(table);
  if (table) columns_->setData(data);
  showHead();
}

void SamplesView::showHead() {
  if (!project_) return;
  if (preview_) sentence_->setText(dataSentence(*preview_));
  else sentence_->setText(source_ ? tr("%1 samples for training").arg(formatCount(source_->size(Split::Train))) : QString());
  const DataSpec& spec = project_->data;
  QStringList facts;
  const DatasetDef* def = findDataset(spec.kind);
  if (def) facts << engineText(def->title);
  if (!spec.path.empty()) facts << text(spec.path);
  if (source_) {
    const SampleInfo& info = source_->info();
    if (source_->form() == SampleSource::Form::Pictures) facts << tr("the model reads %1 numbers of each").arg(shapeText(info.input().shape));
    if (source_->form() == SampleSource::Form::Texts)
      facts << tr("windows of %1 characters, a vocabulary of %2").arg(info.input().shape[0]).arg(info.vocabulary.size());
    if (const ChannelScale& scale = source_->scale(); !scale.mean.empty()) {
      const QString from = !spec.mean.empty()          ? tr("given by data.mean and data.std")
                           : spec.normalize == "usual" ? tr("the usual values")
                                                       : tr("of the training pictures");
      facts << tr("mean %1, deviation %2 of each channel, pixels from 0 to 1 (%3)").arg(numbers(scale.mean), numbers(scale.std), from);
    }
  }
  facts_->setText(facts.join(QStringLiteral(" · ")));
  const auto mark = [](const QColor& color, const QString& words) {
    return QStringLiteral("<span style=\"color:%1\">■</span>&nbsp;%2").arg(color.name(), words.toHtmlEscaped());
  };
  if (preview_) {
    QStringList parts{mark(trainColor(), tr("%1 for training").arg(formatCount(preview_->train))),
                      mark(validationColor(),
                           preview_->validation > 0 ? tr("%1 for validation").arg(formatCount(preview_->validation)) : tr("none for validation"))};
    if (preview_->test > 0) parts << mark(tokens().dim, tr("%1 for the test").arg(formatCount(preview_->test)));
    partsNote_->setText(parts.join(QStringLiteral(" &nbsp; ")));
    columnsNote_->setText(preview_->spec.target.empty() ? QString() : tr("To predict: %1.").arg(text(preview_->spec.target.front())));
    columnsNote_->setVisible(!columnsNote_->text().isEmpty());
  }
}

// Connects the view to the open project and the displayed run.
QWidget* makeSamplesView(const ViewContext& c) {
  auto* view = new SamplesView;
  const auto open = [c, view] { view->setProject(c.session.project()); };
  for (const auto signal : {&Session::projectChanged, &Session::reloaded}) QObject::connect(&c.session, signal, view, open);
  const auto asked = [c, view] {
    const RunInfo* run = c.run.find(c.run.first());
    view->setAsked(run && run->step > 0 ? text(run->name) : QString());
  };
  QObject::connect(&c.run, &ShownRun::firstChanged, view, asked);
  QObject::connect(&c.run, &ShownRun::knownChanged, view, asked);
  QObject::connect(view, &SamplesView::projectRequested, view, [c] { Q_EMIT c.window.projectRequested({}); });
  QObject::connect(view, &SamplesView::settingRequested, view, [c](const QString& key) { Q_EMIT c.window.settingRequested(key.toStdString()); });
  open();
  return view;
}

}  // namespace stepscope
