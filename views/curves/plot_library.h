// QCustomPlot's header uses Qt's keywords, which are off in this program (the engine has a member named slots): this header turns them on only for
// it. It takes seconds to parse, so few files include it.
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
