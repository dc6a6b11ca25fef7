#include "core/data/script_guess.h"

#include <iconv.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace stepscope {
namespace {

constexpr std::size_t kLookedAt = std::size_t{1} << 18;  // bytes of lines with characters above ASCII
constexpr std::size_t kMostWords = 20'000;
constexpr double kLeastScore = 0.56, kLeastLead = 0.08;  // for ScriptEncoding::certain: the best guess, its lead (tests/core/data/encodings_test.cpp)
constexpr double kLikely = 0.45;                         // for ScriptEncoding::likely: no text in Latin letters reaches this

struct Script {
  const char* name;   // in a project file
  const char* iconv;  // its name in the C library
  char32_t first, last;
  const std::u32string_view* pairs;
};
struct EastAsian {
  const char* name;
  const char* iconv;
  const std::u32string_view* common;
  bool kana;
};

// If two give the same text, the first one is used.
const std::vector<Script>& scripts() {
  static const std::vector<Script> all = {
      {"cp1251", "CP1251", 0x400, 0x491, &kCyrillicPairs}, {"koi8-r", "KOI8-R", 0x400, 0x491, &kCyrillicPairs},
      {"cp866", "CP866", 0x400, 0x491, &kCyrillicPairs},   {"iso-8859-5", "ISO-8859-5", 0x400, 0x491, &kCyrillicPairs},
      {"cp1253", "CP1253", 0x386, 0x3CE, &kGreekPairs},    {"iso-8859-7", "ISO-8859-7", 0x386, 0x3CE, &kGreekPairs},
      {"cp1255", "CP1255", 0x5B0, 0x5EA, &kHebrewPairs},   {"cp1256", "CP1256", 0x620, 0x652, &kArabicPairs},
      {"cp874", "CP874", 0xE01, 0xE4E, &kThaiPairs},       {"shift_jis", "CP932", 0xFF66, 0xFF9F, &kKanaPairs}};
  return all;
}
const std::vector<EastAsian>& eastAsian() {
  static const std::vector<EastAsian> all = {{"gb18030", "GB18030", &kCommonHanzi, false}, {"gb18030", "GB18030", &kCommonTraditional, false},
                                             {"big5", "BIG5", &kCommonTraditional, false}, {"shift_jis", "CP932", &kCommonKanji, true},
                                             {"euc-jp", "EUC-JP", &kCommonKanji, true},    {"euc-kr", "CP949", &kCommonHangul, false}};
  return all;
}

// The lines with a character above ASCII, up to kLookedAt bytes. `cut` becomes false if the last of them is whole. Lines can be separated before
// decoding, because no character contains the byte of a line end in any of these encodings.
std::string partOf(std::string_view bytes, bool& cut) {
  std::string part;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t end = bytes.find_first_of("\r\n", at);
    const bool last = end == std::string_view::npos;
    if (last) end = bytes.size();
    const std::string_view line = bytes.substr(at, end - at);
    if (std::any_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
      if (part.size() + line.size() > kLookedAt && !part.empty()) {
        cut = false;  // the part ends with a whole line
        return part;
      }
      part += line.substr(0, kLookedAt);
      if (line.size() > kLookedAt) {
        cut = true;
        return part;
      }
      if (last) return part;
      part += '\n';
    }
    at = end + 1;
  }
  cut = false;  // the part ends with a whole line
  return part;
}

// The text of the bytes in this encoding; empty if they are invalid in it.
std::u32string decoded(std::string bytes, const char* encoding, bool cut) {
  iconv_t converter = iconv_open("UTF-32LE", encoding);
  if (converter == reinterpret_cast<iconv_t>(-1)) return {};  // NOLINT(performance-no-int-to-ptr): what POSIX says
  std::u32string result(bytes.size() + 1, U'\0');
  char *in = bytes.data(), *out = reinterpret_cast<char*>(result.data());
  std::size_t left = bytes.size(), room = result.size() * sizeof(char32_t);
  bool good = iconv(converter, &in, &left, &out, &room) != static_cast<std::size_t>(-1) || (cut && errno == EINVAL);
  if (good && left == 0) good = iconv(converter, nullptr, nullptr, &out, &room) != static_cast<std::size_t>(-1);
  iconv_close(converter);
  if (!good) return {};
  result.resize(result.size() - room / sizeof(char32_t));
  return result;
}

// Lower case, and Greek without accents.
char32_t plain(char32_t c) {
  if (c >= 0x410 && c <= 0x42F) return c + 0x20;
  if (c >= 0x400 && c <= 0x40F) return c + 0x50;
  if (c == 0x490) return 0x491;
  constexpr std::u32string_view kAccented = U"άέήίόύώϊϋΐΰΆΈΉΊΌΎΏΪΫ", kPlain = U"αεηιουωιυιυαεηιουωιυ";
  if (const std::size_t at = c >= 0x386 && c <= 0x3CE ? kAccented.find(c) : std::u32string_view::npos; at != std::u32string_view::npos)
    return kPlain[at];
  return c >= 0x391 && c <= 0x3A9 ? c + 0x20 : c;
}

bool isLatin(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

// The weight of each pair: from 1 for the most common one down to 0.3.
const std::unordered_map<std::uint64_t, double>& weightsOf(const std::u32string_view& pairs) {
  static const auto all = [] {
    std::unordered_map<const std::u32string_view*, std::unordered_map<std::uint64_t, double>> maps;
    for (const Script& script : scripts()) {
      auto& weights = maps[script.pairs];
      const std::size_t count = script.pairs->size() / 2;
      for (std::size_t i = 0; i < count; ++i)
        weights[static_cast<std::uint64_t>((*script.pairs)[2 * i]) << 32U | (*script.pairs)[2 * i + 1]] =
            1 - 0.7 * static_cast<double>(i) / static_cast<double>(count);
    }
    return maps;
  }();
  return all.at(&pairs);
}

// The mean weight of the pairs of adjacent characters in the different words of the text, 0 to 1; other pairs than those of the script count 0.
double scoreOf(const std::u32string& text, const Script& script) {
  const auto& weights = weightsOf(*script.pairs);
  std::unordered_set<std::u32string> words;
  double score = 0, pairs = 0;
  const auto isLetter = [&](char32_t c) { return c >= script.first && c <= script.last; };
  for (std::size_t at = 0; at < text.size() && words.size() < kMostWords;) {
    if (text[at] < 0x80) {
      ++at;
      continue;
    }
    std::size_t end = at, others = 0;
    while (end < text.size() && text[end] >= 0x80) others += isLetter(text[end++]) ? 0 : 1;
    std::u32string word = text.substr(at, end - at);
    const bool glued = (at > 0 && isLatin(text[at - 1])) || (end < text.size() && isLatin(text[end]));
    at = end;
    if (!words.insert(word).second) continue;
    if (word.size() == 1 || others == word.size()) continue;  // single letters are words in many languages
    char32_t before = U' ';
    for (const char32_t c : word + U' ') {
      const char32_t small = plain(c);
      const bool fits = !glued && (c == U' ' || isLetter(c));
      pairs += 1;
      const auto found = weights.find(static_cast<std::uint64_t>(before) << 32U | small);
      if (fits && found != weights.end()) score += found->second;
      before = small;
    }
  }
  return pairs > 0 ? score / pairs : 0;
}

// The fraction of the characters in the different words of the text that are common in the language.
double scoreOf(const std::u32string& text, const EastAsian& one) {
  static const auto sets = [] {
    std::unordered_map<const std::u32string_view*, std::unordered_set<char32_t>> all;
    for (const EastAsian& script : eastAsian()) all[script.common].insert(script.common->begin(), script.common->end());
    return all;
  }();
  const std::unordered_set<char32_t>& common = sets.at(one.common);
  std::unordered_set<std::u32string> words;
  double letters = 0, score = 0;
  const auto within = [](char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; };
  for (std::size_t at = 0; at < text.size() && words.size() < kMostWords;) {
    if (text[at] < 0x80) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && text[end] >= 0x80) ++end;
    const std::u32string word = text.substr(at, end - at);
    const bool glued = (at > 0 && isLatin(text[at - 1])) || (end < text.size() && isLatin(text[end]));
    at = end;
    if (!words.insert(word).second) continue;
    for (const char32_t c : word) {
      const bool sign =
          within(c, 0x80, 0xBF) || within(c, 0x2010, 0x22FF) || within(c, 0x2500, 0x26FF) || within(c, 0x3000, 0x303F) || within(c, 0xFF01, 0xFF60);
      if (sign) continue;
      letters += 1;
      const bool kana = within(c, 0x3041, 0x30FE);
      if (!glued && (kana ? one.kana : common.contains(c))) score += 1;
    }
  }
  return letters >= 2 ? score / letters : 0;
}

}  // namespace

std::vector<EncodingGuess> scriptGuesses(std::string_view bytes, bool cut) {
  const std::string part = partOf(bytes, cut);
  std::vector<EncodingGuess> guesses;
  if (part.empty()) return guesses;
  const auto add = [&](const auto& one) {
    std::u32string text = decoded(part, one.iconv, cut);
    if (text.empty()) return;
    const double score = scoreOf(text, one);
    if (score <= 0) return;
    const auto same = std::find_if(guesses.begin(), guesses.end(), [&](const EncodingGuess& guess) { return guess.text == text; });
    if (same == guesses.end()) guesses.push_back({one.name, score, std::move(text)});
    else same->score = std::max(same->score, score);
  };
  for (const Script& script : scripts()) add(script);
  for (const EastAsian& one : eastAsian()) add(one);
  std::stable_sort(guesses.begin(), guesses.end(), [](const EncodingGuess& a, const EncodingGuess& b) { return a.score > b.score; });
  return guesses;
}

ScriptEncoding scriptEncodingOf(std::string_view bytes, bool cut) {
  const std::vector<EncodingGuess> guesses = scriptGuesses(bytes, cut);
  ScriptEncoding result;
  if (guesses.empty()) return result;
  result.certain = guesses[0].score >= kLeastScore && (guesses.size() == 1 || guesses[0].score - guesses[1].score >= kLeastLead);
  result.likely = guesses[0].score >= kLikely;
  result.name = guesses[0].name;
  return result;
}

// Generated once from the word counts of wordfreq 3 (CC BY-SA 4.0; Thai: the Thai National Corpus, from pythainlp; half-width kana: readings of
// pykakasi, GPL 3).
const std::u32string_view kCommonHanzi =
    U"的是一在不人有了我国这为中个大会们他来和年上以要到时对么能你就发可地生家出也说于学后成与过行用日"
    U"多自现都没作下得开经还法动好方而公子事分之民主里政看吗本月所天新业同全定部最其进如前机美那当工关"
    U"实小被但因长样理等什道去些面很心间区内电然力起体只着从并者高加想文问种员重及点将意合产三外由市无"
    U"女已制网第情场名应西代正表真此位题相明资计建利系化期特性度果次给让两通教任比该东活手世提或使她物"
    U"数立认怎知结入更总务话斯统目社展战做设安别信影己受解军司回把保平常见向海变报治台爱品北何接界论组"
    U"件权选府议少它共运车至记又原金身式老路决科联视口处各持站量交万直反南打据基始再快水门十感程导传院"
    U"才放今术强元完号图规改管划亚领际单头二尔需布达队片求非历每书指马广党几太先带游城办球色觉义级师专"
    U"类约集告技团取儿参克史服格候调包请德必拉乐许造确气难吧收证称语山死线示条像流命根则近济京听英士价"
    U"推标举争友干支委四续况准形男望官且走失言备容观华港质案钱查整未费空转较众神商风校字香啊首州料育创"
    U"织却照亲识消研离具算欢哪型注源护连节周即投获音清增供五孩光项张息白构省律声演农究器边步喜局医象写"
    U"除境思赛装谁跟便杀击响职助易版希属住洲巴星企引找试考列罗存须越态群县功纪复超害戏显族维深责值买足"
    U"环模极协花断客警吃王百段验切往早终另远够独精习营括革岁曾评随例黑错继米林预玩故份速闻效致火妈阿呢"
    U"拿兰采热房病户限艺严仅录江势控察满优兴绝土施宣武止负尼谢食简叫欧画古母低帮留积志虽朋否令读伤夫眼"
    U"置播底域频派居监飞晚策卡尽刚讲苏股谈送诉河密落半念剧村依湾印哥破编待初双防普围批愿红轻承青免室范"
    U"修压石状排率险福父适担六角层判卫财占园络奖阳执假席仍突测班旅升配停似笑审歌般铁换银均千养博威富微"
    U"黄移罪票岛择奇紧韩久抗汉副犯亿波乎八款甚检馆油著差斗销购救坚讨庭镇药景店章陆介益纳朝宝俄述央素哈"
    U"脑拍互乡按坏兵怕核善酒激细拥街卖载钟临享释背婚伊血充货您龙攻降射恶危略败奥弹付帝毛刻某减冲输永媒"
    U"秘遇靠答座典码征访筑短析训胜疗温弟异阶劳退穿束倒七航姐夜云厂疑词九藏毒额左楼牌补杂亡康材健练盟妇"
    U"沙届课乱软板索追湖暴融登售困圣授误梦缺督操味顾页遗礼签遭枪私牙吸础毕封币宗露讯稳宁辑恐托努曲李块"
    U"爆灵守余右怀亦伦季烈衣舞皇草坐若扩幸逐序迎址竟午妹禁肯澳搞脸鲜亮苦船概贵附趣摄库跑鱼轮顿翻良旧狗"
    U"急寻套综掉顺童迫庆丽木春吉脱竞虑架呼端违含皮堂怪尚抓汽挥归骗诺肉招探培睡献针饭敢";

