// Includes QCustomPlot. Its header uses Qt's keywords, which are off in this program (the engine has a member named slots); they are on only while it
// is read. It takes seconds to parse, so few files should include it.
#pragma once

#include <QtCore/qobjectdefs.h>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach
