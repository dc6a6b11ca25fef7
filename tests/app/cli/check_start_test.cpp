// `data check` and `train` agree: what the one passes the other starts, and what the one refuses the other does not train.
#include <QtTest>
#include <algorithm>
#include <array>
#include <functional>

#include "tests/app/cli/command_line.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

using Make = std::function<void(const QString& root)>;

void picture(const QString& file, int shade, int side = 16) {
  QDir().mkpath(QFileInfo(file).absolutePath());
  Bytes rgb(static_cast<std::size_t>(side * side * 3));
  for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<std::uint8_t>(shade * 11 + static_cast<int>(i) * 5);
  writeJpeg(file.toStdString(), rgb.data(), side, side, 90);
}

void pictures(const QString& folder, int count) {
  static int shade = 0;
  for (int i = 0; i < count; ++i) picture(QString("%1/%2.jpg").arg(folder).arg(i), ++shade);
}

void breakBody(const QString& file) {
  Bytes bytes = readFile(file);
  const std::array<std::uint8_t, 2> mark{0xFF, 0xDA};
  const auto scan = std::search(bytes.begin(), bytes.end(), mark.begin(), mark.end());
  std::fill(scan + 16, bytes.end() - 2, std::uint8_t{0xFF});
  writeFile(file, bytes);
}

void text(const QString& file, const QByteArray& content) {
  writeFile(file, Bytes(content.begin(), content.end()));
}

QByteArray big(int n) {
  return QByteArray("\0\0", 2) + static_cast<char>(n >> 8) + static_cast<char>(n);
}

void idx(const QString& folder, int images, int labels, int classes = 4) {
  for (const QString name : {"train", "t10k"}) {
    QByteArray pixels, marks;
    for (int i = 0; i < images * 64; ++i) pixels += static_cast<char>(i * 7);
    for (int i = 0; i < labels; ++i) marks += static_cast<char>(i % classes);
    text(folder + '/' + name + "-images-idx3-ubyte", QByteArray("\0\0\10\3", 4) + big(images) + big(8) + big(8) + pixels);
    text(folder + '/' + name + "-labels-idx1-ubyte", QByteArray("\0\0\10\1", 4) + big(labels) + marks);
  }
}

QByteArray table(int rows) {
  QByteArray all = "a,b,y\n";
  for (int i = 0; i < rows; ++i) all += QByteArray::number(i % 13) + ',' + QByteArray::number(i * 0.5) + ',' + (i % 3 ? "yes" : "no") + '\n';
  return all;
}

}  // namespace

class CheckStartTest : public QObject {
  Q_OBJECT

  std::map<QString, Make> make_;