const std::u32string_view kCommonTraditional =
    U"的是一在不人有了我國這為中個大們他會和來年上以要到時對麼你能就出可地生也說家於發後學與成過行用日"
    U"多自現都沒作下得開還經動法好方而公事分子民主政嗎之月看所本定新天業最同全其部進如那前當機美關實工"
    U"被但裡著因樣等長什理小些去很道體者面間然資心內力電起從想問種並只員重高及加將區點產合由網外意已女"
    U"三文無情市第場名應正位題此真表相使計西代影建次果期讓給度明利結化兩該教任物性或立特她比活怎提世認"
    U"東更手知入路總制別話做務統社戰展己受解把司安式軍常見向變設平數保治報何選片斯回愛品論界議海組它府"
    U"北權又少記至臺共原決專目身車各處站老直程始反運再件金快科接交口際量案萬基感今南傳導才通元聯完放院"
    U"門規強改術號劃領需水管打系單十求圖亞告每非指達歷義隊信頭黨廣二覺辦先書幾帶視太球約據師色取料城技"
    U"候集請團馬許必服史兒參包確格造遊吧調示稱線樂證難收類則級死近訊條命爾語根濟聽氣流京克推士價像舉英"
    U"爭友德拉況續支標男且持委形望山連質失走容整官裝言較港群觀啊透錢未眾字轉卻四校費空商首香育華織哪研"
    U"查歡增照親識神離型算即風護州具孩準供創投源節獲演構究律音省農邊除引喜誰跟寫步境清響便張醫助殺器洲"
    U"企職屬白思找賽光住列備五易希須版擊考試態害顯功越紀星戲存超責象注買巴族聲模值援深足局幹維協極吃斷"
    U"警段另夠驗羅終早往效括宣切習獨革曾遠隨歲評營例釋精繼預錯消環份呢客玩媽佈故置拿速聞係花百僅嚴王控"
    U"黑勢採限致藝米房域簡察病畫火止絕熱負滿叫錄林施謝興朋蘭否雖土幫落積執母低留食令里傷歐播讀優江策底"
    U"晚監居武派製古訴眼講剛股談送飛依阿灣待縣劇項密願圍印批念破哥村編初承半夫輕免週尼蘇防擔父險排適狀"
    U"修室雙範壓普階判財仍河佔青突席檢率層測紅卡假角似福旅般獎停息衛均園配笑升擇班換歌六移石乎甚介罪緊"
    U"久副養銀犯微韓抗億富復威審票討堅款充購差館陽鐵庭救銷島漢益述奇陸章俄景鬥店千鎮朝央黃波拍按藥油怕"
    U"壞擁腦鄉寶享戶素您八善賣街核攻婚博載瞭降敗哈某危射臨細付刻靠兵貨秘略座遇媒減酒答析碼激輸築背療彈"
    U"永訪典帝弟訓束穿周納啟血毛退勝伊姐異疑倒志衝尋溫勞布惡額亡屆奧材短雜左夜盟婦練航廠詞毒絡補牌追困"
    U"授健融暴鐘藏樓督售課龍誤缺登亂軟頁夢礎套顧康遺味遭畢七幣雲輯恐吸亦穩儘努湖操私牙禮露爆槍聖封擴竟"
    U"沙逐檔址烈迎九午徵季搞懷右澳肯宗妹守衣皇若禁互鮮臉攝曲趣舞亮靈迫綜跑塊附慮呼競尚坐違貴翻苦倫掉草"
    U"寧餘童狗騙概抓舊含揮慶船幸急盡脫怪順培複睡既敢汽架謂啦良端輪探智獻避招頓炸漸歸驚";

