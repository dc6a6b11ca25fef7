// Every wrong project file ends in a sentence with the place, what is wrong, and the cure; never in a crash.
#include <QStringConverter>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/project/project.h"

using namespace stepscope;

namespace {

const std::string kMinimal = "[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\n";

const char* const kSample = R"([project]
name = "sample"
[data]
kind = "synthetic"
mean = [0.1, 0.2, 0.3]
[[model.layers]]
type = "conv2d"
out_channels = 8
kernel_size = 3
[[model.layers]]
type = "flatten"
[train]
epochs = 7
[train.optimizer]
name = "adamw"
learning_rate = 1e-3
nesterov = false
[switches]
batch_size = 96
)";

}  // namespace

class MessagesTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::string at(const char* name) const { return folder_.filePath(name).toStdString(); }

  static QString messageOf(const std::string& toml, const Overrides& overrides = {}) {
    try {
      parseProject(toml, "p.toml", overrides);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::Input ? QString::fromStdString(error.what()) : QString("not an input error: ") + error.what();
    }
    return "no error";
  }

 private Q_SLOTS:
  void messages_data() {
    QTest::addColumn<QString>("toml");
    QTest::addColumn<QStringList>("parts");
    const QString data = "[data]\nkind = \"synthetic\"\n", model = "[model]\nname = \"mlp\"\n", both = data + model;
    const auto row = [](const char* name, const QString& toml, const QStringList& parts) { QTest::newRow(name) << toml << parts; };
    row("unknown key", both + "[train]\nepoch = 3\n", {"p.toml:6:1", "train.epoch", "train.epochs"});
    row("key of another section", both + "[train]\nbatch_size = 3\n", {"p.toml:6:1", "\"switches.batch_size\""});
    row("usual short name", both + "[train.optimizer]\nlr = 3\n", {"p.toml:6:1", "\"train.optimizer.learning_rate\""});
    row("key in the wrong section", both + "[train]\nmomentum = 0.9\n", {"p.toml:6:1", "\"train.optimizer.momentum\""});
    row("unknown section", both + "[trian]\nepochs = 3\n", {"p.toml:5:2", "trian", "[train]"});
    row("unknown inner section", both + "[train.optimiser]\nname = \"sgd\"\n", {"p.toml:5", "train.optimiser", "train.optimizer"});
    row("unknown top key", both.mid(0, 0) + "epochs = 3\n" + both, {"p.toml:1:1", "train.epochs"});
    row("nothing near", both + "[train]\nzzzzqqqq = 3\n", {"p.toml:6:1", "[train] takes epochs, seed, threads"});
    row("text for number", both + "[train]\nepochs = \"3\"\n", {"p.toml:6:1", "train.epochs is the text \"3\"", "a whole number"});
    row("real for integer", both + "[switches]\nbatch_size = 64.5\n", {"p.toml:6:1", "the number 64.5", "a whole number"});
    row("number for text", "[data]\nkind = 3\n" + model, {"p.toml:2:1", "data.kind is the whole number 3"});
    row("number for flag", "[data]\nkind = \"synthetic\"\nflip = 1\n" + model, {"p.toml:3:1", "true or false"});
    row("date", both + "[train]\nepochs = 2024-01-01\n", {"p.toml:6:1", "a date or a time"});
    row("list of texts", data + "mean = [\"a\"]\n" + model, {"p.toml:3:1", "data.mean", "list of numbers"});
    row("table for value", both + "[train.epochs]\nx = 1\n", {"p.toml:5", "train.epochs"});
    row("value for section", both + "[train]\noptimizer = \"adam\"\n", {"p.toml:6:1", "is a section", "[train.optimizer]"});
    row("too small", both + "[switches]\nbatch_size = 0\n", {"p.toml:6:1", "switches.batch_size is 0", "from 1 to 65536"});
    row("too large", both + "[switches]\nbatch_size = 65537\n", {"p.toml:6:1", "from 1 to 65536"});
    row("no epochs", both + "[train]\nepochs = 0\n", {"from 1 to 100000"});
    row("rate zero", both + "[train.optimizer]\nlearning_rate = 0\n", {"learning_rate is 0", "above 0"});
    row("rate not a number", both + "[train.optimizer]\nlearning_rate = nan\n", {"learning_rate is nan", "above 0"});
    row("rate infinite", both + "[train.optimizer]\nlearning_rate = inf\n", {"learning_rate is inf", "above 0"});
    row("momentum one", both + "[train.optimizer]\nmomentum = 1\n", {"momentum", "below 1"});
    row("negative std", data + "mean = [0.5]\nstd = [0]\n" + model, {"data.std", "above 0"});
    row("negative seed", both + "[train]\nseed = -1\n", {"train.seed is -1"});
    row("integer overflow", both + "[train]\nseed = 9223372036854775808\n", {"p.toml:6", "not valid TOML"});
    row("unknown kind", "[data]\nkind = \"minst\"\n" + model, {"p.toml:2:1", "minst", "\"mnist\""});
    row("unknown optimizer", both + "[train.optimizer]\nname = \"adamW2\"\n", {"p.toml:6:1", "\"adamw\"", "sgd, adam, adamw"});
    row("a path of Windows", "[data]\nkind = \"image_folder\"\npath = \"C:\\Users\\me\\data\"\n" + model,
        {"p.toml:3:", ": \"C:\\Users\\me\\data\": a backslash", "single quotes"});
    row("another one", "[data]\nkind = \"image_folder\"\npath = \"D:\\data\"\n" + model, {"p.toml:3", "D:\\data", "backslash", "'C:\\data'"});
    row("a backslash and x", "[project]\nname = \"a\\xyz\"\n" + both, {"p.toml:2", "backslash"});
    row("one with an n", "[data]\nkind = \"image_folder\"\npath = \"C:\\new\"\n" + model, {"p.toml:3", "data.path", "line break", "single quotes"});
    row("too many dots in a key", "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r = 1\n" + both, {"p.toml:1", "nested too deeply"});
    row("too many dots with quotes", "a.\"b.b\".c.'d'.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s = 1\n" + both, {"p.toml:1", "nested too deeply"});
    row("no kind", model, {"p.toml: data.kind is missing", "mnist, cifar10"});
    row("no model", data, {"p.toml", "the project has no model"});
    row("empty file", "", {"p.toml", "data.kind is missing"});
    row("unknown model", data + "[model]\nname = \"resnet19\"\n", {"p.toml:4:1", "resnet19", "resnet18"});
    row("unknown model argument", both + "hiden = [3]\n", {"p.toml:5:1", "hiden", "hidden"});
    row("argument of another model", data + "[model]\nname = \"lenet5\"\nhidden = [3]\n", {"p.toml:5:1", "hidden"});
    row("model argument text", both + "hidden = \"a\"\n", {"p.toml:5:1", "model.hidden is the text"});
    row("name and layers", data + "[model]\nname = \"mlp\"\n[[model.layers]]\ntype = \"relu\"\n", {"p.toml:4:1", "both"});
    row("argument and layers", data + "[model]\nhidden = [1]\n[[model.layers]]\ntype = \"relu\"\n", {"p.toml:4:1", "model.hidden"});
    row("layer without type", data + "[[model.layers]]\nout_channels = 3\n", {"p.toml:4:1", "layer 0 has no type"});
    row("empty layer", data + "[[model.layers]]\n", {"p.toml:3", "layer 0 is empty"});
    row("unknown layer type", data + "[[model.layers]]\ntype = \"conv2\"\n", {"p.toml:4:1", "conv2", "conv2d"});
    row("unknown layer argument", data + "[[model.layers]]\ntype = \"conv2d\"\nkernal_size = 3\n", {"p.toml:5:1", "kernal_size", "kernel_size"});
    row("layers no list", data + "[model]\nlayers = \"three\"\n", {"p.toml:4:1", "[[model.layers]]"});
    row("layers of numbers", data + "[model]\nlayers = [1]\n", {"p.toml:4", "[[model.layers]]"});
    row("layer argument list", data + "[[model.layers]]\ntype = \"conv2d\"\nkernel_size = [3.5]\n", {"p.toml:5:1", "kernel_size"});
    row("layer argument text", data + "[[model.layers]]\ntype = \"conv2d\"\nkernel_size = \"a\"\n", {"p.toml:5:1", "the text \"a\""});
    row("initialisation", both + "[model.init]\nconv = \"kaiming_norml\"\n", {"p.toml:6:1", "kaiming_normal"});
    row("initialisation of an unknown type", both + "[model.init]\ncnv = \"normal\"\n", {"p.toml:6:1", "model.init.conv"});
    row("layer argument table", data + "[[model.layers]]\ntype = \"conv2d\"\nkernel_size = {a = 1}\n", {"p.toml:5:1"});
    row("nesterov", both + "[train.optimizer]\nnesterov = true\n", {"p.toml:6:1", "momentum"});
    row("schedule without what it needs", both + "[train.schedule]\nname = \"multistep\"\n", {"p.toml:6:1", "train.schedule.milestones", "[30, 60]"});
    row("exponential without gamma", both + "[train.schedule]\nname = \"exponential\"\n", {"p.toml:6:1", "train.schedule.gamma"});
    row("unknown schedule", both + "[train.schedule]\nname = \"cosin\"\n", {"p.toml:6:1", "\"cosine\"", "one_cycle"});
    row("a plateau that raises the rate", both + "[train.schedule]\nname = \"reduce_on_plateau\"\nfactor = 1.5\n", {"p.toml:7:1", "below 1"});
    row("momenta the wrong way round", both + "[train.schedule]\nname = \"one_cycle\"\nbase_momentum = 0.96\n", {"p.toml:7:1", "0.96", "0.95"});
    row("clipped twice", both + "[train.clip]\nnorm = 1\nvalue = 1\n", {"p.toml:7:1", "train.clip.norm"});
    row("amsgrad of sgd", both + "[train.optimizer]\namsgrad = true\n", {"p.toml:6:1", "SGD", "adamw"});
    row("no momentum to cycle", both + "[train.optimizer]\nname = \"adagrad\"\n[train.schedule]\nname = \"one_cycle\"\n",
        {"p.toml:8:1", "Adagrad", "cycle_momentum"});
    row("group without a pattern", both + "[[train.optimizer.groups]]\nweight_decay = 0\n", {"groups[0]", "pattern"});
    row("unknown key of a group", both + "[[train.optimizer.groups]]\npattern = \"*\"\nweigth_decay = 0\n", {"p.toml:7:1", "weight_decay"});
    row("groups are no list", both + "[train.optimizer]\ngroups = 3\n", {"p.toml:6:1", "[[train.optimizer.groups]]"});
    row("average of one", both + "[train.ema]\ndecay = 1\n", {"p.toml:6:1", "below 1"});
    row("unknown metric", both + "[train]\nmonitor = \"val_los\"\n", {"p.toml:6:1", "\"val_loss\""});
    row("warm-up too long", both + "[train]\nepochs = 2\n[train.schedule]\nwarmup_epochs = 3\n", {"p.toml:8:1", "warmup_epochs is 3"});
    row("path missing", "[data]\nkind = \"mnist\"\n" + model, {"p.toml:2:1", "data.path is missing"});
    row("path not there", "[data]\nkind = \"mnist\"\npath = \"no/such/folder\"\n" + model,
        {"p.toml:3:1", "no/such/folder", "relative to the project file"});
    row("twice", both + "[train]\nepochs = 3\nepochs = 4\n", {"p.toml:7", "epochs is in the file twice", "Write it once"});
    row("a table twice", both + "[train]\nepochs = 3\n[train]\nseed = 4\n", {"p.toml:7", "train is in the file twice"});
    row("no name", both + "[switches]\nautotune = false\n", {"switches.autotune is false", "one of these names, in quotes: off, on"});
    row("syntax", both + "[train\nepochs = 3\n", {"p.toml:5:", "not valid TOML"});
    row("no quotes", "[data]\nkind = mnist\n", {"p.toml:2:", "not valid TOML"});
    row("zero byte in a text", "[data]\nkind = \"synthetic\"\npath = \"a\\u0000b\"\n" + model, {"p.toml:3:1", "zero byte"});
  }
  // Dots nest tables in keys alone: a comment or a text may have any number of them. (tomllib reads each.)
  void dotsInTexts_data() {
    QTest::addColumn<QString>("toml");
    const QString data = "[data]\nkind = \"synthetic\"\n", model = "[model]\nname = \"mlp\"\n", both = data + model;
    const QString dots = "A. B. C. D. E. F. G. H. I. J. K. L. M. N. O. P. Q. R. ........................";
    const auto row = [](const char* name, const QString& toml) { QTest::newRow(name) << toml; };
    row("a comment", "# " + dots + "\n" + both);
    row("a comment behind a value", data + "count = 100 # " + dots + "\n" + model);
    row("a text", "[project]\nname = \"" + dots + "\"\n" + both);
    row("a literal text", "[project]\nname = '" + dots + "'\n" + both);
    row("a text of lines", "[project]\nname = \"\"\"\n" + dots + "\n\"" + dots + "\"\"\"\"\"\n" + both);
    row("a literal text of lines", "[project]\nname = '''" + dots + "\n#'" + dots + "'''\n" + both);
    row("a quote in a comment", "# don't: " + dots + "\n" + both + "# \"\n# " + dots);
    row("an escaped quote", "[project]\nname = \"\\\"" + dots + "\"\n" + both);
    row("a path", "[project]\nname = '/a.b/c.d/e.f/g.h/i.j/k.l/m.n/o.p/q.r/s.t/u.v/w.x/y.z/1.2/3.4/5.6/7.8/9.0'\n" + both);
  }
  void dotsInTexts() {
    QFETCH(QString, toml);
    const QString said = messageOf(toml.toStdString());
    QCOMPARE(said, QString("no error"));
  }

  // What is no TOML is told in our words, with line and column and a cure; none of the library's are shown.
  void noToml_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* line, const char* says) { QTest::newRow(line) << QString::fromUtf8(line) << QString::fromUtf8(says); };
    row("[train", "the heading of a section is not closed");
    row("[train]]", "the heading of a section is not closed");
    row("[[train", "the heading of a section is not closed");
    row("[a..b]", "this is not a key");
    row("seed = {x = 1", "the table in braces is not closed");
    row("seed = [1 2]", "the list is not closed with ], or a comma is missing");
    row("seed = [1,", "the list is not closed");
    row("seed = \"x\" y", "something follows the value");
    row("seed = 1,", "something follows the value");
    row("seed = 0,1", "a number has a comma in it");
    row("seed = 1.2.3", "this is not a number");
    row("seed = 01", "the number begins with 0");
    row("seed = 0x", "this is not a number");
    row("seed = 2024-13-01", "this is not a date");
    row("seed = tru", "neither true nor false");
    row("seed = mnist", "this is not a value");
    row("seed = +", "this is not a value");
    row("seed = \xE2\x80\x9Cx\xE2\x80\x9D", "this is not a value");
    row("seed = \"x", "the quotes that open before it are not closed");
    row("seed = 'x", "the quotes that open before it are not closed");
    row("seed =", "the key has no value");
    row("seed", "no = ");
    row("seed 3", "no = follows the key");
    row("seed : 3", "no = follows the key");
    row("= 3", "neither a key nor the heading");
    row("{\"a\": 1}", "neither a key nor the heading");
  }
  void noToml() {
    QFETCH(QString, line);
    QFETCH(QString, says);
    for (const char* behind : {"", "\n", "\nepochs = 3\n"}) {
      const QString message = messageOf(("[train]\n" + line + behind).toStdString());
      QVERIFY2(message.startsWith("p.toml:2:") || message.startsWith("p.toml:3:"), qPrintable(message));
      for (const char* raw : {"Error", "parsing", "expected", "saw", "encountered", "key-value", "U+0009", "prohibited"})
        QVERIFY2(!message.contains(raw), qPrintable(message));
      QVERIFY2(message.contains(says) || QString(behind).size() > 1, qPrintable(message));
      QVERIFY2(message.count(". ") >= 1, qPrintable(message));  // a cure
    }
  }

  // What other programs call it.
  void otherWords() {
    for (const auto& [word, usual] :
         {std::pair{"fp32", "off"}, {"float32", "off"}, {"none", "off"}, {"bfloat16", "bf16"}, {"half", "fp16"}, {"bf15", "bf16"}}) {
      const QString message = messageOf(std::string("[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\n[switches]\namp = \"") + word + "\"\n");
      QVERIFY2(message.contains(QString("The nearest valid name is \"%1\". Valid names are off, bf16, fp16").arg(usual)), qPrintable(message));
    }
  }

  // Written with a point or an exponent a whole number is one.
  void wholeNumbers() {
    for (const auto& [written, number] : {std::pair{"3.0", 3}, {"1e3", 1000}, {"2.5e1", 25}})
      QCOMPARE(parseProject(std::string("[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\n[train]\nepochs = ") + written + "\n", "p.toml", {})
                   .train.epochs,
               std::int64_t{number});
  }

  // A file that an editor saved otherwise: which encoding it is, and the cure, which iconv follows here.
  void otherEncodings() {
    const std::string toml = "[data]\nkind = \"synthetic\"\n[project]\nname = \"M\xC3\xBCller\"\n[model]\nname = \"mlp\"\n";
    const QString text = QString::fromStdString(toml);
    struct Written {
      QStringConverter::Encoding encoding;
      bool mark;
      const char *named, *where;
    };
    for (const Written& one : {Written{QStringConverter::Utf16LE, true, "UTF-16", "p.toml: "},
                               {QStringConverter::Utf16BE, true, "UTF-16", "p.toml: "},
                               {QStringConverter::Utf16LE, false, "UTF-16", "p.toml: "},
                               {QStringConverter::Utf16BE, false, "UTF-16", "p.toml: "},
                               {QStringConverter::Utf32LE, true, "UTF-32", "p.toml: "},
                               {QStringConverter::Latin1, false, "Latin-1", "p.toml:4: "}}) {
      QStringEncoder encode(one.encoding, one.mark ? QStringConverter::Flag::WriteBom : QStringConverter::Flag::Default);
      const QByteArray bytes = encode(text);
      const QString said = messageOf(bytes.toStdString());
      QVERIFY2(said.contains(one.named) && said.startsWith(one.where) && said.contains("as UTF-8") && said.contains("iconv -f ENCODING -t UTF-8"),
               qPrintable(said));
    }
    QCOMPARE(parseProject("\xEF\xBB\xBF" + toml, "p.toml").name, std::string("M\xC3\xBCller"));
  }

  void messages() {
    QFETCH(QString, toml);
    QFETCH(QStringList, parts);
    const QString message = messageOf(toml.toStdString());
    for (const QString& part : parts) QVERIFY2(message.contains(part), qPrintable(message + "   lacks   " + part));
    QVERIFY2(message.endsWith('.') && !message.endsWith(".."), qPrintable(message));
  }

  void overrideMessages_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QStringList>("parts");
    const auto row = [](const char* name, const char* key, const char* value, const QStringList& parts) {
      QTest::newRow(name) << key << value << parts;
    };
    row("unknown", "switches.batchsize", "3", {"--set switches.batchsize:", "\"switches.batch_size\""});
    row("no section", "batch_size", "3", {"--set batch_size:", "\"switches.batch_size\""});
    row("a word", "train.epochs", "many", {"--set train.epochs:", "the text \"many\""});
    row("range", "switches.batch_size", "-1", {"--set switches.batch_size:", "from 1 to 65536"});
    row("empty key", "", "3", {"--set"});
    row("empty value", "train.epochs", "", {"--set train.epochs", "the text \"\""});
    row("lines", "train.epochs", "3\nswitches.batch_size=3", {"--set train.epochs", "the text"});
    row("section", "train", "3", {"--set train:", "section"});
    row("unknown in table", "train.optimizer", "{nam = \"adam\"}", {"--set train.optimizer", "train.optimizer.name"});
    row("layer", "model.layers.0.type", "relu", {"--set model.layers.0.type:", "no layer 0"});
    row("layer number", "model.layers.x.type", "relu", {"--set model.layers.x.type:"});
    row("layer huge", "model.layers[99999999999999999999].type", "relu", {"--set model.layers"});
    row("model argument", "model.hiddn", "[3]", {"--set model.hiddn", "hidden"});
    row("deep", "train.epochs", "{a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=1}", {"--set train.epochs", "too deeply"});
    row("missing path", "data.kind", "mnist", {"--set data.kind", "data.path is missing"});
  }
  void overrideMessages() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QStringList, parts);
    const QString message = messageOf(kMinimal, {{key.toStdString(), value.toStdString()}});
    for (const QString& part : parts) QVERIFY2(message.contains(part), qPrintable(message + "   lacks   " + part));
  }

  void files() {
    const auto fails = [](const std::string& path, const char* part) {
      try {
        loadProject(path);
      } catch (const Error& error) {
        return QString(error.what()).contains(part) && QString(error.what()).contains(QString::fromStdString(path).right(8));
      }
      return false;
    };
    QVERIFY(fails(at("absent.toml"), "does not exist"));
    QVERIFY(fails(folder_.path().toStdString(), "no project.toml"));
    std::ofstream(at("huge.toml")) << std::string(2 << 20, '#');
    QVERIFY(fails(at("huge.toml"), "at most"));
    std::ofstream(at("binary.toml"), std::ios::binary) << std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    QVERIFY(fails(at("binary.toml"), ""));
    std::ofstream(at("latin1.toml"), std::ios::binary) << "[project]\nname = \"caf\xe9\"\n";
    QVERIFY(fails(at("latin1.toml"), ":2:"));
    std::filesystem::create_directories(at("dir.toml"));
    QVERIFY(fails(at("dir.toml"), "no project.toml"));
    QVERIFY(fails("/dev/null", "not a file"));
  }

  void deepFiles_data() {
    QTest::addColumn<QByteArray>("toml");
    QTest::newRow("dotted key") << "a" + QByteArray(".a").repeated(200000) + "=1";
    QTest::newRow("spaced key") << "a" + QByteArray(" . a").repeated(100000) + "=1";
    QTest::newRow("quoted key") << "\"a\"" + QByteArray(".\"a\"").repeated(100000) + "=1";
    QTest::newRow("table header") << "[a" + QByteArray(".a").repeated(200000) + "]";
    QTest::newRow("lists") << "a=" + QByteArray("[").repeated(300000);
    QTest::newRow("closed lists") << "a=" + QByteArray("[").repeated(300000) + QByteArray("]").repeated(300000);
    QTest::newRow("tables") << "a=" + QByteArray("{a=").repeated(200000);
    QTest::newRow("mixed") << "a=" + QByteArray("[{a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=").repeated(20000);
    QTest::newRow("many tables") << [] {
      QByteArray text;
      for (int i = 0; i < 30000; ++i) text += "[[model.layers]]\ntype=\"relu\"\n";
      return text;
    }();
    QTest::newRow("open string") << QByteArray("a=\"\"\"") + QByteArray("x").repeated(500000);
    QTest::newRow("long name") << QByteArray("x").repeated(900000) + "=1";
  }
  void deepFiles() {
    QFETCH(QByteArray, toml);
    const QString message = messageOf(toml.toStdString());
    QVERIFY2(message.startsWith("p.toml"), qPrintable(message.left(300)));
    QVERIFY2(message.size() < 1000, qPrintable(message.left(300)));
  }

  // Random damage to a good file: an Error, or a project; nothing else.
  void mutations() {
    const std::string alphabet = "[]{}=.,\"'#\n\r\t 0123456789eE+-_abcxyz\\u\x01\x7f\x80\xc3\xa9\xff";
    const std::string sample = kSample;
    int refused = 0, accepted = 0;
    QElapsedTimer timer;
    timer.start();
    for (std::uint64_t round = 0; round < 20000 && timer.elapsed() < 10000; ++round) {
      PhiloxStream random(17, round);
      std::string text = sample;
      const std::uint32_t changes = 1 + random.below(6);
      for (std::uint32_t i = 0; i < changes; ++i) {
        const std::size_t place = random.below(static_cast<std::uint32_t>(text.size()));
        switch (random.below(4)) {
          case 0: text[place] = alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))]; break;
          case 1: text.erase(place, random.below(8)); break;
          case 2: text.insert(place, 1 + random.below(3), alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))]); break;
          default: text.insert(place, text.substr(random.below(static_cast<std::uint32_t>(text.size())), random.below(30))); break;
        }
        if (text.empty()) text = "x";
      }
      try {
        const Project project = parseProject(text, "p.toml");
        projectFromJson(toJson(project));
        ++accepted;
      } catch (const Error& error) {
        QVERIFY2(error.kind() == ErrorKind::Input, error.what());
        ++refused;
      }
    }
    QVERIFY(refused > 100 && accepted > 10);
  }
};

QTEST_GUILESS_MAIN(MessagesTest)
#include "messages_test.moc"
