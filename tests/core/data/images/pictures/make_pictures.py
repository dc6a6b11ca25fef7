"""Small pictures of every form that a codec meets, written and read by Pillow: the files, and EXPECTED.tsv with size and SHA-256 of the RGB pixels
(convert("RGB"), after exif_transpose). Run: python3 make_pictures.py, in this folder. Pillow 13.0.0 wrote what is here."""
import hashlib, io, random, struct, sys, zlib
from PIL import Image, ImageOps

random.seed(7)

def pattern(mode, width=23, height=17):
    bands = {"RGB": 3, "RGBA": 4, "L": 1, "LA": 2, "CMYK": 4, "P": 1, "1": 1}[mode]
    data = bytes((x * (7 + c) + y * (3 + 2 * c) + 40 * c + (x * y) % 5) % 256 for y in range(height) for x in range(width) for c in range(bands))
    if mode == "1":
        return Image.frombytes("L", (width, height), data).point(lambda v: 255 if v > 120 else 0).convert("1")
    image = Image.frombytes(mode, (width, height), data)
    if mode == "P":
        image.putpalette(bytes((i * 37 + c * 11) % 256 for i in range(256) for c in range(3)))
    return image

files = {}

def save(name, image, **options):
    out = io.BytesIO()
    image.save(out, format={"bmp": "BMP", "gif": "GIF", "tif": "TIFF", "webp": "WEBP", "dib": "DIB"}[name.rsplit(".", 1)[1]], **options)
    files[name] = out.getvalue()

