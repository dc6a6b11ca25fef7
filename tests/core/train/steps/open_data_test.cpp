// Opening data can be given up: by the data sets themselves, and by openDataUnless() around them, which leaves no thread behind.
#include <QtTest>

#include "core/base/cancelled.h"
#include "core/train/steps/open_data.h"

using namespace stepscope;

class OpenDataTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  DataSpec specOf(const std::string& kind, const QString& name) const {
    DataSpec spec;
    spec.kind = kind;
    spec.path = folder_.filePath(name).toStdString();
    spec.imageSize = 16;
    spec.contextLength = 4;
    return spec;
  }

  void write(const QString& name, const QByteArray& text) const {
    QFile file(folder_.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
  }

  static bool givesUp(const std::function<void()>& work) {
    try {
      work();
    } catch (const Cancelled&) {
      return true;
    }
    return false;
  }

 private Q_SLOTS:
  void initTestCase() {
    write("text.txt", QByteArray("to be or not to be ").repeated(20));
    write("table.csv", "a,b\n" + QByteArray("1,2\n2,5\n3,9\n").repeated(5));
    DataSpec shapes = specOf("shapes", "images");
    shapes.count = 80;
    // They are drawn when they are read.
    const DataSplits drawn = openData(shapes);
    for (const auto& split : {drawn.train, drawn.validation}) {
      std::vector<float> pixels(3 * 16 * 16);
      for (std::int64_t i = 0; i < split->size(); ++i) split->readFloats(i, 0, pixels);
    }
  }

  void everyKindGivesUp_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("count");
    QTest::newRow("a folder of images") << "image_folder"
                                        << "images" << 0;
    QTest::newRow("shapes that are drawn") << "shapes"
                                           << "new" << 80;
    QTest::newRow("a text") << "text"
                            << "text.txt" << 0;
    QTest::newRow("a table") << "table"
                             << "table.csv" << 0;
  }
  void everyKindGivesUp() {
    QFETCH(QString, kind);
    QFETCH(QString, name);
    QFETCH(int, count);
    DataSpec spec = specOf(kind.toStdString(), name);
    spec.count = count;
    const QStringList before = QDir(folder_.path()).entryList();
    std::atomic<bool> cancel{true};
    spec.cancel = &cancel;
    QVERIFY(givesUp([&] { openData(spec); }));
    QCOMPARE(QDir(folder_.path()).entryList(), before);  // what was drawn until then is gone
    cancel = false;
    QVERIFY(openData(spec).train->size() > 0);
  }

  void whatWasGivenUpHasEnded() {
    DataSpec spec = specOf("shapes", "many");
    spec.count = 50000;
    const auto threads = [] { return QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(); };
    const auto before = threads();
    QVERIFY(before > 0);
    QVERIFY(givesUp([&] { openDataUnless([] { return true; }, spec); }));
    QCOMPARE(threads(), before);
    QCOMPARE(openDataUnless([] { return false; }, specOf("table", "table.csv")).train->size() > 0, true);
  }

  void errorsArrive() {
    QVERIFY_THROWS_EXCEPTION(Error, openDataUnless([] { return false; }, specOf("text", "missing.txt")));
  }
};

QTEST_GUILESS_MAIN(OpenDataTest)
#include "open_data_test.moc"
