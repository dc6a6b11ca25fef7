// A small "?" beside a heading that explains the analysis below it, as a tool tip and on a click.
#pragma once

#include <QToolButton>

namespace stepscope {

QToolButton* definitionButton(const QString& definition);

}  // namespace stepscope
