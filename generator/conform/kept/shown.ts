// Finds where an answer shows what a request has sent: the object with most of its members.
import { isObject, pointerTo } from '../../inference/pointers.ts';

/** The id of the check. */
export const KEEPS_VALUES = 'keeps-values';

/** How deep an envelope may hold the thing. */
const MOST_DEPTH = 2;

/** JSON pointer into the body of an answer; `undefined` where nothing has at least half of the members. */
export function placeShown(sent: unknown, body: unknown): string | undefined {
  if (!isObject(sent)) return undefined;
  const names = Object.keys(sent);
  let best: { readonly at: string; readonly shared: number } | undefined;
  for (const { at, value } of objectsIn(body, '', 0)) {
    const shared = names.filter((name) => Object.hasOwn(value, name)).length;
    if (shared > (best?.shared ?? 0)) best = { at, shared };
  }
  return best !== undefined && best.shared * 2 >= names.length ? best.at : undefined;
}

function* objectsIn(
  value: unknown,
  at: string,
  depth: number,
): Generator<{ readonly at: string; readonly value: Readonly<Record<string, unknown>> }> {
  if (!isObject(value)) return;
  yield { at, value };
  if (depth >= MOST_DEPTH) return;
  for (const [name, member] of Object.entries(value)) yield* objectsIn(member, at + pointerTo(name), depth + 1);
}
