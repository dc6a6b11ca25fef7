#include "views/diagnosis/rule_fold.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/common/elided_label.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/words/engine_text.h"

namespace stepscope {

RuleFold::RuleFold(const QString& title, QWidget* parent)
    : QFrame(parent), title_(title), button_(new QToolButton), summary_(new ElidedLabel), list_(new QWidget) {
  setProperty("card", true);
  button_->setProperty("flat", true);
  button_->setCheckable(true);
  button_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button_->setArrowType(Qt::RightArrow);
  summary_->setProperty("role", "dim");
  summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  rows_ = new QVBoxLayout(list_);
  rows_->setContentsMargins(0, 0, 0, 0);
  rows_->setSpacing(4);
  list_->hide();
  auto* line = new QHBoxLayout;
  line->addWidget(button_);
  line->addWidget(summary_, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(10, 6, 14, 6);
  layout->addLayout(line);
  layout->addWidget(list_);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  connect(button_, &QToolButton::toggled, this, [this](bool open) {
    button_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    list_->setVisible(open);
    summary_->setVisible(!open);
  });
}

bool RuleFold::isOpen() const {
  return button_->isChecked();
}

QString RuleFold::sentences() const {
  return sentences_.join(QLatin1Char('\n'));
}

void RuleFold::setFindings(const std::vector<const Finding*>& findings) {
  count_ = static_cast<int>(findings.size());
  sentences_.clear();
  while (QLayoutItem* item = rows_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  constexpr int kNamed = 5;  // number of rules listed when it is closed
  QStringList names;
  for (const Finding* finding : findings) {
    const QString name = engineText(text(finding->rule).replace(QLatin1Char('_'), QLatin1Char(' ')).toStdString()),
                  sentence = engineText(finding->sentence);
    names << name;
    sentences_ << name + QLatin1Char('\t') + sentence;
    auto* row = new QLabel(QStringLiteral("<b>%1</b> &nbsp;%2")
                               .arg(name.toHtmlEscaped(), shortened(sentence, kPanelCharacters - static_cast<int>(name.size()) - 2).toHtmlEscaped()));
    row->setTextFormat(Qt::RichText);
    row->setWordWrap(true);
    row->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->setToolTip(sentence);
    rows_->addWidget(row);
  }
  button_->setText(QStringLiteral("%1 (%2)").arg(title_).arg(count_));
  button_->setAccessibleName(button_->text());
  summary_->setTip(names.join(QStringLiteral(", ")));
  if (names.size() > kNamed) names = names.mid(0, kNamed) << tr("%1 more").arg(count_ - kNamed);
  summary_->setText(names.join(QStringLiteral(", ")));
  setVisible(count_ > 0);
}

}  // namespace stepscope
