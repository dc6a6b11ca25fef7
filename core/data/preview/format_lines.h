// Shell commands that convert data in other formats to a supported one; {} is the path. They are not translated.
#pragma once

#include <string_view>

namespace stepscope::lines {

#define TO_PNG "python3 -c 'import sys; from PIL import Image; Image.open(sys.argv[1]).convert(\"RGB\").save(sys.argv[1] + \".png\")' {}"
// The end of a Python program in which `d` holds arrays by name: writes the largest one, `x`, and one with a value for each row of `x`, `y`, as CSV.
#define ARRAYS_TO_CSV                                                                                                      \
  "x = max((d[k] for k in d), key=lambda a: a.size); y = [d[k] for k in d if d[k].size == len(x)] or [np.zeros(len(x))]; " \
  "np.savetxt(sys.argv[1] + \".csv\", np.column_stack([x.reshape(len(x), -1), y[0].reshape(-1)]), delimiter=\",\", fmt=\"%g\")"
#define TABLE_TO_CSV(reader) "python3 -c 'import sys, pandas as pd; " reader ".to_csv(sys.argv[1] + \".csv\", index=False)' {}"

inline constexpr std::string_view kPicture = TO_PNG;
inline constexpr std::string_view kHdf5 =
    "python3 -c 'import sys, h5py, numpy as np; f = h5py.File(sys.argv[1]); d = {k: f[k][()] for k in f if hasattr(f[k], \"shape\")}; " ARRAYS_TO_CSV
    "' {}";
inline constexpr std::string_view kMat =
    "python3 -c 'import sys, scipy.io, numpy as np; d = {k: v for k, v in scipy.io.loadmat(sys.argv[1]).items() if hasattr(v, \"size\")}; " ARRAYS_TO_CSV
    "' {}";
inline constexpr std::string_view kMatHdf5 =
    "python3 -c 'import sys, h5py, numpy as np; f = h5py.File(sys.argv[1]); d = {k: f[k][()].T for k in f if hasattr(f[k], \"shape\")}; " ARRAYS_TO_CSV
    "' {}";
inline constexpr std::string_view kPickle = TABLE_TO_CSV("pd.DataFrame(pd.read_pickle(sys.argv[1]))");
inline constexpr std::string_view kTorch =
    "python3 -c 'import sys, torch, numpy as np; t = torch.load(sys.argv[1], weights_only=True); d = {str(k): np.asarray(v) for k, v in "
    "(t.items() if isinstance(t, dict) else enumerate(t))}; " ARRAYS_TO_CSV "' {}";
// The versions of CIFAR-10 and CIFAR-100 for Python, in a folder.
inline constexpr std::string_view kCifar =
    "python3 -c 'import glob, os, pickle, sys, numpy as np; f = sys.argv[1]; r = lambda n: [pickle.load(open(p, \"rb\"), encoding=\"bytes\") for p in "
    "sorted(glob.glob(os.path.join(f, n)))]; x = lambda d: np.concatenate([b[b\"data\"] for b in d]).reshape(-1, 3, 32, 32); y = lambda d: "
    "np.concatenate([b.get(b\"labels\", b.get(b\"fine_labels\")) for b in d]); t = r(\"data_batch_[1-5]\") or r(\"train\"); e = r(\"test_batch\") or "
    "r(\"test\"); np.savez(os.path.join(f, \"cifar.npz\"), x_train=x(t), y_train=y(t), x_test=x(e), y_test=y(e))' ";
inline constexpr std::string_view kNetCdf =
    "python3 -c 'import sys, xarray as xr; xr.open_dataset(sys.argv[1]).to_dataframe().to_csv(sys.argv[1] + \".csv\")' {}";
inline constexpr std::string_view kTfRecord =
    "python3 -c 'import sys, csv, tensorflow as tf; p = sys.argv[1]; g = open(p, \"rb\").read(2) == b\"\\x1f\\x8b\"; r = [{k: v.bytes_list.value[0].decode() "
    "if v.bytes_list.value else (v.int64_list.value or v.float_list.value)[0] for k, v in tf.train.Example.FromString(e.numpy()).features.feature.items() if "
    "len(v.bytes_list.value) + len(v.int64_list.value) + len(v.float_list.value) == 1} for e in tf.data.TFRecordDataset(p, \"GZIP\" if g else \"\")]; w = "
    "csv.DictWriter(open(p + \".csv\", \"w\", newline=\"\"), sorted({k for d in r for k in d})); w.writeheader(); w.writerows(r)' {}";
inline constexpr std::string_view kLmdb =
    "python3 -c 'import sys, lmdb; [print(k, len(v)) for k, v in lmdb.open(sys.argv[1], subdir=False, readonly=True, lock=False).begin().cursor()]' {}";
inline constexpr std::string_view kSqlite =
    "python3 -c 'import sys, csv, sqlite3; c = sqlite3.connect(sys.argv[1]); t = c.execute(\"select name from sqlite_master where type = \\\"table\\\" "
    "order by rowid\").fetchone()[0]; r = c.execute(\"select * from \\\"%s\\\"\" % t); w = csv.writer(open(sys.argv[1] + \".csv\", \"w\", newline=\"\")); "
    "w.writerow([d[0] for d in r.description]); w.writerows(r)' {}";
inline constexpr std::string_view kParquet = TABLE_TO_CSV("pd.read_parquet(sys.argv[1])");
inline constexpr std::string_view kFeather = TABLE_TO_CSV("pd.read_feather(sys.argv[1])");
inline constexpr std::string_view kOrc = TABLE_TO_CSV("pd.read_orc(sys.argv[1])");
inline constexpr std::string_view kExcel = TABLE_TO_CSV("pd.read_excel(sys.argv[1])");
inline constexpr std::string_view kStata = TABLE_TO_CSV("pd.read_stata(sys.argv[1])");
inline constexpr std::string_view kSpss = TABLE_TO_CSV("pd.read_spss(sys.argv[1])");
inline constexpr std::string_view kSas = TABLE_TO_CSV("pd.read_sas(sys.argv[1])");
inline constexpr std::string_view kJsonLines = TABLE_TO_CSV("pd.read_json(sys.argv[1], lines=True)");
inline constexpr std::string_view kUnzip = "unzip {}";
inline constexpr std::string_view kUntar = "tar xf {}";
inline constexpr std::string_view kSevenZip = "7z x {}";
inline constexpr std::string_view kUnrar = "unrar x {}";
inline constexpr std::string_view kXz = "xz -dk {}";
inline constexpr std::string_view kBzip2 = "bzip2 -dk {}";
inline constexpr std::string_view kZstd = "zstd -d {}";
inline constexpr std::string_view kSvg = "rsvg-convert {} -o picture.png";
inline constexpr std::string_view kWav =
    "python3 -c 'import sys, pathlib, wave, numpy as np; from PIL import Image; q = pathlib.Path(sys.argv[1]); [Image.fromarray((255 * s / max(s.max(), "
    "1e-9)).astype(\"uint8\")).save(p.with_suffix(\".png\")) for p in ([q] if q.is_file() else sorted(q.rglob(\"*.wav\"))) for w in "
    "[wave.open(str(p))] for a in [np.frombuffer(w.readframes(w.getnframes()), np.int16)[::w.getnchannels()].astype(float)] for s in "
    "[np.log1p(np.abs(np.fft.rfft(a[:len(a) // 256 * 256].reshape(-1, 256) * np.hanning(256)))).T[::-1]]]' {}";
inline constexpr std::string_view kSound = "ffmpeg -i {} sound.wav";
inline constexpr std::string_view kFilm = "ffmpeg -i {} -vf fps=1 frame%05d.jpg";
inline constexpr std::string_view kPdf = "pdftotext {}";
inline constexpr std::string_view kPictures =
    "python3 -c 'import sys, pathlib; from PIL import Image; [Image.open(p).convert(\"RGB\").save(p.with_suffix(\".png\")) for p in "
    "sorted(pathlib.Path(sys.argv[1]).rglob(\"*\")) if p.suffix.lower() in (\".ppm\", \".pgm\", \".pbm\", \".tga\", \".jp2\") and "
    " not pathlib.Path(str(p) + \".png\").exists()]' ";
// A class named "n/a" becomes one folder, and images with equal names in several folders stay separate.
inline constexpr std::string_view kListed =
    "python3 -c 'import csv, os, re, shutil, sys; t, d, f, e, n, c, h, o = sys.argv[1:]; n, c = int(n), int(c); [(os.makedirs(p, exist_ok=True), "
    "shutil.copy(s, os.path.join(p, re.sub(r\"[/\\\\]\", \"_\", r[n] + e)))) for r in list(csv.reader(open(t, newline=\"\", encoding=\"utf-8-sig\"), "
    "delimiter={\"t\": \"\\t\"}.get(d, d)))[int(h):] if len(r) > max(n, c) for s in [os.path.join(f, r[n] + e)] if os.path.exists(s) for p in "
    "[os.path.join(o, re.sub(r\"[/\\\\]|^[.]+\", \"_\", r[c].strip()) or \"_\")]]'";
// Images of the two parts, then their labels. If they are not bytes, images are scaled from their smallest to their largest value and labels are
// numbered in order. A value that is not finite becomes the smallest.
inline constexpr std::string_view kIdxBytes =
    "python3 -c 'import array, gzip, os, sys; o, *p = sys.argv[1:]; os.makedirs(o, exist_ok=True); b = [open(q, \"rb\").read() for q in p]; b = "
    "[gzip.decompress(x) if x[:2] == b\"\\x1f\\x8b\" else x for x in b]; v = [array.array({8: \"B\", 9: \"b\", 11: \"h\", 12: \"i\", 13: \"f\", 14: "
    "\"d\"}[x[2]], x[4 + 4 * x[3]:]) for x in b]; [a.byteswap() for a in v if sys.byteorder == \"little\"]; whole = lambda a: all(0 <= y <= 255 and y == "
    "int(y) for y in a); ok = lambda y: y - y == 0; f = [y for a in v[:2] for y in a if ok(y)]; low, high = min(f, default=0), max(f, default=0); seen = sorted({*v[2], *v[3]}); keep = [all(map(whole, v[:2])), "
    "whole(seen)]; to = [lambda y: round(255 * ((y if ok(y) else low) - low) / ((high - low) or 1)), seen.index]; [open(os.path.join(o, n), \"wb\").write(bytes([0, 0, 8, "
    "x[3]]) + x[4:4 + 4 * x[3]] + bytes(map(int if keep[i // 2] else to[i // 2], a))) for i, (x, a, n) in enumerate(zip(b, v, "
    "(\"train-images-idx3-ubyte\", \"t10k-images-idx3-ubyte\", \"train-labels-idx1-ubyte\", \"t10k-labels-idx1-ubyte\")))]' ";

#undef TO_PNG
#undef ARRAYS_TO_CSV
#undef TABLE_TO_CSV

}  // namespace stepscope::lines
