// Formats in another language: what is translated, that columns line up, and which language an environment asks for. The patterns of finished
// sentences are tested in tests/views/words/words_test.cpp.
#include "core/words/words.h"

#include <QtTest>

#include "core/base/error.h"
#include "core/words/phrase.h"
#include "core/words/width.h"

using namespace stepscope;

namespace {

constexpr std::string_view kCatalogue = R"(<TS>
<context><name>engine</name>
<message><source>the file is empty</source><translation>文件为空</translation></message>
<message><source>{} samples</source><translation>{} 个样本</translation></message>
<message><source>accuracy</source><translation>准确率</translation></message>
<message><source>a key &lt;{}&gt; &amp; more</source><translation>键 &lt;{}&gt; 等</translation></message>
</context>
<context><name>engine-words</name><message><source>accuracy</source><translation>准确率</translation></message></context>
<context><name>printed</name>
<message><source>time</source><translation>时间</translation></message>
<message><source>kernels</source><translation>核函数</translation></message>
<message><source>{} of {} steps</source><translation>{1} 步中的 {0} 步</translation></message>
<message><source>best {} {}</source><translation>最佳{} {}</translation></message>
<message><source>(best)</source><translation>（最佳）</translation></message>
<message><source>a list {{a, b}} of {}</source><translation>{} 的列表 {{a, b}}</translation></message>
<message><source>not there yet</source><translation type="unfinished"></translation></message>
</context>
<context><name>stepscope</name><message><source>Train</source><translation>训练</translation></message></context>
</TS>)";

constexpr std::string_view kClauses = R"(<TS><context><name>engine</name>
<message><source>The GPU is busy {}{}.</source><translation>GPU 忙碌{}{}。</translation></message>
<message><source>; it waits most for {}</source><translation>；主要在等待{}</translation></message>
<message><source>{} of the steps</source><translation>各步的 {}</translation></message>
<message><source>the host</source><translation>主机</translation></message>
<message><source>{} of {}</source><translation>{1} 中的 {0}</translation></message>
<message><source>The step needs {}.</source><translation>一步需要 {}。</translation></message>
<message><source>The host takes {}</source><translation>主机占 {}</translation></message>
<message><source>other code</source><translation>其他代码</translation></message>
</context></TS>)";

template <typename... Args>
std::string in(const Catalogue& catalogue, fmt::format_string<Args...> format, Args&&... args) {
  const fmt::string_view pattern = format;
  const std::initializer_list<PhraseArgument> said{argumentOf(args)...};
  return phrase(catalogue, std::string_view(pattern.data(), pattern.size()), said, fmt::make_format_args(args...));
}

}  // namespace

class WordsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void formats() {
    const Catalogue c(kCatalogue);
    const std::string run = "accuracy", metric = "accuracy", sentence = "the file is empty.", counted = "12 samples";
    QCOMPARE(in(c, "{} of {} steps\n", 3, 40), std::string("40 步中的 3 步\n"));
    QCOMPARE(in(c, "{} of {:.2f} steps", "3 %", 40.0), std::string("40.00 步中的 3 % 步"));
    QCOMPARE(in(c, "{:.1f}: {}", 2.25, 1), fmt::format("{:.1f}: {}", 2.25, 1));
    QCOMPARE(in(c, "best {} {}", metric, counted), std::string("最佳准确率 12 个样本"));
    QCOMPARE(in(c, "best {} {}", Name{run}, 1), std::string("最佳accuracy 1"));
    QCOMPARE(in(c, "{}", sentence), std::string("文件为空。"));
    QCOMPARE(in(c, "{}: {}", Name{run}, sentence), std::string("accuracy: 文件为空。"));
    QCOMPARE(in(c, "{}{}", 7, " (best)"), std::string("7（最佳）"));
    QCOMPARE(in(c, "a list {{a, b}} of {}", 2), std::string("2 的列表 {a, b}"));
    QCOMPARE(in(c, "{}", std::string("a key <x> & more")), std::string("键 <x> 等"));
    QCOMPARE(in(c, ""), std::string());
    QCOMPARE(in(c, "{{}}"), std::string("{}"));
  }

  // Without a translation a text stays English whole, with what is put into it.
  void notTranslated() {
    const Catalogue c(kCatalogue);
    const std::string counted = "12 samples";
    QCOMPARE(in(c, "nobody knows {} and {}\n", counted, 3), std::string("nobody knows 12 samples and 3\n"));
    QCOMPARE(in(c, "not there yet"), std::string("not there yet"));
    QCOMPARE(in(c, "{} nowhere {}", "time", 3), std::string("time nowhere 3"));
  }

  // A sentence of which a clause would stay English stays English; what stands between quotes is a name.
  void clauses() {
    const Catalogue c(kClauses);
    QCOMPARE(c.wholly("The GPU is busy 12 % of the steps; it waits most for the host."),
             std::optional<std::string>("GPU 忙碌各步的 12 %；主要在等待主机。"));
    QCOMPARE(c.wholly("The GPU is busy 12 % of the steps; it waits for what nobody knows."), std::optional<std::string>());
    QCOMPARE(c.wholly("The GPU is busy \"now and then\"."), std::optional<std::string>("GPU 忙碌\"now and then\"。"));
    QCOMPARE(c.wholly("The step needs 3 KiB of 2.5 GiB."), std::optional<std::string>("一步需要 2.5 GiB 中的 3 KiB。"));
    QCOMPARE(c.wholly("The host takes 2 ms: other code 89 %, aten::mm 11 %").value_or("none"),
             std::string("主机占 2 ms: 其他代码 89 %, aten::mm 11 %"));
  }

  // A table's heading, its rows and labels before a text begin and end in the same columns of a terminal as in English.
  void columns() {
    const Catalogue c(kCatalogue);
    const std::string name = "卷积", other = "time";
    const std::string head = in(c, "{:>9}  {:<10} {:>8}\n", "time", "kernels", "nothing"), row = in(c, "{:>9}  {:<10} {:>8}\n", 12, name, "1 ms");
    QCOMPARE(head, std::string("     时间  核函数      nothing\n"));
    QCOMPARE(widthOf(head), widthOf(fmt::format("{:>9}  {:<10} {:>8}\n", "time", "kernels", "nothing")));
    QCOMPARE(widthOf(head), widthOf(row));
    QCOMPARE(in(c, "{:<6}|", other), std::string("time  |"));  // no heading: a name
    QCOMPARE(in(c, "  time       {}\n", 3), std::string("  时间       3\n"));
    QCOMPARE(in(c, "  kernels  {}\n", 3), std::string("  核函数   3\n"));
    QCOMPARE(in(c, "{:<{}}|{:>{}}", "time", 6, 5, 3), std::string("时间  |  5"));
  }

  void widths() {
    QCOMPARE(widthOf("kernel"), std::size_t{6});
    QCOMPARE(widthOf("核函数，"), std::size_t{8});
    QCOMPARE(widthOf("e\u0301 → µ"), std::size_t{5});
    QCOMPARE(widthOf("\xFF\xFE"), std::size_t{2});  // no UTF-8: a column a byte
    QCOMPARE(cutToWidth("核函数", 5), std::string("核函"));
    QCOMPARE(cutToWidth("核函数", 6), std::string("核函数"));
    QCOMPARE(cutToWidth("abc", 0), std::string());
  }

  void languages() {
    const auto is = [](const char* all, const char* messages, const char* lang) { return languageOfLocale(all, messages, lang); };
    QCOMPARE(is("", "", ""), TextLanguage::English);
    QCOMPARE(is("", "", "zh_CN.UTF-8"), TextLanguage::Chinese);
    QCOMPARE(is("", "zh_CN.utf8", "de_DE.UTF-8"), TextLanguage::Chinese);
    QCOMPARE(is("C", "zh_CN.UTF-8", "zh_CN.UTF-8"), TextLanguage::English);
    QCOMPARE(is("zh_SG", "", "en_US.UTF-8"), TextLanguage::Chinese);
    QCOMPARE(is("zh_CN.UTF-8@pinyin", "", ""), TextLanguage::Chinese);
    QCOMPARE(is("zh_CN.GB18030", "", ""), TextLanguage::English);  // another encoding than what is written
    QCOMPARE(is("zh_TW.UTF-8", "", ""), TextLanguage::English);    // other characters
    for (const TextLanguage language : {TextLanguage::English, TextLanguage::Chinese}) QVERIFY(languageNamed(nameOf(language)) == language);
    QVERIFY(!languageNamed("zh") && !languageNamed(""));
  }

  // The catalogue of the program, and errors in it: both halves of a message, or neither.
  void errors() {
    const Words chinese(TextLanguage::Chinese), english;
    const Error known(ErrorKind::Input, "a.json", "the name does not end in .html or .pdf", "Choose a name that ends in .html or .pdf");
    QCOMPARE(chinese.sentence(known), std::string("a.json: 名称不以 .html 或 .pdf 结尾。请选择以 .html 或 .pdf 结尾的名称。"));
    QCOMPARE(english.sentence(known), std::string(known.what()));
    const Error half(ErrorKind::Input, "a.json", "the name does not end in .html or .pdf", "Sing loudly to everybody here");
    QCOMPARE(chinese.sentence(half), std::string(half.what()));
    // Names that nobody translates: the text around them still is.
    QCOMPARE(chinese.sentence("step 0.13 -> 0.07 ms, no change beyond the noise of 0.10 ms: linear backward weights -0.01"),
             std::string("步 0.13 -> 0.07 ms，变化不超过 0.10 ms 的噪声: linear backward weights -0.01"));
    QVERIFY(english.english() && !chinese.english());
    QCOMPARE(std::string(chinese.language()), std::string("zh-CN"));
  }
};

QTEST_GUILESS_MAIN(WordsTest)
#include "words_test.moc"