 private Q_SLOTS:
  // Projects: what is in the folder "d", the lines of [data] and of the rest, and whether it can be trained on.
  void projects_data() {
    QTest::addColumn<QString>("data");
    QTest::addColumn<QString>("rest");
    QTest::addColumn<bool>("good");
    const QString folder = "kind = \"image_folder\"\npath = \"d\"\nimage_size = 16\n", mlp = "[model]\nname = \"mlp\"\nhidden = [8]\n",
                  small = "[switches]\nbatch_size = 4\nnum_workers = 0\n";
    const auto row = [&](const char* name, bool good, const QString& data, const QString& rest, Make make) {
      make_[name] = std::move(make);
      QTest::newRow(name) << data << rest << good;
    };
    const Make two = [](const QString& d) {
      pictures(d + "/cat", 10);
      pictures(d + "/dog", 10);
    };
    const auto with = [two](std::function<void(const QString&)> more) {
      return [two, more](const QString& d) {
        two(d + "/train");
        two(d + "/val");
        more(d);
      };
    };
    row("sound", true, folder, mlp + small, two);
    row("parts", true, folder, mlp + small, with([](const QString&) {}));
    row("an empty class of the part for validation", false, folder, mlp + small, with([](const QString& d) {
          QDir(d + "/val/dog").removeRecursively();
          QDir().mkpath(d + "/val/dog");
        }));
    row("a class without a part for validation", true, folder, mlp + small, with([](const QString& d) { QDir(d + "/val/dog").removeRecursively(); }));
    row("a class for validation alone", false, folder, mlp + small, with([](const QString& d) { pictures(d + "/val/bird", 3); }));
    row("an empty class", false, folder, mlp + small, with([](const QString& d) { QDir().mkpath(d + "/train/bird"); }));
    row("a class of no pictures", false, folder, mlp + small, with([](const QString& d) { text(d + "/train/bird/1.jpg", "no picture"); }));
    row("one class", false, folder, mlp + small, [](const QString& d) { pictures(d + "/cat", 10); });
    row("one broken body", true, folder, mlp + small, with([](const QString& d) { breakBody(d + "/train/cat/3.jpg"); }));
    row("four broken bodies", false, folder, mlp + small, with([](const QString& d) {
          for (int i = 0; i < 4; ++i) breakBody(d + QString("/train/cat/%1.jpg").arg(i));
        }));
    row("two broken bodies for validation", false, folder, mlp + small, with([](const QString& d) {
          for (int i = 0; i < 2; ++i) breakBody(d + QString("/val/cat/%1.jpg").arg(i));
        }));
    row("four broken bodies that are borne", true, folder + "max_bad_share = 0.5\n", mlp + small, with([](const QString& d) {
          for (int i = 0; i < 4; ++i) breakBody(d + QString("/train/cat/%1.jpg").arg(i));
        }));
    row("a class of broken bodies", false, folder + "max_bad_share = 0.9\n", mlp + small, with([](const QString& d) {
          for (int i = 0; i < 10; ++i) breakBody(d + QString("/train/cat/%1.jpg").arg(i));
        }));
    row("none may be broken", false, folder + "max_bad_share = 0\n", mlp + small, with([](const QString& d) { breakBody(d + "/train/cat/3.jpg"); }));
    row("images and masks", false, folder, mlp + small, [](const QString& d) {
      pictures(d + "/images", 10);
      pictures(d + "/masks", 10);
    });
    row("images and masks as classes", true, folder + "train_path = \"d\"\n", mlp + small, [](const QString& d) {
      pictures(d + "/images", 10);
      pictures(d + "/masks", 10);
    });
    row("a folder for validation", true, folder + "validation_path = \"d/more\"\ntrain_path = \"d/train\"\n", mlp + small,
        with([two](const QString& d) { two(d + "/more"); }));
    row("a batch larger than the data", false, folder, mlp + "[switches]\nbatch_size = 64\nnum_workers = 0\n", two);
    row("a mean of two channels", false, folder + "mean = [0.5, 0.5]\n", mlp + small, two);
    row("too large a padding", false, folder + "crop_padding = 16\n", mlp + small, two);
    row("a metric of another task", false, folder, mlp + "[train]\nmonitor = \"val_rmse\"\n[train.early_stopping]\npatience = 2\n" + small, two);
    row("weights of three classes", false, folder, mlp + "[train.loss]\nclass_weights = [1, 2, 3]\n" + small, two);
    row("pictures too small for the model", false, "kind = \"image_folder\"\npath = \"d\"\nimage_size = 4\n", "[model]\nname = \"lenet5\"\n" + small,
        two);
    row("IDX", true, "kind = \"mnist\"\npath = \"d\"\n", mlp + small, [](const QString& d) { idx(d, 40, 40); });
    row("IDX of two sets", false, "kind = \"mnist\"\npath = \"d\"\n", mlp + small, [](const QString& d) { idx(d, 40, 39); });
    row("IDX of one class", false, "kind = \"mnist\"\npath = \"d\"\n", mlp + small, [](const QString& d) { idx(d, 40, 40, 1); });
    row("a table", true, "kind = \"table\"\npath = \"d/t.csv\"\n", mlp + small, [](const QString& d) { text(d + "/t.csv", table(60)); });
    row("a text", true, "kind = \"text\"\npath = \"d/t.txt\"\ncontext_length = 8\n",
        "[model]\nname = \"gpt\"\nlayers = 1\nwidth = 16\nheads = 2\n" + small,
        [](const QString& d) { text(d + "/t.txt", QByteArray("some words to read. ").repeated(60)); });
    row("a text shorter than a window", false, "kind = \"text\"\npath = \"d/t.txt\"\ncontext_length = 5000\n",
        "[model]\nname = \"gpt\"\nlayers = 1\nwidth = 16\nheads = 2\n" + small,
        [](const QString& d) { text(d + "/t.txt", QByteArray("some words to read. ").repeated(60)); });
  }
  void projects() {
    QFETCH(QString, data);
    QFETCH(QString, rest);
    QFETCH(bool, good);
    const QTemporaryDir folder;
    make_.at(QString::fromUtf8(QTest::currentDataTag()))(folder.filePath("d"));
    const QString project = writeProject(folder, ("[data]\n" + data + rest).toUtf8());
    const Said checked = cli({"data", "check", project, "--whole"}), sampled = cli({"data", "check", project});
    const Said trained = cli({"train", project, "--set", "train.epochs=1"});
    QVERIFY2((trained.exitCode == 0) == good, trained.err + trained.out);
    QVERIFY2((checked.exitCode == 0) == good, checked.err + checked.out);
    QVERIFY2((sampled.exitCode == 0) == good, sampled.err + sampled.out);  // less than 200 pictures: all are decoded anyway
    if (!good) QVERIFY2(checked.out.contains("stops it"), checked.out);
    // What the check tells of pictures and rows, a run that begins says too.
    const bool told = sampled.out.contains("warning: ") || sampled.out.contains("note: ");
    if (good && !data.contains("\"text\"")) QVERIFY2(trained.err.contains(" about the data: ") == told, trained.err + sampled.out);
  }

