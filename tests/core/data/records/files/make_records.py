"""TFRecord files as TensorFlow writes them, and tar archives as Python does: python3 make_records.py, in this folder, with TensorFlow. The pictures are 4 x 4
pixels of one shade, 10 times their number; odd ones are cats (1), even ones dogs (0). Written with TensorFlow 2.21 and Python 3.11."""
import io, json, os, struct, tarfile, zlib
import tensorflow as tf

def png(shade):
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes([shade]) * 4 for _ in range(4))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")

def text(*values): return tf.train.Feature(bytes_list=tf.train.BytesList(value=values))
def whole(*values): return tf.train.Feature(int64_list=tf.train.Int64List(value=values))
def real(*values): return tf.train.Feature(float_list=tf.train.FloatList(value=values))

def example(i):  # the names of tf-models' ImageNet
    return {"image/encoded": text(png(10 * i)), "image/format": text(b"png"), "image/height": whole(4), "image/width": whole(4),
            "image/class/label": whole(i % 2), "image/class/text": text(b"cat" if i % 2 else b"dog"), "image/filename": text(b"%d.png" % i)}

def simple(i):  # the names of TFDS
    return {"image": text(png(10 * i)), "label": whole(i % 2), "id": whole(1000 + i)}

def write(name, rows, options=None, kind=None):
    with tf.io.TFRecordWriter(name, options) as out:
        for row in rows:
            out.write(kind(row) if kind else tf.train.Example(features=tf.train.Features(feature=row)).SerializeToString())

write("train-00000-of-00002", [example(i) for i in (1, 2, 3)])
write("train-00001-of-00002", [example(4)])
write("validation-00000-of-00001", [example(i) for i in (5, 6)])
write("simple.tfrecord.gz", [simple(i) for i in (1, 2, 3, 4)], "GZIP")
write("values.tfrecord", [{"length": real(1.5 * i), "legs": whole(i % 5), "kind": text(b"a" if i % 2 else b"b")} for i in range(8)])
write("boxes.tfrecord", [{"image/encoded": text(png(10)), "image/object/bbox/xmin": real(0.1, 0.2), "image/object/class/label": whole(1, 2)}])
write("unlabelled.tfrecord", [{"image": text(png(10)), "id": whole(3)}])

def archive(name, rows, **options):
    with tarfile.open(name, **options) as out:
        for member, data in rows:
            info = tarfile.TarInfo(member)
            info.size = len(data)
            out.addfile(info, io.BytesIO(data))

def label(i): return b"cat\n" if i % 2 else b"dog\n"
long = "a/very/long/folder/" * 8
archive("plain.tar", [r for i in (1, 2, 3, 4) for r in ((f"data/{i:06}.png", png(10 * i)), (f"data/{i:06}.cls", label(i)))], mode="w", format=tarfile.USTAR_FORMAT)
archive("gnu.tar", [r for i in (1, 2, 3, 4) for r in ((f"{long}{i}.image.png", png(10 * i)), (f"{long}{i}.json", json.dumps({"label": label(i).decode().strip(), "n": i}).encode()))],
        mode="w", format=tarfile.GNU_FORMAT)
archive("pax.tar.gz", [r for i in (1, 2, 3, 4) for r in ((f"{long}é{i}.cls", label(i)), (f"{long}é{i}.png", png(10 * i)), (f"{long}é{i}.txt", b"words"))],
        mode="w:gz", format=tarfile.PAX_FORMAT)