def turned(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif

# BMP: the forms that Pillow writes, and others built of them by hand.
for mode in ("1", "L", "P", "RGB", "RGBA"):
    save(f"{mode.lower()}.bmp", pattern(mode))

def bmp(width, height, bits, data, palette=b"", compression=0, masks=b"", topdown=False, core=False, offset=None):
    if core:
        header = struct.pack("<IHHHH", 12, width, height, 1, bits)
    else:
        header = struct.pack("<IiiHHIIiiII", 40, width, -height if topdown else height, 1, bits, compression, len(data), 2835, 2835, len(palette) // 4, 0) + masks
    at = 14 + len(header) + len(palette)
    return b"BM" + struct.pack("<IHHI", at + len(data), 0, 0, at) + header + palette + data

def rows(width, height, bits, value):
    out = b""
    for y in range(height):
        number, row = 0, 0
        for x in range(width):
            row = row << bits | value(x, y)
        row <<= (-width * bits) % 32
        stride = (width * bits + 31) // 32 * 4
        out += row.to_bytes(stride, "big")
    return out

def words(width, height, bits, value):
    out = b""
    for y in range(height):
        row = b"".join(value(x, y).to_bytes(bits // 8, "little") for x in range(width))
        out += row + b"\0" * (-len(row) % 4)
    return out

sixteen = [bytes(((i * 16) % 256, (255 - i * 9) % 256, (i * 31) % 256, 0)) for i in range(16)]
files["four_bits.bmp"] = bmp(13, 7, 4, rows(13, 7, 4, lambda x, y: (x + 3 * y) % 16), b"".join(sixteen))
files["top_down.bmp"] = bmp(13, 7, 4, rows(13, 7, 4, lambda x, y: (x + 3 * y) % 16), b"".join(sixteen), topdown=True)
files["short_palette.bmp"] = bmp(13, 7, 8, rows(13, 7, 8, lambda x, y: (x + y) % 5), b"".join(sixteen[:5]))
files["os2.bmp"] = bmp(13, 7, 4, rows(13, 7, 4, lambda x, y: (x * y) % 16), b"".join(c[:3] for c in sixteen), core=True)
files["os2_24.bmp"] = bmp(5, 3, 24, words(5, 3, 24, lambda x, y: x * 50 << 16 | y * 80 << 8 | x * y * 9), core=True)
files["fifteen_bits.bmp"] = bmp(31, 33, 16, words(31, 33, 16, lambda x, y: x << 10 | y % 32 << 5 | (x + y) % 32))
files["sixteen_bits.bmp"] = bmp(31, 65, 16, words(31, 65, 16, lambda x, y: x << 11 | y % 64 << 5 | (x + y) % 32), compression=3,
                                masks=struct.pack("<III", 0xF800, 0x07E0, 0x001F))
files["thirty_two_bits.bmp"] = bmp(9, 6, 32, words(9, 6, 32, lambda x, y: x * 27 << 16 | y * 41 << 8 | x * y * 4), compression=3,
                                   masks=struct.pack("<III", 0xFF0000, 0xFF00, 0xFF))
files["run_lengths.bmp"] = bmp(12, 5, 8, bytes([5, 40, 0, 7, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0,  12, 90, 0, 0,  3, 200, 0, 2, 4, 0, 5, 17, 0, 0, 2, 33,
                                                0, 0,  12, 255, 0, 1]), b"".join(bytes((i, 255 - i, i // 2, 0)) for i in range(256)), compression=1)

# GIF.
save("l.gif", pattern("L"))
save("p.gif", pattern("P"))
save("transparent.gif", pattern("P"), transparency=5)
save("two_colours.gif", pattern("1"))
save("interlaced.gif", pattern("P", 40, 37), interlace=1)
noise = Image.frombytes("P", (211, 150), bytes(random.randrange(256) for _ in range(211 * 150)))
noise.putpalette(bytes((i * 73 + c * 19) % 256 for i in range(256) for c in range(3)))
small = noise.crop((0, 0, 90, 70))
save("noise.gif", small)  # more than 4096 codes
frames = [pattern("P"), pattern("P").point(lambda v: 255 - v), pattern("P").point(lambda v: v // 2)]
save("animation.gif", frames[0], save_all=True, append_images=frames[1:], duration=80, loop=0)
# A frame that is smaller than its canvas: the screen of p.gif made larger by hand, and the frame moved.
moved = bytearray(files["p.gif"])
moved[6:10] = struct.pack("<HH", 30, 25)
at = moved.index(b"\x2c\0\0\0\0")
moved[at + 1:at + 5] = struct.pack("<HH", 4, 6)
files["small_frame.gif"] = bytes(moved)

# TIFF.
for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK"):
    save(f"{mode.lower()}.tif", pattern(mode))
for compression in ("tiff_lzw", "tiff_adobe_deflate", "packbits", "group4", "jpeg"):
    if compression == "group4":
        save("group4.tif", pattern("1"), compression=compression)
    else:
        save(f"{compression}.tif", pattern("RGB"), compression=compression)
save("pages.tif", pattern("RGB"), save_all=True, append_images=[pattern("RGB").transpose(Image.ROTATE_180)])
for orientation in (2, 3, 6, 8):
    save(f"turned_{orientation}.tif", pattern("RGB"), exif=turned(orientation))

# WebP.
save("lossless.webp", pattern("RGB"), lossless=True)
save("lossless_alpha.webp", pattern("RGBA"), lossless=True, exact=True)
save("lossy.webp", pattern("RGB", 61, 43), quality=80)
save("lossy_alpha.webp", pattern("RGBA", 61, 43), quality=80)
save("turned_6.webp", pattern("RGB"), lossless=True, exif=turned(6).tobytes())
save("animation.webp", pattern("RGB"), save_all=True, append_images=[pattern("RGB").transpose(Image.ROTATE_180)], lossless=True, duration=90)
save("animation_alpha.webp", pattern("RGBA"), save_all=True, append_images=[pattern("RGBA").transpose(Image.ROTATE_180)], lossless=True, duration=90)

with open("EXPECTED.tsv", "w") as out:
    out.write("# file\twidth\theight\tSHA-256 of the RGB pixels as Pillow reads them\tthe first and the last pixel\n")
    for name, data in sorted(files.items()):
        open(name, "wb").write(data)
        image = Image.open(io.BytesIO(data))
        image = ImageOps.exif_transpose(image).convert("RGB")
        pixels = image.tobytes()
        out.write(f"{name}\t{image.width}\t{image.height}\t{hashlib.sha256(pixels).hexdigest()}\t{pixels[:3].hex()} {pixels[-3:].hex()}\n")
