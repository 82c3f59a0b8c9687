// Items that a server sends to many callers: each is validated and written once, and the bytes are kept as long as the item is.
import type { ItemWriting } from '../contract/body.ts';

interface Kept {
  readonly writer: object;
  readonly validate: unknown;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** By item, for each way in which streams write and validate it. */
const shared = /* @__PURE__ */ new WeakMap<object, Kept[]>();

/**
 * Says that an item of a stream goes to many callers and changes no more, so that a server validates and writes it only once.
 * @returns the item
 */
export function shareItem<Item extends object>(item: Item): Item {
  if (!shared.has(item)) shared.set(item, []);
  return item;
}

export const keepShared: NonNullable<ItemWriting['keep']> = (item, writer, validate, make) => {
  const kept = typeof item === 'object' && item !== null ? shared.get(item) : undefined;
  if (kept === undefined) return make();
  for (const one of kept) if (one.writer === writer && one.validate === validate) return one.bytes;
  const bytes = make();
  kept.push({ writer, validate, bytes });
  return bytes;
};
