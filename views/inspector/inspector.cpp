#include "views/inspector/inspector.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "views/common/elided_label.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/words/engine_text.h"

namespace stepscope {

Inspector::Inspector(Selection* selection, QWidget* parent)
    : QWidget(parent),
      selection_(selection),
      match_(matchGraphs(nullptr, nullptr)),
      heading_(new ElidedLabel),
      note_(new ElidedLabel),
      hint_(new QLabel(tr("Select an op in the timeline, a tensor in the memory view, or a run: its facts appear here."))),
      rows_(new QGridLayout),
      copy_(new QPushButton(tr("Copy as table"))),
      others_(new QPushButton(tr("Find this layer's others"))),
      memory_(new QPushButton(tr("Show in memory"))) {
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  setAccessibleName(tr("Inspector"));
  heading_->setProperty("role", "heading");
  heading_->setFont(textFont(13, QFont::DemiBold));
  note_->setProperty("role", "dim");
  hint_->setProperty("role", "dim");
  hint_->setWordWrap(true);
  rows_->setHorizontalSpacing(16);
  rows_->setVerticalSpacing(4);
  rows_->setColumnMinimumWidth(0, 70);
  rows_->setColumnStretch(1, 1);
  rows_->setColumnMinimumWidth(2, 70);
  rows_->setColumnStretch(3, 1);
  connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(description_.table()); });

  others_->setObjectName(QStringLiteral("findOthers"));
  others_->setToolTip(tr("Marks every span of the same layer, or of the same name, in the timeline (O)"));
  memory_->setToolTip(tr("Shows what is in memory while this op runs"));
  connect(others_, &QPushButton::clicked, this, &Inspector::othersRequested);
  connect(memory_, &QPushButton::clicked, this, &Inspector::memoryRequested);
  auto* head = new QHBoxLayout;
  head->addWidget(heading_, 1);
  head->addWidget(note_);
  head->addWidget(others_);
  head->addWidget(memory_);
  head->addWidget(copy_);
  picture_ = pictureButton({this, QStringLiteral("inspector"), [this] { return description_.table(); }}, this);
  head->addWidget(picture_);
  auto* content = new QWidget;
  content->setBackgroundRole(QPalette::Base);
  auto* contentLayout = new QVBoxLayout(content);
  contentLayout->setContentsMargins(0, 0, 0, 0);
  contentLayout->addLayout(rows_);
  contentLayout->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(content);
  scroll->setMinimumHeight(32);  // it scrolls; the views above need the space on a small screen
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 8, 16, 8);
  layout->setSpacing(6);
  layout->addLayout(head);
  layout->addWidget(hint_);
  layout->addWidget(scroll, 1);

  connect(selection_, &Selection::nodeChanged, this, [this](int node) {
    if (node >= 0) select(Subject::Node);
  });
  connect(selection_, &Selection::tensorChanged, this, [this](int tensor) {
    if (tensor >= 0) select(Subject::Tensor);
  });
  connect(selection_, &Selection::runChanged, this, [this](std::int64_t run) {
    if (run > 0) select(Subject::Run);
  });
  refresh();
}

void Inspector::setTrace(std::shared_ptr<const Trace> trace) {
  trace_ = std::move(trace);
  match_ = matchGraphs(trace_.get(), plan_.get());
  if (subject_ == Subject::Span) subject_ = Subject::None;  // it belonged to the previous trace
  refresh();
}

void Inspector::setPlan(std::shared_ptr<const PlanView> plan) {
  plan_ = std::move(plan);
  match_ = matchGraphs(trace_.get(), plan_.get());
  refresh();
}

void Inspector::setSpan(std::optional<SpanRef> span) {
  if (span) {
    span_ = *span;
    select(Subject::Span);
  } else if (subject_ == Subject::Span) {
    select(Subject::None);
  }
}

void Inspector::setRunLookup(std::function<std::optional<RunInfo>(RunId)> lookup) {
  lookup_ = std::move(lookup);
}