const std::u32string_view kCommonKanji =
    U"人日大本出見一分時事中言思年行間気生自方上会子今前者的入月手国作合来何女全最無場動用目後発学話定"
    U"当理高感性部地回新画使下実私物体知通力家同名対度業良多持開代金意内長関変所数戦要外社以取化明現食"
    U"法結心世不好成俺楽味考能小立機書初面期少様田付違先員車山市解問連報近安番記加公売仕神教界特主表信"
    U"東品電聞選終題悪必正二強男続真死道料決語他可野確文相美情水向切愛身受円集別始達彼元在活買着重三引"
    U"位過有次海保経送点原利調制万白式第屋限設民直起待勝組得果店込運色放県指約流予置認読状参京政川応音"
    U"誰口校島系残件産配天平想進常計素優欲由空議説際像風落士止然足単伝映線消早務演声格友係反殺質夫頭葉"
    U"木和飲北乗供治転僕撃登交半広台親夜都個帰共張形録完存価基支願覚増投判王示害念術顔呼態失笑型絶難返"
    U"育構容命朝告再写権試追影等検観量備号工週太軍探義装緒断光曲企住種収器町論験査石歳営古西君任役土周"
    U"字護職病段婚技奴嫌院版視超注毎歌普十速望母資花非側馬値更団歩園魔載区村求象氏飛未急効離規済福科製"
    U"師族提例割働移撮黒証細居警英丈休球低負満介率識類室米父駅火異攻接改統官訳程争頃去井隊復深藤派医展"
    U"総造抜助門寝研皆与星比赤突了岡為催故処守打頼除千局換座専編建管施敵察興府宮減若差破客漫準怖走阪販"
    U"案服精簡援域忘許降費況南両夢防倒究似商末薬各武党曜我壊習協青罪首痛恋路戻郎評谷修夏史肉導苦松館幸"
    U"横歴遊被逃極枚響図帯熱激退材含策独弾兵遠巻条軽沢適囲渡勢答春描般銀姿階具犯絵申根詳境遅久御危絡便"
    U"振崎担右越旅療焼血険仲温寄払挙戸環酒娘印労司賞希城頂佐兄捕爆韓領逆射敗紙弁左街辺級健香脱談橋芸雑"
    U"冷替倍余給疑毛散聴船障困昔補整頑昨茶密監裏森掛衛丸紹及恐謝模四貴州波息祭舞端将株覧髪触犬圧迎乳押"
    U"因席布児背玉途練属板晴責税秋鉄索秘標震症妻宅腹従禁織艦算奈暴傷継遺裁礼百扱並怒届眠弟推隠略積短額"
    U"喜惑複避闘弱携鹿雨景功宿亡迷盛乱吉省五駄宇刑浜脳染財稼静悲掲源操嬉博卒片列巨徒庫創猫救凄嘘吸授鳥"
    U"滅納姉志疲災八互暗洗誘草抗稿課択採誌純劇致洋富池固驚麗筋勤契飯順聖輪角混誕勉怪陽捨令泉競徴沖留築"
    U"秒典仮瞬募江測厳委齢億節甘永縄抱損跡衣拠充麻華講妹坂借票閉陸停港尾剣督浮否酸既奥康堂骨辞養刻裕伊"
    U"老快宣憶壁清婦宙購拡層午庭箱泣里称己汚盤菜雪刺依章岩則悩油紀豊折請狙束候律荷昼慢繋燃籍魚廃吹鮮善"
    U"著辛才照貰訪津綺歯詰寺暮誤訴液慣幼益植旧宝耳延恵維躍露伸底林河祝到群騒倉蔵審繰農";

const std::u32string_view kCommonHangul =
    U"이다는에하고가을지의로서은아한어도기사니있를나해리시그요인들자일게대라으스수만보제면정주전부여거"
    U"과장했상안마구었데오야내원우신적것성국되세위와무할동생소트드모미진문중말화공까러비습간없분조저입"
    U"개터유계치월같경회선년때연실바음관용더명학네영교당작좋방려않합래발건된단재며각운금람행남물알차등"
    U"통번르던두타후프겠체크랑식히너산역버임호포예결반잘님함심속업본레파직디감처런카못노았군받배매출양"
    U"표피살든현많른법달난집민설였최형또불력키천걸강날울테싶청루종언약애코점워토추준께질외근태올참격렇"
    U"름친초늘권온린따록목복새료편능열판별맞변메머티항필왜술누절확느특먹줄평씨럼브길급란돌박증송손뭐죽"
    U"독죠좀즈론활막찾존곳될순환페품투얼향냐석봐및잡병광왔혼담져엔족볼짜글령책플녀완승축베육립총갈망쪽"
    U"색백악북접앞긴커험끝쓰빠블류범침됐검힘응림김황희눈엄냥벌련창억움패겨클졌충뒤채릴케째셨왕첫견놓규"
    U"협츠취렸끼션슨답럽뉴삼퍼폭획락써착찰큰돼팀잠밀닌돈량극봤쳐택랜뿐밤귀몇몰넘먼떤십놀쟁둘탄났줘떻허"
    U"셔죄밖철얘쿠떠램캐갖굴갔탈듯혹뜻높몸잖슬센곡널켜링싸빨싫측릭웃갑홍농틀떨골쉬넷념득탁맛혀팔찬홈꺼"
    U"깨녕꾸례휴효벽듣폰풀얻찮징엘뭔찍논짓괜익텐믿암욕읽큼맨꿈즐꼭웨쇼넣벤붙콘봉풍숨팅숙솔층앨염델궁컴"
    U"멋슈액척괴압맡밝겁률템폐곤앙빈덕됩율뮤싱딸잔렌옷뛰겼끌빌헤콜텔삶빛컬퇴흥랐헌냈쳤객칠혁훈엇좌롭씀"
    U"컨즘즉멀씩맥턴늦꽃롯낮칭웠룹팬젠낸쉽털놈혈픽럴킹벨닥킨쁜딱핵낌빼걱균똑웹줬촬짐킬흔퓨몬쁘앉칼곧쓸"
    U"홀땅샤뷰캠쯤칙앤므픈섹끔잊졸옥짝랍푸닐튼혜랙밥딩낼략녹옆녁즌핑흐폴랬벗깐탕맘잃쩌섬뭘뜨탑춘슴멤탐"
    U"깊튜꼬켰밌윤묻켓촌휘렉콩쥐됨끄셀겸틴섭렴슷섯촉찌뇌납혔핀";

