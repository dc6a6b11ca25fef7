// A project on synthetic data in a temporary folder: small enough to train in a blink, or long enough to be stopped.
#pragma once

#include <QFile>
#include <QTemporaryDir>
#include <QTextStream>

namespace stepscope {

class ProjectFolder {
 public:
  explicit ProjectFolder(int epochs, int samples = 1024, int batch = 32) {
    QFile file(path());
    if (!file.open(QIODevice::WriteOnly)) return;
    QTextStream(&file) << "[project]\nname = \"tiny\"\n[data]\nkind = \"synthetic\"\nimage_size = 8\ncount = " << samples
                       << "\nclasses = 4\n[model]\nname = \"mlp\"\nhidden = [32]\n[train]\nepochs = " << epochs
                       << "\nseed = 1\n[train.capture]\nstep = 5\nsteps = 3\n[train.optimizer]\nname = \"sgd\"\nlearning_rate = 0.05\n"
                       << "[switches]\nbatch_size = " << batch << "\nnum_workers = 1\n";
  }
  QString path() const { return folder_.filePath(QStringLiteral("project.toml")); }
  QString folder() const { return folder_.path(); }

 private:
  QTemporaryDir folder_;
};

}  // namespace stepscope
