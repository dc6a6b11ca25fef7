#include "core/report/html.h"

#include <cstdint>
#include <utility>

#include "core/base/one_line.h"

namespace stepscope::html {
namespace {

// The colours of the program (resources/colors), so that a colour has the same meaning in every view and in reports.
constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--ground:#F4F5F7;--panel:#FFFFFF;--raised:#EEF0F3;--line:#D4D9E0;--text:#1C232D;--dim:#66707F;--accent:#1769D1;--good:#12805C;--warn:#A86400;--bad:#C2381F;
--forward:#4C9BE8;--backward:#E69F00;--recompute:#9D7BD8;--optimizer:#CC79A7;--data:#2FB5A0;--validation:#7FB043;--copies:#8A93A0;--idle:#59616D;
--run0:#E69F00;--run1:#56B4E9;--run2:#009E73;--run3:#CC79A7;--run4:#D55E00;--run5:#0072B2;--run6:#8A93A0}
@media (prefers-color-scheme:dark){:root{--ground:#15181D;--panel:#1C2027;--raised:#252A33;--line:#313844;--text:#DFE4EA;--dim:#8D97A6;--accent:#4C9FFE;--good:#3FB68B;--warn:#E5A43B;--bad:#E5604D}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:14px/1.45 system-ui,"Noto Sans","Noto Sans CJK SC","Noto Sans SC","Microsoft YaHei","PingFang SC","WenQuanYi Micro Hei",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1180px;margin:0 auto;padding:24px}
h1{font-size:22px;margin:0 0 4px}h2{font-size:16px;margin:28px 0 10px}h3{font-size:13px;margin:0 0 8px;font-weight:600}
p{margin:6px 0;max-width:75ch}.dim{color:var(--dim)}
.cards{display:flex;flex-wrap:wrap;gap:10px;margin-top:16px}
.card{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:8px 12px;min-width:130px}
.card b{display:block;font-size:18px;font-weight:600}.card span{color:var(--dim);font-size:12px}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:12px}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:12px;overflow-x:auto}
pre.sample{white-space:pre-wrap;font-size:13px;margin:0}
table{border-collapse:collapse;width:100%;font-size:13px}
th{text-align:left;font-weight:600;color:var(--dim);border-bottom:1px solid var(--line);padding:3px 10px 3px 0}
td{border-bottom:1px solid var(--line);padding:3px 10px 3px 0;vertical-align:top;overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}.num{text-align:right;white-space:nowrap}
svg{display:block;width:100%;height:auto}svg text{fill:var(--dim);font-size:11px}
.legend{display:flex;flex-wrap:wrap;gap:14px;margin-top:6px;font-size:12px;color:var(--dim)}.legend span{min-width:0;overflow-wrap:anywhere}h1,h2,h3,summary,th.legend{overflow-wrap:anywhere}.legend i{display:inline-block;width:14px;height:4px;margin-right:6px;vertical-align:middle}
.good{color:var(--good)}.warn{color:var(--warn)}td.differs{color:var(--accent);font-weight:600}
h1 .dim{font-weight:400;font-size:18px}p.legend{display:block;margin:8px 0 2px}th.legend,td.legend{display:table-cell}
table.confusion td{text-align:right;padding:2px 6px}table.confusion td.right{background:color-mix(in srgb,var(--good) 22%,transparent)}table.confusion td.wrong{background:color-mix(in srgb,var(--warn) 26%,transparent)}
.worst{display:flex;flex-wrap:wrap;gap:12px}.worst div{width:150px;font-size:12px}.worst img{width:96px;height:96px;object-fit:contain;image-rendering:pixelated;display:block}
.finding{border-left:4px solid var(--warn);margin-bottom:8px}details{margin:8px 0}summary{cursor:pointer;color:var(--dim)}
.status-failed{color:var(--bad)}.status-finished{color:var(--good)}.status-stopped,.status-interrupted,.status-unsaved{color:var(--warn)}
@media print{:root{color-scheme:light;--ground:#FFFFFF;--panel:#FFFFFF;--raised:#EEF0F3;--line:#C4CAD2;--text:#000000;--dim:#4A525E;--accent:#1769D1;--good:#12805C;--warn:#8A5200;--bad:#C2381F}
body{background:none;font-size:11px}main{max-width:none;padding:0}.panel,.card,svg,tr{break-inside:avoid}h2{break-after:avoid}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
)";

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8Length(text, i);
    const auto byte = static_cast<std::uint8_t>(text[i]);
    if (length == 0 || (length == 1 && (byte < 0x20 || byte == 0x7F) && byte != '\n' && byte != '\t')) {
      out += "\xEF\xBF\xBD";
      ++i;
      continue;
    }
    if (length > 1) {
      out.append(text.substr(i, length));
    } else {
      switch (text[i]) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += text[i];
      }
    }
    i += length;
  }
  return out;
}

std::string name(std::string_view text) {
  return "<bdi>" + escaped(oneLine(text)) + "</bdi>";
}

std::string table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<table><thead><tr>";
  for (const Column& column : columns) out += (column.numeric ? "<th class=\"num\">" : "<th>") + escaped(column.title) + "</th>";
  out += "</tr></thead><tbody>";
  for (const auto& row : rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += i < columns.size() && columns[i].numeric ? "<td class=\"num\">" : "<td>";
      out += escaped(row[i]) + "</td>";
    }
    out += "</tr>";
  }
  return out + "</tbody></table>\n";
}

std::string facts(const std::vector<std::pair<std::string, std::string>>& rows, std::size_t pairs) {
  std::string out = "<table><tbody>";
  const std::size_t lines = (rows.size() + pairs - 1) / pairs;
  for (std::size_t line = 0; line < lines; ++line) {
    out += "<tr>";
    for (std::size_t at = line; at < rows.size(); at += lines)
      out += "<td class=\"dim\">" + escaped(rows[at].first) + "</td><td>" + escaped(rows[at].second) + "</td>";
    out += "</tr>";
  }
  return out + "</tbody></table>\n";
}

std::string page(std::string_view title, std::string_view body, std::string_view language) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"" + escaped(language) + "\"><head><meta charset=\"utf-8\">";
  out += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>" + escaped(title) + "</title><style>";
  out += kStyle;
  out += "</style></head><body><main>\n";
  out += body;
  return out + "</main></body></html>\n";
}

}  // namespace stepscope::html
