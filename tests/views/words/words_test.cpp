// How finished messages of the engine are found in a file of translations, and that English stays as it is without one.
#include "core/words/language.h"
#include "views/words/engine_text.h"
#include "views/words/language.h"
#include "views/words/translations.h"

#include <QtTest>

using namespace stepscope;

namespace {

// As Qt Linguist writes it.
const char kFile[] = R"(<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context><name>stepscope</name>
<message><source>.</source><translation>。</translation></message>
<message><source>Train &amp; stop</source><translation>训练并停止</translation></message>
<message><source>Not yet</source><translation type="unfinished"></translation></message>
</context>
<context><name>engine</name>
<message><source>the file is empty</source><translation>文件为空</translation></message>
<message><source>Choose another file</source><translation>选择其他文件</translation></message>
<message><source>{} of {} samples cannot be read</source><translation>{1} 个样本中有 {0} 个无法读取</translation></message>
<message><source>The step waits for data {}.</source><translation>每步等待数据 {}。</translation></message>
<message><source>{} of the time</source><translation>占时间的 {}</translation></message>
<message><source>It is {} input-bound.</source><translation>{}受数据输入限制。</translation></message>
<message><source>a list such as {{1}}, not {}</source><translation>应为 {{1}} 这样的列表，而不是 {}</translation></message>
<message><source>step</source><translation>步</translation></message>
<message><source>Batch size</source><translation>批大小</translation></message>
<message><source>{} lines</source><translation>{} 行</translation></message>
<message><source>a file of {}</source><translation>有 {}的文件</translation></message>
<message><source>there is no column "{}"</source><translation>没有列 "{}"</translation></message>
<message><source>It waits for data {}: {} of {}. It is {} bound by them.</source><translation>等待数据{}：{2} 中的 {1}。{3}受其限制。</translation></message>
<message><source>step {} -&gt; {} ms</source><translation>每步 {} -&gt; {} ms</translation></message>
<message><source>, no change beyond the noise of {} ms</source><translation>，变化不超过 {} ms 的噪声</translation></message>
<message><source>best validation {}</source><translation>最佳验证 {}</translation></message>
<message><source>best validation {} {}</source><translation>最佳验证 {}{}</translation></message>
<message><source>Kernels take {}, {} of {} {}.</source><translation>内核{0}（{3} {2} 中的 {1}）。</translation></message>
<message><source>a step</source><translation>每步</translation></message>
<message><source>Gloo takes {} {}.</source><translation>Gloo 占{1} {0}。</translation></message>
<message><source>of the steps</source><translation>各步的</translation></message>
<message><source>Work that moves data takes {}: {}.</source><translation>搬运数据占{}：{}。</translation></message>
<message><source>norms</source><translation>归一化</translation></message>
<message><source>element-wise kernels</source><translation>逐元素 kernel</translation></message>
<message><source>same {}</source><translation>{}相同</translation></message>
<message><source>version of the program</source><translation>程序版本</translation></message>
<message><source>{} of {}</source><translation>{1} 中的 {0}</translation></message>
</context>
<context><name>engine-words</name>
<message><source>highly</source><translation>严重</translation></message>
<message><source>equal</source><translation>相等</translation></message>
<message><source>accuracy</source><translation>准确率</translation></message>
</context>
</TS>
)";

QString in(const Translations& words, const QString& text) {
  const QString found = words.translate("engine", text.toUtf8().constData());
  return found.isNull() ? text : found;
}

}  // namespace

class WordsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { words_ = std::make_unique<Translations>(std::make_shared<const Catalogue>(kFile), false, nullptr); }

  void messages_data() {
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    const auto row = [](const char* what, const char* english, const char* chinese) {
      QTest::newRow(what) << QString::fromUtf8(english) << QString::fromUtf8(chinese);
    };
    row("fixed", "the file is empty", "文件为空");
    row("kinds of work with their parts, and a kernel's name",
        "Work that moves data takes 71 %: element-wise kernels 55 %, norms 16 %, my_kernel 2 %.",
        "搬运数据占71 %：逐元素 kernel 55 %, 归一化 16 %, my_kernel 2 %。");
    row("figures, in another order", "3 of 40 samples cannot be read", "40 个样本中有 3 个无法读取");
    row("as a sentence", "the file is empty.", "文件为空。");
    row("two sentences", "the file is empty. Choose another file.", "文件为空。选择其他文件。");
    row("where it is", "/data/a.csv: the file is empty. Choose another file.", "/data/a.csv: 文件为空。选择其他文件。");
    row("a text of its own in the hole", "The step waits for data 12 % of the time.", "每步等待数据 占时间的 12 %。");
    row("a word in the hole", "It is highly input-bound.", "严重受数据输入限制。");
    row("a name in the hole", "It is resnet18 input-bound.", "resnet18受数据输入限制。");
    row("figures under a comparison", "3 of 4 · Batch size · the file is empty", "4 中的 3 · 批大小 · 文件为空");
    row("no sentence is taken apart by a short pattern", "somebody said three of the four", "somebody said three of the four");
    row("a value in the hole", "It is step input-bound.", "step受数据输入限制。");
    row("a name between quotes", "there is no column \"highly\"", "没有列 \"highly\"");
    row("braces", "a list such as {1}, not two", "应为 {1} 这样的列表，而不是 two");
    row("a title", "Batch size", "批大小");
    row("switches that were turned", "batch size 32 -> 64, fusion off -> on", "批大小 32 -> 64, fusion off -> on");
    row("differences", "+98 % step, -3 lines of old", "+98 % 步, -3 lines of old");
    row("a count in the hole", "a file of 5 lines", "有 5 行的文件");
    row("few letters", "3 of 4", "4 中的 3");
    row("a part that is not known", "the file is empty. Nobody said this.", "文件为空。Nobody said this.");
    row("a text of two sentences, and another after it",
        "It waits for data 10 % of the time: 2 µs of 18 µs. It is highly bound by them. Choose another file.",
        "等待数据占时间的 10 %：18 µs 中的 2 µs。严重受其限制。选择其他文件。");
    row("what is added to a sentence", "step 0.05 -> 0.02 ms, no change beyond the noise of 0.08 ms",
        "步 0.05 -> 0.02 ms，变化不超过 0.08 ms 的噪声");
    row("a figure with its unit is one hole", "Kernels take 93.8 % of the time, 1.2 ms of 3 ms a step.",
        "内核占时间的 93.8 %（每步 3 ms 中的 1.2 ms）。");
    row("a figure with its unit is one hole, at the end", "Gloo takes 1.2 % of the steps.", "Gloo 占各步的 1.2 %。");
    row("two holes before one", "best validation accuracy equal", "最佳验证 准确率相等");
    row("a known text in the hole of a short one", "same version of the program", "程序版本相同");
    row("an unknown one is a name", "same version of something", "same version of something");
    row("blanks around", " Choose another file ", " 选择其他文件 ");
    row("not known", "something else", "something else");
    row("a name", "resnet18", "resnet18");
    row("nothing", "", "");
  }
  void messages() {
    QFETCH(QString, english);
    QFETCH(QString, chinese);
    QCOMPARE(in(*words_, english), chinese);
    QCOMPARE(in(*words_, english), chinese);  // from what it knows by now
  }

  // Of the window: by the text alone, whatever class asks; texts of Qt's are Qt's.
  void window() {
    QCOMPARE(words_->translate("stepscope::AnyView", "Train & stop"), QString::fromUtf8("训练并停止"));
    QVERIFY(words_->translate("stepscope::AnyView", "Not yet").isNull());
    QVERIFY(words_->translate("QFileDialog", "Train & stop").isNull());
  }

  void englishStays() {
    QCOMPARE(engineText("the file is empty"), QStringLiteral("the file is empty"));
    QCOMPARE(engineText(Error(ErrorKind::Input, "a.csv", "the file is empty", "Choose another file")),
             QStringLiteral("a.csv: the file is empty. Choose another file."));
    QCOMPARE(engineText(Error(ErrorKind::Input, "a.csv", "no key amp", "Did you mean 'Amp'?")),
             QStringLiteral("a.csv: no key amp. Did you mean 'Amp'?"));
    QCOMPARE(engineText(std::runtime_error("anything")), QStringLiteral("anything"));
    QCOMPARE(asSentence(QStringLiteral("the file is empty")), QStringLiteral("The file is empty."));
  }

  void errorsAsTheWindowSaysThem() {
    QCoreApplication::installTranslator(words_.get());
    QCOMPARE(engineText(Error(ErrorKind::Input, "a.csv", "the file is empty", "Choose another file")),
             QString::fromUtf8("a.csv: 文件为空。选择其他文件。"));
    QCOMPARE(asSentence(engineText("the file is empty")), QString::fromUtf8("文件为空。"));
    QCoreApplication::removeTranslator(words_.get());
  }

  void names() {
    for (const Language language : {Language::System, Language::English, Language::Chinese}) QCOMPARE(languageFromName(nameOf(language)), language);
    QCOMPARE(languageFromName(QStringLiteral("tlh")), Language::System);
  }

  // The program's own file is there, and is read.
  void ownFile() {
    const Translations own(catalogueOf(TextLanguage::Chinese), false, nullptr);
    QVERIFY(!own.isEmpty());
    QCOMPARE(in(own, QStringLiteral("6 steps: mean 174.8 ms, median 176.3 ms (170 ms unrecorded)")),
             QString::fromUtf8("6 步：平均 174.8 ms，中位数 176.3 ms（未记录时 170 ms）"));
    QCOMPARE(in(own, QStringLiteral("The step waits for data 45.5 % of the time: 9.95 µs of 21.9 µs. It is highly input-bound.")),
             QString::fromUtf8("每步等待数据占时间的 45.5 %：21.9 µs 中的 9.95 µs。严重受数据输入限制。"));
  }

  // What the desktop is set to, where its letters can be shown. A second entry of this test runs on a Chinese desktop. Last, as it stays.
  void systemsLanguage() {
    const bool chinese = qEnvironmentVariable("LC_ALL").startsWith(QLatin1String("zh_CN"));
    QVERIFY(!applyLanguage(*qApp, Language::English));
    QCOMPARE(applyLanguage(*qApp, Language::System), chinese && hasChineseFont());
    QCOMPARE(QCoreApplication::translate("stepscope::MainWindow", "Train"),
             chinese && hasChineseFont() ? QString::fromUtf8("训练") : QStringLiteral("Train"));
    QCOMPARE(englishOf(QString::fromUtf8("训练")).split(QLatin1Char(' ')).contains(QStringLiteral("Train")), chinese && hasChineseFont());
    QVERIFY(englishOf(QStringLiteral("resnet18")).isEmpty());
  }

 private:
  std::unique_ptr<Translations> words_;
};

QTEST_MAIN(WordsTest)
#include "words_test.moc"
