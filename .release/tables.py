"""Parse tables of tree-sitter grammars, packed: they are half of the program, and compress to a tenth.

A grammar's parser.c has them as constant arrays. Here each gets a copy whose arrays are empty until the language is first asked for,
and are filled then from a packed form, in some milliseconds. The C compiler is told to read the copies in place of the files (a virtual
file system's overlay), so that neither modules nor Go's build know of it.

Packed are 16-bit numbers, by Lempel and Ziv's method of 1977: each step is a number c in base 128, low digits first; c/2+1 numbers
follow as they are if c is even; else c/2+4 numbers are repeated from as far back as the next number says.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import tempfile

from product import NAME, ROOT, cache

SHORTEST = 4  # of what is repeated, in numbers
ARRAYS = ["ts_parse_table", "ts_small_parse_table"]

UNPACK = r"""
static unsigned ts_packed_number(const unsigned char **in) {
  unsigned n = 0, shift = 0;
  do n |= (unsigned)(**in & 127) << shift, shift += 7; while (*(*in)++ & 128);
  return n;
}

static void ts_unpack_table(const unsigned char *in, uint16_t *out, const uint16_t *end) {
  while (out < end) {
    unsigned c = ts_packed_number(&in), n = c / 2;
    if (c & 1) {
      const uint16_t *from = out - ts_packed_number(&in);
      for (n += SHORTEST; n > 0; n--) *out++ = *from++;
    } else {
      for (n += 1; n > 0; n--) *out++ = (uint16_t)ts_packed_number(&in);
    }
  }
}