  // A column that is the target in other words, and rows that stand on both sides, are named where a run begins; a resumed one says nothing again.
  void runsTellOfLeaks() {
    const QTemporaryDir folder;
    QByteArray rows = "a,leak,y\n";
    for (int i = 0; i < 60; ++i) {
      const QByteArray number = QByteArray::number((i * 37) % 60);
      rows += QByteArray::number((i * 7919) % 61) + ',' + number + "0," + number + ".5\n";
    }
    text(folder.filePath("d") + "/t.csv", rows);
    const QString project = writeProject(
        folder,
        "[data]\nkind = \"table\"\npath = \"d/t.csv\"\ntarget = \"y\"\n[model]\nname = \"mlp\"\n[switches]\nbatch_size = 8\nnum_workers = 0\n");
    const Said trained = cli({"train", project, "--set", "train.epochs=1"});
    QCOMPARE(trained.exitCode, 0);
    QVERIFY2(trained.err.contains("1 finding about the data: one column determines the target") && trained.err.contains("(leak: ") &&
                 trained.err.contains("data check"),
             trained.err);
    const Said more = cli({"train", project, "--resume", "1", "--set", "train.epochs=2"});
    QVERIFY2(more.exitCode == 0 && !more.err.contains("about the data"), more.err);
  }

  // Data without a project: what is checked is what `new` would make of them.
  void data_data() {
    QTest::addColumn<bool>("good");
    QTest::addColumn<QString>("setting");
    const auto row = [&](const char* name, bool good, Make make, const QString& setting = {}) {
      make_[name] = std::move(make);
      QTest::newRow(name) << good << setting;
    };
    const Make pairs = [](const QString& d) {
      pictures(d + "/images", 10);
      pictures(d + "/masks", 10);
    };
    row("pictures and masks", false, pairs);
    row("the same as classes", true, pairs, "data.train_path=d");
    row("few pictures", true, [](const QString& d) {
      pictures(d + "/cat", 2);
      pictures(d + "/dog", 2);
    });
    row("one picture each", true, [](const QString& d) {
      pictures(d + "/cat", 1);
      pictures(d + "/dog", 1);
    });
    row("an inverted set", true, [](const QString& d) { idx(d, 50, 50); });
    row("a small table", true, [](const QString& d) { text(d + "/t.csv", table(12)); });
    row("parts without classes", false, [](const QString& d) {
      pictures(d + "/train", 5);
      pictures(d + "/test", 5);
    });
    row("pictures together", false, [](const QString& d) { pictures(d, 5); });
  }
  void data() {
    QFETCH(bool, good);
    QFETCH(QString, setting);
    const QTemporaryDir folder;
    make_.at(QString::fromUtf8(QTest::currentDataTag()))(folder.filePath("d"));
    const QStringList set = setting.isEmpty() ? QStringList() : QStringList{"--set", setting};
    const Said checked = cli(QStringList{"data", "check", "d"} + set, folder.path()),
               made = cli(QStringList{"new", "d", "--out", "p"} + set, folder.path());
    QVERIFY2((checked.exitCode == 0) == good, checked.err + checked.out);
    QVERIFY2((made.exitCode == 0) == good, made.err + made.out);
    if (!good) return;
    const Said trained = cli({"train", "p", "--set", "train.epochs=1", "--set", "train.schedule.name=constant"}, folder.path());
    QVERIFY2(trained.exitCode == 0, trained.err + trained.out);
  }
};

QTEST_GUILESS_MAIN(CheckStartTest)
#include "check_start_test.moc"
