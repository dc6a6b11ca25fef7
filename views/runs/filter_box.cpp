#include "views/runs/filter_box.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QStringListModel>
#include <QVBoxLayout>

#include "views/common/text.h"
#include "views/runs/runs_model.h"
#include "views/words/engine_text.h"

namespace stepscope {

FilterBox::FilterBox(const RunsModel* model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      edit_(new QLineEdit),
      problem_(new QLabel),
      proposals_(new QStringListModel(this)),
      completer_(new QCompleter(proposals_, this)) {
  edit_->setPlaceholderText(tr("Filter: val_loss < 0.3 and switches.amp"));
  edit_->setToolTip(tr("Words, or conditions with and, or, not, parentheses: val_loss < 0.3 and switches.amp and tag:baseline"));
  edit_->setClearButtonEnabled(true);
  edit_->setMinimumWidth(200);
  edit_->setAccessibleName(tr("Filter runs"));
  problem_->setProperty("role", "bad");
  problem_->setTextFormat(Qt::PlainText);
  problem_->hide();
  completer_->setWidget(edit_);
  completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  completer_->popup()->setAccessibleName(tr("Proposals for the filter"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(edit_);
  layout->addWidget(problem_);
  connect(edit_, &QLineEdit::textChanged, this, &FilterBox::check);
  connect(edit_, &QLineEdit::textEdited, this, &FilterBox::propose);
  connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &FilterBox::take);
}

void FilterBox::setText(const QString& text) {
  edit_->setText(text);
}

void FilterBox::check() {
  const std::string typed = edit_->text().toStdString();
  auto parsed = RunFilter::parse(typed);
  std::optional<FilterError> error;
  if (auto* filter = std::get_if<RunFilter>(&parsed)) {
    // bind() fails if the filter contains the name of a column that does not exist.
    error = filter->bind(model_->factColumns());
    if (!error) {
      problem_->hide();
      Q_EMIT filterChanged(*filter);
      return;
    }
  } else {
    error = std::get<FilterError>(parsed);
  }
  const int at = QString::fromStdString(typed.substr(0, error->position)).size() + 1;
  problem_->setText(tr("At character %1: %2.").arg(at).arg(engineText(error->message)).replace(QStringLiteral("?."), QStringLiteral("?")));
  problem_->show();
}

void FilterBox::propose() {
  const QString typed = edit_->text();
  const std::string before = typed.left(edit_->cursorPosition()).toStdString();
  const FilterCompletion completion = completionOf(typed.toStdString(), before.size(), model_->factColumns(), model_->allFacts());
  from_ = static_cast<int>(QString::fromStdString(before.substr(0, completion.from)).size());
  QStringList list;
  for (const std::string& proposal : completion.proposals) list << text(proposal);
  proposals_->setStringList(list);
  // The popup covers the table, so it opens only after the user has typed a part of a name or value.
  if (list.isEmpty() || from_ >= edit_->cursorPosition()) {
    completer_->popup()->hide();
    return;
  }
  completer_->complete();
}

void FilterBox::take(const QString& proposal) {
  QString typed = edit_->text();
  typed.replace(from_, edit_->cursorPosition() - from_, proposal);
  edit_->setText(typed);
  edit_->setCursorPosition(from_ + static_cast<int>(proposal.size()));
}

}  // namespace stepscope