static void ts_unpack_tables(void) {
  static int state; // 0: packed, 1: somebody unpacks them, 2: they are there
  int packed = 0;
  if (__atomic_load_n(&state, __ATOMIC_ACQUIRE) == 2) return;
  if (!__atomic_compare_exchange_n(&state, &packed, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
    while (__atomic_load_n(&state, __ATOMIC_ACQUIRE) != 2) {}
    return;
  }
CALLS
  __atomic_store_n(&state, 2, __ATOMIC_RELEASE);
}
""".replace("SHORTEST", str(SHORTEST))


def number(n):
    """A number in base 128, low digits first."""
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return out


def pack(data):
    """The packed form of little-endian 16-bit numbers."""
    out, waiting, last, i, n = bytearray(), [], {}, 0, len(data) // 2

    def flush():
        if waiting:
            out.extend(number((len(waiting) - 1) * 2))
            for value in waiting:
                out.extend(number(value))
            waiting.clear()

    while i < n:
        best, where = 0, 0
        for length in (SHORTEST, 4 * SHORTEST):  # the nearest place that begins alike, and the nearest that is alike for longer
            at = last.get(data[2 * i:2 * (i + length)], -1)
            if at >= 0:
                same = alike(data, at, i, n)
                if same > best:
                    best, where = same, at
        step = max(best, 1) if best >= SHORTEST else 1
        for j in range(i, i + step):
            last[data[2 * j:2 * (j + SHORTEST)]] = last[data[2 * j:2 * (j + 4 * SHORTEST)]] = j
        if best >= SHORTEST:
            flush()
            out.extend(number((best - SHORTEST) * 2 + 1) + number(i - where))
        else:
            waiting.append(data[2 * i] | data[2 * i + 1] << 8)
        i += step
    flush()
    return bytes(out)


def alike(data, a, b, n):
    """How many numbers from a on are the same as from b on."""
    length, step = 0, 8
    while step:
        while b + length + step <= n and data[2 * (a + length):2 * (a + length + step)] == data[2 * (b + length):2 * (b + length + step)]:
            length += step
            step *= 2
        step //= 2
    return length


def array(source, name):
    """Where an array of a parser.c is: its declaration, and what it is set to."""
    return re.search(rf"^static const uint16_t {name}((?:\[\w*\])+) = (\{{\n.*?^\}});\n", source, re.M | re.S)


def values(source, declared, names, first, compiler, folder):
    """What arrays of a parser.c hold, as the C compiler understands their declarations, once a statement was done."""
    program = "#include <stdint.h>\n#include <stdio.h>\n"
    program += "#define ACTIONS(id) id\n#define STATE(id) id\n#define SMALL_STATE(id) ((id) - LARGE_STATE_COUNT)\n#define ts_builtin_sym_end 0\n"
    program += "\n".join(re.findall(r"^#define \w+_COUNT \d+$", source, re.M)) + "\n"
    program += "".join(re.findall(r"^enum(?: \w+)? \{\n.*?^\};\n", source, re.M | re.S)) + declared
    program += f"int main(void) {{\n  {first}\n" + "".join(f'  printf("%zu ", sizeof {name});\n' for name in names) + '  puts("");\n'
    program += "".join(f"  fwrite({name}, 1, sizeof {name}, stdout);\n" for name in names) + "}\n"
    (folder / "values.c").write_text(program)
    subprocess.check_call([compiler, "cc", "-O0", "-w", "-o", folder / "values", folder / "values.c"])
    sizes, data = subprocess.check_output([folder / "values"]).split(b"\n", 1)
    for name, size in zip(names, map(int, sizes.split())):
        yield name, data[:size]
        data = data[size:]


def packed(source, compiler, folder):
    """A parser.c with its tables packed."""
    found = {name: m for name in ARRAYS if (m := array(source, name))}
    tables = dict(values(source, "".join(m[0] for m in found.values()), found, "", compiler, folder))
    empty, calls, others = "", "", source
    for name, data in tables.items():
        size = len(data) // 2
        length = f"[{size}]" if found[name][1] == "[]" else found[name][1]
        empty += f"static uint16_t {name}{length};\nstatic const unsigned char {name}_packed[] = {{\n{','.join(map(str, pack(data)))}\n}};\n"
        calls += f"  ts_unpack_table({name}_packed, (uint16_t *){name}, (uint16_t *){name} + {size});\n"
        others = others.replace(found[name][0], "")
    unpack = empty + UNPACK.replace("CALLS\n", calls)
    if dict(values(source, unpack, found, "ts_unpack_tables();", compiler, folder)) != tables:
        raise AssertionError("unpacked tables are not what they were")
    start = array(source, ARRAYS[0]).start()
    language = re.search(r"^.*const TSLanguage \*tree_sitter_\w+\((?:void)?\) \{\n", others, re.M)
    return others[:start] + unpack + others[start:].replace(language[0], language[0] + "  ts_unpack_tables();\n")


def overlay(compiler):
    """A file that tells the C compiler to read packed grammars; all are in the user's cache, by what they are made of."""
    folder = cache() / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    made_by = pathlib.Path(__file__).read_bytes()
    roots = []
    for parser in parsers():
        source = parser.read_bytes()
        copy = folder / (hashlib.sha256(made_by + source).hexdigest()[:24] + ".c")
        if not copy.exists():
            print("packing", parser, flush=True)
            with tempfile.TemporaryDirectory() as work:
                text = packed(source.decode(), compiler, pathlib.Path(work))
            copy.with_suffix(".new").write_text(text)
            copy.with_suffix(".new").replace(copy)
        roots.append({"type": "file", "name": str(parser), "external-contents": str(copy)})
    text = json.dumps({"version": 0, "roots": roots}, indent=1)
    file = folder / (hashlib.sha256(text.encode()).hexdigest()[:24] + ".yaml")  # a name by content: compilers' caches go by it
    file.write_text(text)
    return file


def parsers():
    """The parser.c of each grammar that is linked."""
    dirs = subprocess.check_output(["go", "list", "-deps", "-f", "{{if .CgoFiles}}{{.Dir}}{{end}}", f"./cmd/{NAME}"], cwd=ROOT, text=True).split("\n")
    for folder in map(pathlib.Path, filter(None, dirs)):
        included = [folder / name for go in folder.glob("*.go") for name in re.findall(r'^// ?#include "(.*parser\.c)"', go.read_text(), re.M)]
        for parser in sorted({p.resolve() for p in [folder / "parser.c", *included] if p.exists()}):
            if ARRAYS[0] in parser.read_text():
                yield parser
