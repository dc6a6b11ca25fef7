#include <QtTest>

#include "core/base/error.h"
#include "core/graph/attribute_types.h"
#include "core/graph/node_keys.h"
#include "core/graph/op.h"

using namespace stepscope;

// A node cannot stand where a value is wanted, nor be compared with one.
template <class A, class B>
concept ComparableWith = requires(A a, B b) {
  a == b;
};
template <class A, class B>
concept OrderedWith = requires(A a, B b) {
  a < b;
};
static_assert(!std::is_constructible_v<ValueId, NodeId> && !std::is_assignable_v<NodeId&, ValueId>);
static_assert(!ComparableWith<ValueId, NodeId> && !OrderedWith<NodeId, ValueId>);
static_assert(ComparableWith<ValueId, None> && ComparableWith<NodeId, std::size_t> && OrderedWith<NodeId, NodeId>);
static_assert(ValueId(kNone) == -1 && NodeId(3) > 2 && NodeId(kNone) < std::size_t{0} && std::is_trivially_copyable_v<ValueId>);

class GraphTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesAreUnique() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 3});
    const ValueId a = g.add("relu", {x}, {}, "block.relu"), b = g.add("relu", {a}, {}, "block.relu");
    QCOMPARE(std::string(g.nameOf(a)), std::string("block.relu.relu"));
    QVERIFY(g.nameOf(a) != g.nameOf(b));
    QCOMPARE(g.find("block.relu.relu"), a);
    QCOMPARE(g.find(g.nameOf(b)), b);
    QCOMPARE(g.find("nothing"), kNone);
  }

  void layersOfOneNameAreRefused() {
    Graph g;
    g.addPersistent(Role::Parameter, "fc.weight", DType::F32, {2, 3}, {});
    QVERIFY_EXCEPTION_THROWN(g.addPersistent(Role::Parameter, "fc.weight", DType::F32, {2, 3}, {}), Error);
  }

  // Keys outlive nodes that come between, and tell nodes of one layer apart.
  void keysOfNodes() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 3});
    const ValueId a = g.add("relu", {x}, {}, "block"), b = g.add("relu", {a}, {}, "block");
    g.add("relu", {b}, {}, "block", Phase::Recompute);
    const std::vector<NodeKey> keys = nodeKeys(g);
    QCOMPARE(keys.size(), std::size_t{3});
    QVERIFY(keys[0] == (NodeKey{"block", "relu", "forward", 0}));
    QVERIFY(keys[1] == (NodeKey{"block", "relu", "forward", 1}));
    QVERIFY(keys[2] == (NodeKey{"block", "relu", "recompute", 0}));
    QVERIFY(keys[0] < keys[1] && std::hash<NodeKey>()(keys[0]) != std::hash<NodeKey>()(keys[1]));
    QCOMPARE(toString(keys[1]), std::string("block relu forward #1"));
    Graph more;
    const ValueId y = more.addInput("x", DType::F32, {2, 3});
    const ValueId cast = more.add("cast", {y}, {{"to", std::string("bf16")}}, "block");
    more.add("relu", {more.add("relu", {cast}, {}, "block")}, {}, "block");
    QVERIFY(nodeKeys(more)[2] == keys[1]);
  }

  void bytesAndRoles() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 3, 4, 4});
    QCOMPARE(g.value(x).bytes, std::int64_t{2 * 3 * 16 * 4});
    const NodeId pool = g.addNode("max_pool2d", {x}, {{"kernel", Shape{2, 2}}, {"stride", Shape{2, 2}}, {"padding", Shape{0, 0}}}, "pool");
    QCOMPARE(g.value(g.node(pool).outputs[0]).role, Role::Activation);
    QCOMPARE(g.value(g.node(pool).outputs[1]).role, Role::Workspace);
    QCOMPARE(g.value(g.node(pool).outputs[1]).bytes, std::int64_t{2 * 3 * 4});
  }

  void tooLargeATensorIsRefused() {
    Graph g;
    QVERIFY_EXCEPTION_THROWN(g.addInput("x", DType::F32, {1 << 30, 1 << 30}), Error);
    QVERIFY_EXCEPTION_THROWN(g.addInput("x", DType::F32, {1 << 30, 1 << 30, 1 << 30}), Error);
    QVERIFY_EXCEPTION_THROWN(g.addInput("x", DType::F32, {-1}), Error);
  }

  void viewsShareStorage() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 3, 4});
    const ValueId flat = g.add("reshape", {x}, {{"shape", Shape{2, 12}}}, "flatten");
    const ValueId again = g.add("reshape", {flat}, {{"shape", Shape{24}}}, "flatten");
    QCOMPARE(g.storageOf(again), x);
    const auto readers = g.consumers();
    QCOMPARE(readers[x].size(), std::size_t{1});
    QCOMPARE(readers[again].size(), std::size_t{0});
  }

  void reorderKeepsMeaning() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 3});
    const ValueId a = g.add("relu", {x}, {}, "a"), b = g.add("relu", {x}, {}, "b"), c = g.add("add", {a, b}, {}, "c");
    g.reorder({1, 0, 2});
    g.verify();
    QCOMPARE(g.node(0).scope, std::string("b"));
    QCOMPARE(g.value(a).producer, NodeId{1});
    QCOMPARE(g.value(c).producer, NodeId{2});
    g.reorder({2, 0, 1});
    QVERIFY_EXCEPTION_THROWN(g.verify(), Error);  // c before its operands
    QVERIFY_EXCEPTION_THROWN(g.reorder({0, 0, 1}), Error);
  }

  void verifySeesAWrongType() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 3});
    const ValueId y = g.add("relu", {x}, {}, "a");
    g.verify();
    g.value(y).shape = {3, 2};
    QVERIFY_EXCEPTION_THROWN(g.verify(), Error);
  }

  void rawNodesKeepTheirOwnTypes() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 3});
    Node node;
    node.op = &opNamed("relu");
    node.inputs = {x};
    node.scope = "relu";
    const NodeId id = g.addRawNode(node, {{DType::F32, {2, 3}}, {DType::U8, {64}}}, Role::Workspace);
    QCOMPARE(g.node(id).outputs.size(), std::size_t{2});
    g.verify();
  }

  // A misspelt attribute would read as absent, a flag as false.
  void attributesOfNoOpAreRefused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("flag");
    QTest::addColumn<QString>("said");
    QTest::newRow("misspelt") << "rleu" << true << "the op add has no attribute rleu";
    QTest::newRow("of another op") << "nesterov" << true << "the op add has no attribute nesterov";
    QTest::newRow("of another type") << "relu" << false << "the attribute relu of the op add is 1, not true or false";
  }
  void attributesOfNoOpAreRefused() {
    QFETCH(QString, name);
    QFETCH(bool, flag);
    QFETCH(QString, said);
    const Attributes attrs{{name.toStdString(), flag ? Attribute(true) : Attribute(std::int64_t{1})}};
    Graph graph;
    const ValueId x = graph.addInput("x", DType::F32, {2}), y = graph.addInput("y", DType::F32, {2});
    const auto refusal = [&](const auto& work) {
      try {
        work();
      } catch (const Error& error) {
        return QString::fromStdString(error.what());
      }
      return QString();
    };
    const QString added = refusal([&] { graph.add("add", {x, y}, attrs, "layer1"); });
    QVERIFY2(added.contains(said) && added.contains("layer1"), qPrintable(added));
    // Nor may a pass set it behind the graph's back.
    const NodeId node = graph.addNode("add", {x, y}, {{"relu", false}}, "layer1");
    graph.verify();
    graph.node(node).attrs = attrs;
    const QString verified = refusal([&] { graph.verify(); });
    QVERIFY2(verified.contains(said), qPrintable(verified));
  }
  void everyListedAttributeHasAType() {
    std::vector<const OpDef*> ops = allOps();
    const std::vector<const OpDef*> fused = fusedOps();
    ops.insert(ops.end(), fused.begin(), fused.end());
    for (const OpDef* op : ops)
      for (const QString& name : QString::fromUtf8(op->attrs.data(), static_cast<qsizetype>(op->attrs.size())).split(' ', Qt::SkipEmptyParts))
        QVERIFY2(attributeType(name.toStdString()).has_value(), qPrintable(name));
  }

  // A step's graph has no fused ops; in a backend's graph their attributes are checked too.
  void fusedOpsAreMadeByBackends() {
    Graph graph;
    const ValueId x = graph.addInput("x", DType::F32, {2, 3}), w = graph.addInput("w", DType::F32, {4, 3});
    QVERIFY_EXCEPTION_THROWN(graph.addNode("linear_activation", {x, w}, {{"activation", std::string("gelu")}}, "layer1"), Error);
    const auto refusal = [&](const char* op, Attributes attrs) {
      Node node;
      node.op = &opNamed(op);
      node.inputs = {x, w};
      node.attrs = std::move(attrs);
      try {
        graph.addRawNode(std::move(node), {{DType::F32, {2, 4}}}, Role::Activation);
        return QString();
      } catch (const Error& error) {
        return QString::fromStdString(error.what());
      }
    };
    QCOMPARE(refusal("linear_activation", {{"activation", std::string("gelu")}, {"approximate", std::string("tanh")}}), QString());
    QVERIFY(refusal("linear_activation", {{"activation", std::string("silu")}, {"approximate", std::string("tanh")}})
                .contains("linear_activation has no attribute approximate"));
    const Shape reads{1, 0}, writes{0};
    const Attributes chain{{"ops", std::string("clamp+neg")}, {"reads", reads}, {"writes", writes}};
    Attributes given = chain;
    given.set("0.min", -1.0);
    QCOMPARE(refusal("element_chain", given), QString());
    Attributes misspelt = chain;
    misspelt.set("0.minn", -1.0);
    QVERIFY(refusal("element_chain", misspelt).contains("element_chain has no attribute 0.minn"));
    Attributes mistyped = chain;
    mistyped.set("0.min", std::string("low"));
    QVERIFY(refusal("element_chain", mistyped).contains("not a real number"));
    Node node = graph.nodes()[0];
    QCOMPARE(titleOf(node), std::string("linear + gelu"));
  }

  void attributes() {
    const Attributes a{{"axis", std::int64_t{3}}, {"p", 0.5}, {"relu", true}, {"stride", Shape{2, 1}}, {"mode", std::string("floor")}};
    QCOMPARE(a.integer("axis"), std::int64_t{3});
    QCOMPARE(a.integer("dims", 7), std::int64_t{7});
    QVERIFY(a.flag("relu"));
    QVERIFY(!a.flag("residual"));
    QVERIFY(a.integers("stride") == Shape({2, 1}));
    QCOMPARE(a.text("mode"), std::string("floor"));
    QCOMPARE(a.real("p"), 0.5);
    QVERIFY_EXCEPTION_THROWN(a.real("eps"), Error);
    QCOMPARE(toString(a.entries().at("stride")), std::string("[2, 1]"));
    QCOMPARE(toString(a.entries().at("relu")), std::string("true"));
    QCOMPARE(toString(a.entries().at("p")), std::string("0.5"));
    // A name that is misspelt, or read as another type, does not compile: it is looked up in this table.
    static_assert(attributeType("residual") == AttributeType::Flag && !attributeType("residaul") && !attributeType(""));
    static_assert(attributeType("p") == AttributeType::Real && !attributeType("eps max"));
  }
};

QTEST_GUILESS_MAIN(GraphTest)
#include "graph_test.moc"