const std::u32string_view kCyrillicPairs =
    U"а и е о  н в с пнастто дя в ра тнита кно око з мпороен инепровват у атка"
    U"реанотгозатей ти блиерм даор рриосвоалі ь итодол уогвиетомдоавмадеселе ч"
    U"инакла г акимеонвемооб ек арчетьс лоасльелтрх едн есскмидиамисимияемсиз "
    U" яжеилазнн лнявіикадбонікройтвпеизд гаивслокю  ісясоы рувсднсалячал иеий"
    U" щсьожкупаихныекідмущочитур  цспятщеичякцебу хькнтциезбеходуейзнайвнівї "
    U"шегрочудопну жозукбиьнегутсвирбаевці фктінрінсусбрпиабтнснчнміжилі эоеап"
    U"блуврнлюртзичтлуісачзвидурбыілулшивыацучагтісъиигикіицдрвлърійсуахвражжн"
    U"піклряашэтаяжамнечьсдлє дітсплужупйсебньаеежумаюдвзооїрс шсінкглютигаїжд"
    U"їнітсслнндоийнг пуямояешвъздыхепіїхаыйткрмугтятывушааєрысмещыеоющиквуюж "
    U"б явбілкылубош йфокефидснцбървгергиоянишксълщаащзуунйозейтецгуьозмкъвтее"
    U"ізчомыш чуехцаікчкмпджымохіяьшфевясрзрвктъркпъибшоюдофъмипиагддяядржътощ"
    U"рддкялоц";

const std::u32string_view kGreekPairs =
    U"α  τσ ι ο τοουν  ε ση ει π κ α μκααιτηιαε ναταπου στ οανμεησασιστι δ νμα"
    U"ικενεσοσραονερτεροριην γατσεοι ηινκοπααπαλγιιοωνμοαρυσνενολολελαυνδεδιολ"
    U"ετσηρε θντπρωσπεοτελω ορυτπιλιθεομεπληλλημνισατωκεμι χθασυχεσι βσοκηητεχ"
    U"τρευρωακαυυμ φοπ λαγνηιταμυρεκιδμηυπμπγογααθγεωρνωβακιαφ υρηαδιμφοεγογδο"
    U"ιεκρ ιχοχρδηηρχασμργπωιλξειωσκεμπλφαλυθηιρωτυλοκδαχωοχχιιχεξκτσωρχζειπφε"
    U"αζδυεδοδπηηκγρκλιζτυυγκυηλγωβοφι ωιγβρσχαξγκηγλω ξηθδρεφυχ ζ ρχηωπγηοφεα"
    U"βεδωτσωμεωπταβμμζοφωσπκωγμθοεοξηυθυοφηεθσσρτκ νδρνζωαχθρρκμββλφυνθρυ";

const std::u32string_view kHebrewPairs =
    U" הה ת ם  א ל בי  מ של ותיםר ו ן א  ע וני כשללייו יריאתורביאולאהיולד רולה"
    U"נומויייתך איעלמי נהולושיב בריהדיוא חודבוהמתיובמהיש רשוירעוש  זכל תזהאלשה"
    U"משונק חוראילתוינ פנהוןקואנומיןכו קחישרדוע  גיד דמרפיאחעי סהאכירהפרושוםלמ"
    U"מתוייאסיפוועבלהרבעיבבההשוהשנהתח באיקקרף טושאתהקיחרגימעצישבבמרבהבופסוווטי"
    U"וקאממאתררתשמבתוחעםהחהעט אשימוכאבוסארס יעמדחדצוהםדריכמצ צמנלבוצגומקאהלכהג"
    U"לתערספ טזומחהפמסבנהכיחבדחלבששתעבדהעדלחלפתחיפכמוגיסהננתלקהסאםגםהקלערקלשיט"
    U"ללכנץ הלצרעשרגבחמלחבעתממהזגדנשרכדביצלדטרלךז כתפהחתיךהצכבהדמכפעלנג מבדעפנ"
    U"קבצאלםפשתקבכפתכןנסההקשמןוטגרעהזרכהאזחשתנשעעצגלתמרחשפבקוזקהאפשםזיעמכשכררש"
    U"כאתםמפשכנגרךבסאדרדגבנחרט";

