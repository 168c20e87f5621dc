import assert from "node:assert/strict";
import { test } from "node:test";
import { qrCode, qrPath } from "../../orchard/web/js/qr.js";

// A reader of its own, from the tables of ISO/IEC 18004: level L, byte mode, versions 1 to 9.
const FORMATS = [0x77c4, 0x72f3, 0x7daa, 0x789d, 0x662f, 0x6318, 0x6c41, 0x6976]; // of level L, by mask
const VERSION_BITS = { 7: 0x07c94, 8: 0x085bc, 9: 0x09a99 };
const ALIGNED = [[], [], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46]];
const BLOCKS = [[], [19, 7, 1], [34, 10, 1], [55, 15, 1], [80, 20, 1], [108, 26, 1], [136, 18, 2], [156, 20, 2], [194, 24, 2], [232, 30, 2]]; // prettier-ignore
const FINDER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
const MASKED = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (i, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 3) + ((i * j) % 2)) % 2 === 0,
  (i, j) => (((i * j) % 3) + ((i + j) % 2)) % 2 === 0,
]; // i: row, j: column

const number = (bits) => bits.reduce((value, bit) => value * 2 + Number(bit), 0);

function readFormat(code) {
  const size = code.length;
  const row = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => code[8][x]);
  const column = [7, 5, 4, 3, 2, 1, 0].map((y) => code[y][8]);
  const one = number([...row, ...column]);
  const bottom = [1, 2, 3, 4, 5, 6, 7].map((n) => code[size - n][8]);
  const right = [8, 7, 6, 5, 4, 3, 2, 1].map((n) => code[8][size - n]);
  assert.equal(number([...bottom, ...right]), one, "both copies of the format say the same");
  return FORMATS.indexOf(one);
}

function isReserved(row, column, version) {
  const size = 17 + 4 * version;
  const inFinder = (row < 9 && (column < 9 || column >= size - 8)) || (row >= size - 8 && column < 9);
  if (inFinder || row === 6 || column === 6) return true;
  const near = (at, centre) => Math.abs(at - centre) <= 2;
  const centres = [6, ...ALIGNED[version]].filter(() => version > 1);
  const last = centres.at(-1);
  for (const a of centres)
    for (const b of centres) {
      if ((a === 6 && b === 6) || (a === 6 && b === last) || (a === last && b === 6)) continue;
      if (near(row, a) && near(column, b)) return true;
    }
  return version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11));
}

function multiply(a, b) {
  let product = 0;
  for (; b; b >>= 1, a = a & 128 ? (a << 1) ^ 0x11d : a << 1) if (b & 1) product ^= a;
  return product;
}

function read(code) {
  const size = code.length;
  const version = (size - 17) / 4;
  const mask = readFormat(code);
  assert.ok(mask >= 0, "the format is one of level L");
  for (const [row, column] of [[0, 0], [0, size - 7], [size - 7, 0]])
    FINDER.forEach((line, y) => assert.equal(code[row + y].slice(column, column + 7).map(Number).join(""), line)); // prettier-ignore
  assert.ok(code[size - 8][8], "the dark module");
  if (version >= 7) {
    const bits = [];
    for (let n = 17; n >= 0; n--) bits.push(code[Math.floor(n / 3)][size - 11 + (n % 3)]);
    assert.equal(number(bits), VERSION_BITS[version]);
  }
  const bits = [];
  const columns = Array.from({ length: size }, (none, n) => size - 1 - n).filter((column) => column !== 6);
  for (let pair = 0; pair < columns.length / 2; pair++)
    for (let step = 0; step < size; step++) {
      const row = pair % 2 ? step : size - 1 - step;
      for (const column of columns.slice(2 * pair, 2 * pair + 2))
        if (!isReserved(row, column, version)) bits.push(code[row][column] !== MASKED[mask](row, column));
    }
  const [data, correction, count] = BLOCKS[version];
  const words = Array.from({ length: data + correction * count }, (none, n) => number(bits.slice(8 * n, 8 * n + 8)));
  const blocks = Array.from({ length: count }, (none, block) => words.filter((word, n) => n % count === block));
  for (const block of blocks)
    for (let n = 0, root = 1; n < correction; n++, root = multiply(root, 2))
      assert.equal(block.reduce((sum, word) => multiply(sum, root) ^ word, 0), 0, "a codeword of Reed–Solomon"); // prettier-ignore
  const kept = blocks.flatMap((block) => block.slice(0, data / count));
  const text = kept.flatMap((word) => [...word.toString(2).padStart(8, "0")]);
  assert.equal(number(text.slice(0, 4)), 4, "byte mode");
  const length = number(text.slice(4, 12));
  const bytes = Array.from({ length }, (none, n) => number(text.slice(12 + 8 * n, 20 + 8 * n)));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

test("a reader by the standard reads back what was written, in every version", () => {
  const versions = new Set();
  for (const length of [1, 17, 18, 32, 33, 53, 78, 100, 106, 107, 134, 154, 192, 193, 230]) {
    const text = Array.from({ length }, (none, n) => "http://orchard/?token=#r"[(n * 7) % 24]).join("");
    const code = qrCode(text);
    versions.add((code.length - 17) / 4);
    assert.equal(read(code), text);
  }
  assert.deepEqual([...versions], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("letters of every alphabet are written as UTF-8, and a text that is too long is refused", () => {
  assert.equal(read(qrCode("Zażółć 中文")), "Zażółć 中文");
  assert.equal(qrCode("x".repeat(231)), null);
});

test("the picture has a module for every dark one", () => {
  const code = qrCode("orchard");
  assert.equal(qrPath(code).split("M").length - 1, code.flat().filter(Boolean).length);
});