void Inspector::setRecordLookup(std::function<std::function<Rows()>(RunId)> lookup) {
  recordLookup_ = std::move(lookup);
}

// Reads the record of the selected run. When the run's status changes it is read again, since more is known after the end.
void Inspector::askRecord() {
  const auto run = lookup_ ? lookup_(selection_->run()) : std::nullopt;
  if (!run || !recordLookup_ || (recordOf_ == run->id && recordStatus_ == run->status)) return;
  if (recordOf_ != run->id) record_.clear();
  recordOf_ = run->id;
  recordStatus_ = run->status;
  recordJob_.start([this, read = recordLookup_(run->id)](const std::atomic<bool>&) -> std::function<void()> {
    Rows rows = read();
    return [this, rows] {
      record_.clear();
      for (const auto& [name, value] : rows) record_.emplace_back(engineText(name.toStdString()), engineText(value.toStdString()));
      refreshRun();
    };
  });
}

void Inspector::setPeak(const MachinePeak& peak) {
  peak_ = peak;
  refresh();
}

void Inspector::clear() {
  recordOf_ = 0;  // a run of another project may have the same number
  select(Subject::None);
}

void Inspector::refreshRun() {
  if (subject_ == Subject::Run) refresh();
}

void Inspector::select(Subject subject) {
  subject_ = subject;
  refresh();
  if (!description_.empty()) Q_EMIT described();
}

Description Inspector::describe() const {
  switch (subject_) {
    case Subject::Node: return describeNode(trace_.get(), plan_.get(), *match_, selection_->node(), peak_);
    case Subject::Span: return trace_ ? describeSpan(*trace_, plan_.get(), *match_, span_, peak_) : Description();
    case Subject::Tensor: return describeTensor(plan_.get(), selection_->tensor());
    case Subject::Run:
      if (const auto run = lookup_ ? lookup_(selection_->run()) : std::nullopt) {
        Description d = describeRun(*run);
        if (recordOf_ == run->id) d.rows.insert(d.rows.end(), record_.begin(), record_.end());
        return d;
      }
      break;
    case Subject::None: break;
  }
  return {};
}

void Inspector::refresh() {
  if (subject_ == Subject::Run) askRecord();
  const bool wasEmpty = description_.empty();
  const QString before = description_.table() + description_.note;
  description_ = describe();
  const bool same = description_.table() + description_.note == before;
  if (description_.empty() && !wasEmpty) Q_EMIT emptied();
  // A run is refreshed a few times a second. Unchanged rows are kept, so that text that the user reads or has selected stays.
  if (!same || rows_->count() == 0) fillRows();
  const bool empty = description_.empty();
  hint_->setVisible(empty);
  heading_->setVisible(!empty);
  copy_->setVisible(!empty);
  picture_->setVisible(!empty);
  others_->setVisible(!empty && trace_ && (subject_ == Subject::Span || subject_ == Subject::Node));
  others_->setText(selection_->node() >= 0 ? tr("Find this layer's others") : tr("Find its others"));
  memory_->setVisible(!empty && plan_ && selection_->node() >= 0 && subject_ != Subject::Run);
  heading_->setText(description_.heading);
  note_->setText(description_.note);
  setAccessibleDescription(description_.table());
}

void Inspector::fillRows() {
  while (QLayoutItem* item = rows_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  // Two columns of facts, so that a wide and low dock shows them without scrolling.
  const int count = static_cast<int>(description_.rows.size()), half = (count + 1) / 2;
  for (int i = 0; i < count; ++i) {
    const auto& [name, value] = description_.rows[static_cast<std::size_t>(i)];
    auto* label = new QLabel(name);
    label->setProperty("role", "dim");
    auto* text = new QLabel(value);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setWordWrap(true);
    if (std::find(description_.monospaced.begin(), description_.monospaced.end(), name) != description_.monospaced.end())
      text->setFont(monospaceFont());
    rows_->addWidget(label, i % half, i / half * 2, Qt::AlignTop);
    rows_->addWidget(text, i % half, i / half * 2 + 1, Qt::AlignTop);
  }
}

}  // namespace stepscope
