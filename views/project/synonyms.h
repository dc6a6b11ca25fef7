// Synonyms for search words: terms of articles about training, in English and Chinese, and of PyTorch's interface.
#pragma once

#include <QString>
#include <QStringList>

namespace stepscope {

// Stepscope's words for a search text; empty: none known. A term is matched by its beginning, as it is typed: "gradient check".
QStringList alsoCalled(const QString& query);

}  // namespace stepscope