const std::u32string_view kArabicPairs =
    U"ال اة ن  ما ي  ول  أ ف لم  بلمر  عمنفيت لاى د  ته ماان ييةواعللياتلىين ك"
    U"ب و ناارريرايا إلتولأن هك ع هابااملكلأير حبيديلعني قون سعالل نكامعابء قا"
    U"ميس لسق ف دالحلويدوموررةاسسيادلهلقاء جعننتستنهسامرلبلنملعدتيإلمويلذاكليو"
    U" شهذهميم رلداعبعائتملف دقددةبرويحددولةيقيهمستححيلجكنحاعمترروربجاأوهويعيس"
    U"وقاحعر ختومةتعشرمتايتايتتهح لشلإبلأمقيكواقافركمدعيفالرقو صنوودتقسللذيكدر"
    U"جمدمإنض مححتث عةسبوعكرشاوبكيكمبدوتاجبنخلذيج فرسمذهمكعبوجنسأيهيلصحمطاوساك"
    U"ط ضابهجدتبلخوفتليفسونداهمجيبقةرجخاخرز  ذأسصابة طزيحرقرقللطبوذلصلنةشيكترف"
    U"قتوهغيجلقبرساوجي غصومهعورتنفاصتنجوتكئيطرأحبحأختخعتحقص فةصرمشزاهرأكرهفقلغ"
    U"تفجرتصثليحهنوكسركثوأتجتس";

const std::u32string_view kThaiPairs =
    U"น  เง า  ก่  ท แ้ ก  ไะ ย  คม ่าอง ส อ มร  ใี่าร"
    U" จอ  ตทีบ  หกา น ขี ้าด  ร่อางระ ปายันว  วามมา พ"
    U"เป็นแลือด้์ ับาน้ออย่ง้น ดื่ป็ากม่ราขอในละว่ังปร"
    U"ใหียั้ไมมี ผ บได โกัต่ห้จะรั ชวาหนนัควเรป อน ล ย"
    U"้วกรไปักก็ู้รืนีำ ินจ ่นครเข ถอกี้เพิดนาล เหล้้ง"
    U"ข้กลหล็ หมลั่วน้จาอาลาาวพรแตเกต้ทำหรตัู่ิ เลตรมื"
    U"ริ ๆๆ ติรรย่หาวยคนัวยาสาเดผูวัเสตาภาเอรีดีล่ึง ซ"
    U"ขาึ่เมวิสัเทัดรมทัยูกิอบชาต วนช่ทาิ่ะเรูร้งามัสิ"
    U"บาั่ใจรงยงาะ ภอมยนส่เชใชสีจันิกษพื่มิตโดยับัณ เจ"
    U"ร์ยวึ้คุิงสมช้ึกัญขึปลูกู ัยบรัตดยรอก่ลงเคงคงกดั"
    U"่ยพ ถึน่รณุดออพิดินทาตาชทยิกทรซึุ่วงศ ืุ้ก ฉคืนอ"
    U"กวสุสน ศสำีกท่อีวกสรผลบบท นึเนจุ้ณร่ย์ค เวอดรวชน"
    U"แกไรค่าจลืทุาดาทยกุ พัิจ้ำษาาพว้อังเคลหวนตส ำนธิ"
    U"ชีลี งบ้ฉัแบห็หญจำาสญ ลิณะะทแหะกสอนุกำาคปัแมวมผม"
    U"จรมอตอำเรถไทาลนเณ์คำสูลอลยคิ";

