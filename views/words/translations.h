// Gives Qt the texts of the catalogue (core/words). Texts of the window are found by their English source alone, whatever their context. Texts of the
// context "engine" are finished sentences of the engine, found by their pattern.
#pragma once

#include <QTranslator>
#include <memory>

#include "core/words/catalogue.h"

namespace stepscope {

class Translations : public QTranslator {
 public:
  // `forQt`: also looks up the texts of Qt's own widgets, since there is no other translation for them.
  Translations(std::shared_ptr<const Catalogue> catalogue, bool forQt, QObject* parent)
      : QTranslator(parent), catalogue_(std::move(catalogue)), forQt_(forQt) {}

  // Empty: unknown.
  QString translate(const char* context, const char* source, const char* comment = nullptr, int n = -1) const override;
  bool isEmpty() const override { return catalogue_->empty(); }
  // The reverse: the sources of a text of the window; several if different texts have the same translation.
  QStringList sourcesOf(const QString& shown) const;

 private:
  std::shared_ptr<const Catalogue> catalogue_;
  bool forQt_;
};

}  // namespace stepscope
