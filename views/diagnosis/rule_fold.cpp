#include "views/diagnosis/rule_fold.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/common/elided_label.h"
#include "views/common/text.h"
#include "views/common/theme.h"

namespace stepscope {

RuleFold::RuleFold(const QString& title, QWidget* parent)
    : QFrame(parent), title_(title), button_(new QToolButton), summary_(new ElidedLabel), list_(new QLabel) {
  setProperty("card", true);
  button_->setProperty("flat", true);
  button_->setCheckable(true);
  button_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button_->setArrowType(Qt::RightArrow);
  summary_->setProperty("role", "dim");
  summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  list_->setWordWrap(true);
  list_->setTextFormat(Qt::RichText);
  list_->setTextInteractionFlags(Qt::TextSelectableByMouse);
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
  return list_->text();
}

void RuleFold::setFindings(const std::vector<const Finding*>& findings) {
  count_ = static_cast<int>(findings.size());
  QStringList names, html;
  for (const Finding* finding : findings) {
    QString name = text(finding->rule);
    names << name.replace(QLatin1Char('_'), QLatin1Char(' '));
    html << QStringLiteral("<p style='margin:3px 0'><b>%1</b> &nbsp;%2</p>")
                .arg(name.toHtmlEscaped(), text(finding->sentence).toHtmlEscaped());
  }
  button_->setText(QStringLiteral("%1 (%2)").arg(title_).arg(count_));
  button_->setAccessibleName(button_->text());
  summary_->setText(names.join(QStringLiteral(", ")));
  list_->setText(html.join(QString()));
  setVisible(count_ > 0);
}

}  // namespace stepscope
