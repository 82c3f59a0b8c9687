// Values of tags, and the text in which the store holds them. A text is exact for every type, so that 64-bit integers keep all their digits.

/** A type of values: how they are written to the store and read from it. `store` returns `undefined` for a value that does not fit the type. */
export interface ValueType<Value> {
  store(value: Value): string | undefined;
  read(text: string): Value;
}

export const flag: ValueType<boolean> = { store: (value) => (value ? '1' : '0'), read: (text) => text === '1' };

export const int32: ValueType<number> = {
  store: (value) => (value === (value | 0) ? String(value | 0) : undefined),
  read: Number,
};

const MAX_INT64 = 2n ** 63n - 1n;

export const int64: ValueType<bigint> = {
  store: (value) => (value < -MAX_INT64 - 1n || value > MAX_INT64 ? undefined : String(value)),
  read: BigInt,
};

/** The same values as text. `007` is 7, and `-0` is 0. */
export const int64Text: ValueType<string> = {
  store: (value) => int64.store(BigInt(value)),
  read: (text) => text,
};

/** Single precision (IEEE 754): the value that is read back is the nearest one that 32 bits can hold. */
export const float: ValueType<number> = {
  store(value) {
    const rounded = Math.fround(value);
    return Number.isFinite(rounded) ? String(rounded) : undefined;
  },
  read: Number,
};

/** A string of at most `width` characters, and whether it was truncated. A character is a Unicode code point. */
export function fitString(value: string, width: number): { readonly text: string; readonly isTruncated: boolean } {
  const characters = [...value];
  if (characters.length <= width) return { text: value, isTruncated: false };
  return { text: characters.slice(0, width).join(''), isTruncated: true };
}
