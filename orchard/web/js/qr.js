// A QR code (ISO/IEC 18004) of a short text: byte mode, error correction level L, versions 1 to 9. No DOM here.

// For each version: data codewords, correction codewords of a block, blocks, and where alignment patterns stand.
const VERSIONS = [
  [19, 7, 1, []],
  [34, 10, 1, [6, 18]],
  [55, 15, 1, [6, 22]],
  [80, 20, 1, [6, 26]],
  [108, 26, 1, [6, 30]],
  [136, 18, 2, [6, 34]],
  [156, 20, 2, [6, 22, 38]],
  [194, 24, 2, [6, 24, 42]],
  [232, 30, 2, [6, 26, 46]],
];
const LEVEL_L = 1;
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The modules of the code, row by row, true where dark; null where the text is too long. */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([words]) => bytes.length + 2 <= words) + 1;
  if (!version) return null;
  const words = codewords(bytes, version);
  const codes = MASKS.map((mask, n) => drawn(words, version, mask, n));
  return codes.reduce((best, code) => (unevenness(code) < unevenness(best) ? code : best));
}

/** The dark modules as one path of SVG, in units of a module. */
export function qrPath(code) {
  const parts = code.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return parts.join("");
}

// ---------------------------------------------------------------- from text to codewords

function codewords(bytes, version) {
  const [count, correction, blocks] = VERSIONS[version - 1];
  const bits = [4, bytes.length, ...bytes].flatMap((value, n) => bitsOf(value, n ? 8 : 4));
  bits.push(0, 0, 0, 0); // the end of the text; with it the bits fill whole bytes
  const data = [];
  for (let at = 0; at < bits.length && data.length < count; at += 8)
    data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; data.length < count; pad ^= 0xfd) data.push(pad); // 0xec and 0x11 in turn
  const length = count / blocks;
  const parts = Array.from({ length: blocks }, (none, n) => data.slice(n * length, (n + 1) * length));
  const checks = parts.map((part) => checkWords(part, correction));
  const inTurn = (lists) => lists[0].flatMap((none, n) => lists.map((list) => list[n]));
  return [...inTurn(parts), ...inTurn(checks)];
}

const bitsOf = (value, length) => Array.from({ length }, (none, n) => (value >> (length - 1 - n)) & 1);

// Multiplication in the field of 256 elements that QR codes use.
function times(a, b) {
  let product = 0;
  for (let n = 7; n >= 0; n--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> n) & 1) * a);
  return product;
}

// Reed–Solomon: the remainder of the data after division by the generator.
function checkWords(data, length) {
  let generator = [1];
  for (let n = 0, root = 1; n < length; n++, root = times(root, 2)) {
    const shifted = [...generator, 0];
    generator = shifted.map((value, at) => value ^ (at ? times(generator[at - 1], root) : 0));
  }
  const rest = [...data, ...Array(length).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const factor = rest[at];
    generator.forEach((value, n) => (rest[at + n] ^= times(value, factor)));
  }
  return rest.slice(data.length);
}

// ---------------------------------------------------------------- from codewords to modules

function drawn(words, version, mask, number) {
  const size = 17 + 4 * version;
  const code = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (x, y, dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) code[y][x] = Boolean(dark);
  };
  const square = (x, y, radius, isDark) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let n = 0; n < size; n++) {
    set(6, n, n % 2 === 0);
    set(n, 6, n % 2 === 0);
  }
  const corners = [[3, 3], [size - 4, 3], [3, size - 4]]; // prettier-ignore
  for (const [x, y] of corners) square(x, y, 4, (far) => far !== 2 && far !== 4);
  const [, , , places] = VERSIONS[version - 1];
  for (const x of places)
    for (const y of places) {
      const isCorner = corners.some(([cx, cy]) => Math.abs(cx - x) <= 4 && Math.abs(cy - y) <= 4);
      if (!isCorner) square(x, y, 2, (far) => far !== 1);
    }
  drawFormat(set, size, number);
  if (version >= 7) drawVersion(set, size, version);
  fill(code, words.flatMap((word) => bitsOf(word, 8)), mask); // prettier-ignore
  return code;
}

// The rest of a number after division by another, both as polynomials over two elements.
function remainder(value, divisor, degree) {
  let rest = value << degree;
  for (let n = 31; n >= degree; n--) if ((rest >>> n) & 1) rest ^= divisor << (n - degree);
  return rest;
}

function drawFormat(set, size, mask) {
  const data = (LEVEL_L << 3) | mask;
  const bits = ((data << 10) | remainder(data, 0x537, 10)) ^ 0x5412;
  const bit = (n) => (bits >> n) & 1;
  for (let n = 0; n < 15; n++) {
    if (n < 8) set(size - 1 - n, 8, bit(n));
    else set(8, size - 15 + n, bit(n));
    if (n < 6) set(8, n, bit(n));
    else if (n < 8) set(8, n + 1, bit(n));
    else set(n === 8 ? 7 : 14 - n, 8, bit(n));
  }
  set(8, size - 8, true);
}

function drawVersion(set, size, version) {
  const bits = (version << 12) | remainder(version, 0x1f25, 12);
  for (let n = 0; n < 18; n++) {
    const [far, near] = [size - 11 + (n % 3), Math.floor(n / 3)];
    set(far, near, (bits >> n) & 1);
    set(near, far, (bits >> n) & 1);
  }
}

// The data, in columns of two from the right, up and down in turn.
function fill(code, bits, mask) {
  const size = code.length;
  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5; // the column of the timing pattern
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (code[y][x] === null) code[y][x] = Boolean(bits[next++] ?? 0) !== mask(x, y);
      }
    }
  }
}

// How hard a code is to read: long runs, even squares, and too much of one shade. Every mask can be read; this one well.
function unevenness(code) {
  const size = code.length;
  let bad = 0;
  for (let a = 0; a < size; a++) {
    for (const at of [(b) => code[a][b], (b) => code[b][a]]) {
      for (let b = 1, run = 1; b < size; b++) {
        run = at(b) === at(b - 1) ? run + 1 : 1;
        bad += run === 5 ? 3 : run > 5 ? 1 : 0;
      }
    }
    for (let b = 1; a && b < size; b++) {
      const [dark, left, above, across] = [code[a][b], code[a][b - 1], code[a - 1][b], code[a - 1][b - 1]];
      if (dark === left && dark === above && dark === across) bad += 3;
    }
  }
  const share = code.flat().filter(Boolean).length / (size * size);
  return bad + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
