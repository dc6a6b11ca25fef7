// The main sentence in large type, its source, and the breakdown bar.
#pragma once

#include <QFrame>
#include <optional>

#include "profiler/advisor/advise.h"
#include "profiler/advisor/matrix_units.h"
#include "views/common/share_bar.h"

class QLabel;
class QPushButton;

namespace stepscope {

class VerdictCard : public QFrame {
  Q_OBJECT
 public:
  explicit VerdictCard(QWidget* parent = nullptr);
  void setVerdict(const Verdict& verdict, bool quietKnown, bool quiet, std::vector<SharePart> parts,
                  const std::optional<MatrixUnitUse>& matrixUnits = {});
  QString sentence() const;  // plain text
  QString of() const;        // plain text
  ShareBar* bar() const { return bar_; }
  QPushButton* copyButton() const { return copy_; }
  QPushButton* recordButton() const { return record_; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void draw();

  Verdict verdict_;
  bool quietKnown_ = false, quiet_ = false;
  QLabel *sentence_, *of_, *legend_, *units_;
  ShareBar* bar_;
  QPushButton *copy_, *record_;
};

}  // namespace stepscope
