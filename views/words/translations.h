// The catalogue (core/words) as Qt asks for texts. Those of the window are found by their source alone, whatever class asks; those of the context
// "engine" are finished sentences of the rooms below, found by their pattern.
#pragma once

#include <QTranslator>
#include <memory>

#include "core/words/catalogue.h"

namespace stepscope {

class Translations : public QTranslator {
 public:
  // `forQt`: texts of Qt's own widgets are looked up here too, as nobody else has them.
  Translations(std::shared_ptr<const Catalogue> catalogue, bool forQt, QObject* parent)
      : QTranslator(parent), catalogue_(std::move(catalogue)), forQt_(forQt) {}

  // An empty answer: not known.
  QString translate(const char* context, const char* source, const char* comment = nullptr, int n = -1) const override;
  bool isEmpty() const override { return catalogue_->empty(); }
  // The other way: what stands in the sources for a text of the window; several where texts share a translation.
  QStringList sourcesOf(const QString& shown) const;

 private:
  std::shared_ptr<const Catalogue> catalogue_;
  bool forQt_;
};

}  // namespace stepscope
