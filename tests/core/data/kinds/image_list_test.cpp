// Pictures listed with their classes, and pictures named by them. Every picture has a colour of its own, so that a sample shows which file was read.
#include "core/data/images/class_names.h"
#include "core/data/images/picture_list.h"
#include "core/data/preview/data_preview.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// A picture of one shade of grey.
void picture(const QString& file, int shade) {
  writePng(file, 4, 4, PNG_COLOR_TYPE_GRAY, 8, Bytes(16, static_cast<std::uint8_t>(shade)));
}

void list(const QString& file, const QString& text) {
  writeFile(file, bytesOf(text.toStdString()));
}

DataSpec specOf(const QString& path, const std::string& kind = "image_list") {
  DataSpec spec;
  spec.kind = kind;
  spec.path = path.toStdString();
  spec.validationSplit = 0;
  spec.imageSize = 4;
  spec.mean = {0};
  spec.std = {1};
  spec.openTest = true;
  return spec;
}

// "shade=class" of every sample, by shade.
QStringList samplesOf(const std::shared_ptr<const Dataset>& data) {
  QMap<int, QString> found;
  std::vector<float> pixels(3 * 4 * 4);
  for (std::int64_t i = 0; data && i < data->size(); ++i) {
    data->readFloats(i, 0, pixels);
    found[qRound(pixels[0] * 255)] = QString::fromStdString(data->info().classNames[static_cast<std::size_t>(data->label(i))]);
  }
  QStringList all;
  for (auto one = found.begin(); one != found.end(); ++one) all << QString("%1=%2").arg(one.key()).arg(one.value());
  return all;
}

const QStringList kPets{"10=cat", "20=dog", "30=cat", "40=dog"};

}  // namespace

class ImageListTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Layouts of four pictures with two classes: 1 and 3 are cats.
  void layouts_data() {
    QTest::addColumn<QString>("pictures");  // %1: 1 to 4
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const QString& pictures, const QString& file, const QString& text) {
      QTest::newRow(name) << pictures << file << text;
    };
    row("file,label", "%1.png", "labels.csv", "file,label\n1.png,cat\n2.png,dog\n3.png,cat\n4.png,dog\n");
    row("Kaggle: ids without an ending, the folder beside", "train/%1.png", "train.csv", "id,breed\n1,cat\n2,dog\n3,cat\n4,dog\n");
    row("quotes and a blank", "my pets/%1 a.png", "x.csv",
        "\"name\";\"kind of pet\"\n\"1 a.png\";\"cat\"\n\"2 a.png\";\"dog\"\n3 a.png;cat\n4 a.png;dog\n");
    row("Windows paths", "img/%1.png", "x.csv", "path,label\nimg\\1.png,cat\nimg\\2.png,dog\nimg\\3.png,cat\nimg\\4.png,dog\n");
    row("ImageNet: path and label", "pets/%1.png", "train.txt", "pets/1.png cat\npets/2.png dog\npets/3.png cat\n\npets/4.png dog\n");
    row("no header", "%1.png", "x.csv", "1.png,cat\n2.png,dog\n3.png,cat\n4.png,dog\n");
    row("Hugging Face, CSV", "train/%1.png", "train/metadata.csv", "file_name,label\n1.png,cat\n2.png,dog\n3.png,cat\n4.png,dog\n");
    row("Hugging Face, JSON lines", "train/%1.png", "train/metadata.jsonl",
        "{\"file_name\": \"1.png\", \"label\": \"cat\"}\n{\"label\": \"dog\", \"file_name\": \"2.png\", \"more\": null}\n"
        "{\"file_name\": \"3.png\", \"label\": \"cat\"}\n{\"file_name\": \"4.png\", \"label\": \"dog\"}\n");
    row("one column for each class", "images/%1.png", "x.csv", "image,cat,dog\n1,1,0\n2,0.0,1.0\n3,1,0\n4,0,1\n");
    row("the class among others", "%1.png", "x.csv", "id,file,weight,species\n7,1.png,1.5,cat\n8,2.png,2.5,dog\n9,3.png,3.5,cat\n10,4.png,4.5,dog\n");
    row("texts beside numbers", "%1.png", "x.txt", "1.png\tcat\t0\t9\n2.png\tdog\t1\t9\n3.png\tcat\t1\t8\n4.png\tdog\t0\t8\n");
  }
  void layouts() {
    QFETCH(QString, pictures);
    QFETCH(QString, file);
    QFETCH(QString, text);
    const QTemporaryDir folder;
    for (int i = 1; i <= 4; ++i) picture(folder.filePath("set/" + QString(pictures).replace("%1", QString::number(i))), 10 * i);
    const QString path = folder.filePath("set/" + file);
    list(path, text);
    const DataSplits splits = openData(specOf(path));
    QCOMPARE(samplesOf(splits.train), kPets);
    // Found by the folder, too.
    const DataPreview data = previewData(folder.filePath("set").toStdString());
    QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
    QCOMPARE(QString::fromStdString(data.spec.kind), "image_list");
    QCOMPARE(QString::fromStdString(data.spec.path), path);
    // And by the list.
    QCOMPARE(QString::fromStdString(previewData(path.toStdString()).spec.kind), "image_list");
  }

  // Numbers are in the order of their values, other names in that of their bytes.
  void orderOfClasses() {
    const QTemporaryDir folder;
    QString text = "file,label\n";
    const QStringList labels{"10", "9", "100", "9"};
    for (int i = 0; i < 4; ++i) {
      picture(folder.filePath(QString("%1.png").arg(i)), 10 * i);
      text += QString("%1.png,%2\n").arg(i).arg(labels[i]);
    }
    list(folder.filePath("a.csv"), text);
    QCOMPARE(openData(specOf(folder.filePath("a.csv"))).train->info().classNames, (std::vector<std::string>{"9", "10", "100"}));
  }

  void parts() {
    const QTemporaryDir folder;
    for (int i = 1; i <= 8; ++i) picture(folder.filePath(QString("img/%1.png").arg(i)), 10 * i);
    const auto rows = [](int from, int to) {
      QString text;
      for (int i = from; i <= to; ++i) text += QString("img/%1.png %2\n").arg(i).arg(i % 2 ? "cat" : "dog");
      return text;
    };
    list(folder.filePath("train.txt"), rows(1, 4));
    list(folder.filePath("val.txt"), rows(5, 6));
    list(folder.filePath("test.txt"), rows(7, 8));
    const QStringList held{"50=cat", "60=dog"}, tested{"70=cat", "80=dog"};
    DataSplits splits = openData(specOf(folder.filePath("train.txt")));
    QCOMPARE(samplesOf(splits.train), kPets);
    QCOMPARE(samplesOf(splits.validation), held);
    QCOMPARE(samplesOf(splits.test), tested);
    QVERIFY(splits.ownValidation && splits.ownTest);
    // The test part is opened only for the test.
    DataSpec spec = specOf(folder.filePath("train.txt"));
    spec.openTest = false;
    QVERIFY(!openData(spec).test);
    // Without a part for validation it is drawn, unless the test serves for it.
    QVERIFY(QFile::remove(folder.filePath("val.txt")));
    QVERIFY(!openData(specOf(folder.filePath("train.txt"))).validation);
    spec = specOf(folder.filePath("train.txt"));
    spec.testAs = "validation";
    QCOMPARE(samplesOf(openData(spec).validation), tested);
    // A list without classes, as published ones for the test are, is left alone.
    list(folder.filePath("test.txt"), "img/7.png\nimg/8.png\n");
    QVERIFY(!openData(specOf(folder.filePath("train.txt"))).test);
    // By a column.
    list(folder.filePath("all.csv"), "file,label,split\nimg/1.png,cat,train\nimg/2.png,dog,train\nimg/5.png,cat,val\nimg/7.png,cat,test\n");
    splits = openData(specOf(folder.filePath("all.csv")));
    QCOMPARE(samplesOf(splits.train), (QStringList{"10=cat", "20=dog"}));
    QCOMPARE(samplesOf(splits.validation), QStringList{"50=cat"});
    QCOMPARE(samplesOf(splits.test), QStringList{"70=cat"});
  }

  void huggingFaceParts() {
    const QTemporaryDir folder;
    for (const char* part : {"train", "test"}) {
      QString text = "file_name,label\n";
      for (int i = 1; i <= 4; ++i) {
        picture(folder.filePath(QString("%1/%2.png").arg(part).arg(i)), 10 * i);
        text += QString("%1.png,%2\n").arg(i).arg(i % 2 ? "cat" : "dog");
      }
      list(folder.filePath(QString(part) + "/metadata.csv"), text);
    }
    const DataPreview data = previewData(folder.path().toStdString());
    QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
    QVERIFY2(data.spec.path.ends_with("train/metadata.csv"), data.spec.path.c_str());
    QCOMPARE(data.test, std::int64_t{4});
    const DataSplits splits = openData(specOf(QString::fromStdString(data.spec.path)));
    QCOMPARE(samplesOf(splits.test), kPets);
  }

  // What is left out, with its reason; what stops it.
  void badRows() {
    const QTemporaryDir folder;
    for (int i = 1; i <= 4; ++i) picture(folder.filePath(QString("%1.png").arg(i)), 10 * i);
    list(folder.filePath("a.csv"), "file,label\n1.png,cat\n2.png,dog\n9.png,dog\n3.png,cat\n4.png,\n,dog\n1.png,cat\n");
    const DataSplits splits = openData(specOf(folder.filePath("a.csv")));
    QCOMPARE(samplesOf(splits.train), (QStringList{"10=cat", "20=dog", "30=cat"}));
    QString warnings;
    for (const std::string& warning : splits.train->warnings()) warnings += QString::fromStdString(warning) + '\n';
    for (const char* words :
         {"9.png: left out, because cannot be opened", "row 6: left out, because it has no class", "row 7: left out, because it has no picture"})
      QVERIFY2(warnings.contains(words), qPrintable(warnings));
    const auto refused = [&](const QString& text, const std::vector<QString>& words) {
      list(folder.filePath("b.csv"), text);
      verifyError([&] { openData(specOf(folder.filePath("b.csv"))); }, words);
    };
    refused("file,label\n1.png,cat\n2.png,dog\n1.png,dog\n", {"b.csv", "\"1.png\" with the classes \"cat\" and \"dog\""});
    refused("file,label\n1.png,cat\n2.png,cat\n", {"b.csv", "only one class, \"cat\""});
    refused("file,label\nx1.png,cat\nx2.png,cat\n", {"b.csv", "is not a list of pictures"});
    refused("file,xmin,ymin,xmax,ymax,class\n1.png,1,1,2,2,cat\n2.png,1,1,2,2,dog\n", {"b.csv", "boxes", "\"xmin\"", "detection"});
    refused("file,cat,dog,cow\n1.png,1,1,0\n2.png,0,1,0\n3.png,0,1,1\n", {"b.csv", "several classes for a picture"});
    refused("file,age\n1.png,1.5\n2.png,2.25\n3.png,9.125\n4.png,8.5\n", {"b.csv", "amounts", "\"age\""});
    refused("file,sex,hand\n1.png,m,left\n2.png,f,right\n3.png,m,right\n4.png,f,left\n", {"b.csv", "not clear", "data.target", "sex, hand"});
    refused("file,label,split\n1.png,cat,train\n2.png,dog,train\n3.png,cow,test\n", {"b.csv", "\"cow\"", "none for training"});
    // data.target chooses.
    list(folder.filePath("b.csv"), "file,sex,hand\n1.png,m,left\n2.png,f,right\n3.png,m,right\n4.png,f,left\n");
    DataSpec spec = specOf(folder.filePath("b.csv"));
    spec.target = {"hand"};
    QCOMPARE(samplesOf(openData(spec).train), (QStringList{"10=left", "20=right", "30=right", "40=left"}));
    spec.target = {"foot"};
    verifyError([&] { openData(spec); }, {"data.target", "foot", "sex, hand"});
    // JSON lines with boxes.
    list(folder.filePath("m.jsonl"),
         "{\"file_name\": \"1.png\", \"objects\": {\"bbox\": [[1,2,3,4]]}}\n{\"file_name\": \"2.png\", \"objects\": {}}\n");
    verifyError([&] { openData(specOf(folder.filePath("m.jsonl"))); }, {"m.jsonl", "boxes", "objects"});
    list(folder.filePath("m.jsonl"), "{\"file_name\": \"1.png\", \"label\": 1}\n{\"file_name\": \"2.png\", \"label\n");
    verifyError([&] { openData(specOf(folder.filePath("m.jsonl"))); }, {"m.jsonl:2", "JSON"});
  }

  // A table with names of pictures that are not there is a table.
  void tablesStayTables() {
    const QTemporaryDir folder;
    QString text = "file,width,height,label\n";
    for (int i = 0; i < 30; ++i) text += QString("%1.png,%2,%3,%4\n").arg(i).arg(i * 7 % 11).arg(i * 5 % 13).arg(i % 2 ? "cat" : "dog");
    list(folder.filePath("sizes.csv"), text);
    QCOMPARE(QString::fromStdString(previewData(folder.filePath("sizes.csv").toStdString()).spec.kind), "table");
  }

  void classOfNames_data() {
    QTest::addColumn<QStringList>("stems");
    QTest::addColumn<QStringList>("classes");
    QTest::newRow("cats and dogs") << QStringList{"cat.0", "dog.0", "cat.1", "dog.12"} << QStringList{"cat", "dog", "cat", "dog"};
    QTest::newRow("pets") << QStringList{"Abyssinian_1", "great_pyrenees_12", "Abyssinian_2", "great_pyrenees_3"}
                          << QStringList{"Abyssinian", "great_pyrenees", "Abyssinian", "great_pyrenees"};
    QTest::newRow("dog001") << QStringList{"dog001", "cat002", "dog003_crop2", "cat (4)"} << QStringList{"dog", "cat", "dog", "cat"};
    QTest::newRow("WordNet") << QStringList{"n01440764_10026", "n01443537_2", "n01440764_3", "n01443537_4"}
                             << QStringList{"n01440764", "n01443537", "n01440764", "n01443537"};
    QTest::newRow("number first") << QStringList{"001_dog", "002_cat", "003_dog", "4-cat"} << QStringList{"dog", "cat", "dog", "cat"};
    QTest::newRow("no classes") << QStringList{"IMG_1", "IMG_2", "IMG_3", "IMG_4"} << QStringList{};
    QTest::newRow("hashes") << QStringList{"a81f", "b92e", "c03d", "d14c"} << QStringList{};
    QTest::newRow("words") << QStringList{"beach", "town", "lake", "hill"} << QStringList{};
  }
  void classOfNames() {
    QFETCH(QStringList, stems);
    QFETCH(QStringList, classes);
    std::vector<std::string> texts;
    for (const QString& stem : stems) texts.push_back(stem.toStdString());
    const auto rule = nameRuleOf(texts);
    QCOMPARE(rule.has_value(), !classes.isEmpty());
    for (qsizetype i = 0; rule && i < stems.size(); ++i)
      QCOMPARE(QString::fromStdString(classOfName(texts[static_cast<std::size_t>(i)], *rule)), classes[i]);
  }

  void named() {
    const QTemporaryDir folder;
    QStringList all;
    for (int k = 0; k < 3; ++k)
      for (int i = 1; i <= 4; ++i) {
        const QString name = i % 2 ? "cat" : "dog";
        picture(folder.filePath(QString("train/%1.%2.png").arg(name).arg(4 * k + i)), 60 * k + 10 * i);
        if (k == 0) picture(folder.filePath(QString("held/%1.%2.png").arg(name).arg(i)), 10 * i);
        all << QString("%1=%2").arg(60 * k + 10 * i).arg(name);
      }
    picture(folder.filePath("train/readme.png"), 250);
    DataSpec spec = specOf(folder.filePath("train"), "image_names");
    DataSplits splits = openData(spec);
    QCOMPARE(samplesOf(splits.train), all);
    QVERIFY(splits.train->warnings().back().find("readme.png: left out, because its name tells no class") != std::string::npos);
    spec.validationPath = folder.filePath("held").toStdString();
    QCOMPARE(samplesOf(openData(spec).validation), kPets);
    spec.validationPath.clear();
    spec.validationSplit = 0.25;
    splits = openData(spec);
    QCOMPARE(splits.train->size(), std::int64_t{8});  // of each class 2 of 6
    QCOMPARE(splits.validation->size(), std::int64_t{4});
    verifyError([&] { openData(specOf(folder.filePath("nowhere"), "image_names")); }, {"nowhere"});
  }

  // Bytes turned over and lists cut anywhere: an Error, or samples.
  void damaged() {
    const QTemporaryDir folder;
    for (int i = 1; i <= 4; ++i) picture(folder.filePath(QString("%1.png").arg(i)), 10 * i);
    const std::string csv = "file,label,split\n1.png,cat,train\n\"2.png\",dog,train\n3.png,cat,val\n4.png,dog,test\n";
    const std::string json = "{\"file_name\": \"1.png\", \"label\": \"cat\"}\n{\"file_name\": \"2.png\", \"label\": \"dog\"}\n";
    PhiloxStream random(3, 1);
    int read = 0, refused = 0;
    for (const auto& [name, sound] : {std::pair{"a.csv", csv}, {"a.jsonl", json}, {"a.txt", std::string("1.png cat\n2.png dog\n3.png cat\n")}})
      for (int i = 0; i < 200; ++i) {
        std::string bytes = sound;
        for (int k = 0; k < 2; ++k) bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<char>(random.next());
        if (i % 4 == 0) bytes.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
        writeFile(folder.filePath(name), bytesOf(bytes));
        ++(errorOf([&] { openData(specOf(folder.filePath(name))); }) ? refused : read);
      }
    QVERIFY(read > 0 && refused > 0);
  }
};

QTEST_GUILESS_MAIN(ImageListTest)
#include "image_list_test.moc"