const std::u32string_view kKanaPairs =
    U"ﾞ  ﾃ ｶｲ  ﾀﾝ ﾉ  ﾉ ｼｳ  ﾊ ﾆ ﾅｶﾞﾃﾞﾃ ﾆ ﾙ  ﾄｼ  ｲﾄ ﾀ ﾊ "
    U"ﾀﾞｼﾞ ｺ ｦｦ ｸ  ｱ ﾏ ﾓ ｵｯ ｶ ｮｳｷ ﾗ ﾞﾝｽ ﾚ ﾄﾞ ｻ ｷ ｽﾓ ﾅ "
    U" ﾖﾘ ﾂ  ｿ ｹﾅｲ ｾﾞｲ ﾎﾁ  ﾌﾊﾞ ｳ ｸ ﾁｼｮ ﾔｶﾝｴ  ﾈｶｲｭｳ ﾝｶﾗ"
    U" ﾚ ﾋﾌﾞ ﾂﾀｲﾞｳｰ ﾞｮｺｳﾞｽ ﾜｺﾞ ﾐｾｲｻ ﾒ ｺﾄﾖ ｼｭｹ ﾏ ｽﾙﾖｳｹﾞ"
    U"ｷﾞﾞｯﾏｽﾛ  ｴｻｲﾆﾝﾈ ｿｳｽﾞﾝｼｲﾙ ﾍｹﾝｲｼﾄｳｳｼｺ ﾐ ﾞｷｷｮﾞｼｼﾝｱﾙ"
    U"ｬ ﾔ ﾞｸ ﾗﾃﾙﾎｳﾜ ﾅｶﾋﾞﾝﾄﾞﾂｾﾞｸﾞﾍﾞｯﾃｻﾝｮ ﾓﾉ ﾘｾ  ﾒﾗｲｾﾝﾝｶ"
    U"ｶｯｯﾄｹｲｲｯｵ ﾁｮｻﾞﾞﾙﾎﾞｲｲﾏｼｵﾓﾞｰﾈﾝﾊﾟﾞｬﾌﾟｼｬﾑ  ｯﾘｮｿﾞﾞｭｲｶ"
    U"ｲｳﾆﾁｲﾝﾚﾙﾎﾟｱ ｳｶﾃｲﾞｶﾝﾅﾞｹ ﾑｶｸﾞﾗﾀﾗﾅｯｲｷﾃｷｺﾝｮｸｲﾁﾎﾝﾝﾀｺﾚ"
    U" ﾕｺﾉﾁｬｼｲﾞﾛｼﾃﾟﾝｿﾉｹﾄﾞﾓｷﾝﾃﾝﾅﾝｲﾄﾟ ｱｲｰﾄｱﾘﾝｺﾓｳﾀｼﾊﾝﾅﾙﾅｼ"
    U"ﾓｯｴﾝﾞﾄﾄｼｿﾚﾅﾆﾝｾﾅﾗﾒｲﾞﾚﾝｷｵｵﾕｳﾝﾃﾄｷｯｸﾂｶﾞｻｳｷﾅｸﾞﾘｲﾀﾄｲｷｭ"
    U"ｱｯﾁｭｼｶｳﾘﾏﾃﾏｴｳｺﾜﾀﾀﾒｲｺｭﾂｯｼｸﾗﾏﾀｽｷﾜｶｴｲﾁｶ ﾛｺﾛｺｸｸｼﾏﾝﾞﾒ"
    U"ﾀｶｶｼﾄｺｲﾏﾞﾀｻｸﾊﾅｸﾚﾂｲｳｲﾗﾚﾓﾝﾝｻﾔｯｯｶｯﾎﾉｳｲｴﾞﾌｲｻｲﾃﾏｯﾝｹﾝﾊ"
    U"ﾆｯﾀﾝﾝｸｳｹｸﾙｲｸｰｽﾅﾄｶﾜｱﾝｲｹﾀｸﾟｰﾔｸｴﾙﾘｶﾒﾝｳﾄｵｲｸﾀｰﾙﾀﾀﾚﾝﾗﾝ"
    U"ｬｸｶｴｹｯﾏｲﾅﾘﾖﾘｽﾄﾚｲﾄｸﾍ ﾘｰｼｷｱﾀﾏｾｿﾝﾋﾟﾉﾃｶﾀﾀﾘｯｯﾀｰｯｺｷﾙﾓﾄ"
    U"ｳﾀｵﾝｵﾚﾌ ｵﾄｵｸｬﾝﾞｴﾄｶｳﾁｲﾌﾌｸﾍﾝｳｴｾﾂﾆｭｽｺﾊｲｼﾏｸﾘｳｾﾊｼｵｷｳｿ"
    U"ﾐﾝﾄﾓｶﾘﾄﾘﾂｸｳﾎｲｾｲﾂｭ ﾝﾌｳﾝ ｰｰﾑﾀﾁｺｺﾂﾞﾗｼｯﾊｰｼｿ ﾂｹｯﾀﾞｺｵｳ"
    U"ｲﾜﾋｮｷｬｽｸｳｻﾖｸﾌﾝｯｷｵﾘﾞｱｶｶﾂﾖﾊｯﾂｷﾊﾂﾝｽｲｽｸﾆﾖｲｲﾛﾟｲｯﾌｺｼｶｹ"
    U"ｶﾓｯﾁｶﾂｸｾｼﾀﾂｳﾋﾄｲﾔﾜｲﾙｲﾉﾁﾎｼｷｶﾞﾃｳﾆｭｰｽｲｼﾂﾝﾘﾛｸﾝｿｻｶｼﾛﾘｱ"
    U"ｲﾚﾍﾟｳﾌｲﾘﾞﾁﾗｸｽﾃﾏﾁｹﾙｽﾀﾐﾀﾗｯｼﾖﾀﾏｸｻﾆﾖﾋ ｿｸﾎｶﾉｼｶｽﾛﾝｻﾏﾝﾁ"
    U"ｾｷｻﾂﾘﾝﾓﾁｶﾙｼｯｾｯﾞﾜｵｶﾋﾝｭﾝﾞﾏｼｺｶﾚﾄｯｲｿｮｯﾓｲｼｸｶﾉﾜﾘｱﾅｧ ｶﾅ"
    U"ﾜﾙｷｼﾋﾂｻｷｵｼｸｽﾏﾘﾎﾄｲﾊｱｶｶﾐﾞﾐｼﾗｱｼｮﾝﾘﾂﾂﾂﾔﾏﾝｲｱﾚ";

}  // namespace stepscope
