// The MD5 digest (RFC 1321) that request signing takes of the body. WebCrypto has no MD5. It is not used for security: the HMAC around it is.

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

/** Lower-case hex. */
export function md5(message: Uint8Array): string {
  const length = message.length;
  const padded = new Uint8Array(((length + 8) >>> 6) * 64 + 64);
  padded.set(message);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, length << 3, true);
  view.setUint32(padded.length - 4, length / 0x20000000, true);

  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  for (let offset = 0; offset < padded.length; offset += 64) mixBlock(state, view, offset);
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, index) => {
    digest.setInt32(index * 4, word, true);
  });
  return toHex(new Uint8Array(digest.buffer));
}

function mixBlock(state: Int32Array, view: DataView, offset: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const [mixed, word] = mix(round, step, b, c, d);
    const sum = (a + mixed + sine(step) + view.getInt32(offset + word * 4, true)) | 0;
    const shift = SHIFTS[round * 4 + (step & 3)] ?? 0;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  state[0] = ((state[0] ?? 0) + a) | 0;
  state[1] = ((state[1] ?? 0) + b) | 0;
  state[2] = ((state[2] ?? 0) + c) | 0;
  state[3] = ((state[3] ?? 0) + d) | 0;
}

/** The round's function of b, c and d, and the word of the block that the step takes (RFC 1321 section 3.4). */
function mix(round: number, step: number, b: number, c: number, d: number): [number, number] {
  switch (round) {
    case 0:
      return [(b & c) | (~b & d), step];
    case 1:
      return [(b & d) | (c & ~d), (5 * step + 1) & 15];
    case 2:
      return [b ^ c ^ d, (3 * step + 5) & 15];
    default:
      return [c ^ (b | ~d), (7 * step) & 15];
  }
}

function sine(step: number): number {
  return Math.floor(Math.abs(Math.sin(step + 1)) * 0x100000000) | 0;
}

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16);
  return text;
}
