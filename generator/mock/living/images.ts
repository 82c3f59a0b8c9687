// Writes the things of a living mock as text, for snapshots and files, and reads them again.

import { jsonText, parseExact } from '../../base/exact.ts';
import { opened } from '../../inference/lists/within.ts';
import { type Kind, pathOf } from './plan/kinds.ts';
import { record } from './plan/sent.ts';
import type { Thing, World } from './world.ts';

/** Why a text is no image of the things of this document; the message is the end of a sentence. */
export class UnreadableImage extends Error {}

export function imageOf(world: World): string {
  return jsonText([...world.whole()].map(({ kind, ...thing }) => ({ kind: pathOf(kind.collection), ...thing })));
}

/** @throws {UnreadableImage} */
export function thingsIn(image: string, kinds: readonly Kind[]): readonly Thing[] {
  const byPath = new Map(kinds.map((kind) => [pathOf(kind.collection), kind]));
  const things = parseExact(image);
  if (!Array.isArray(things)) throw new UnreadableImage('its things are not a list');
  return things.map((thing: unknown, index) => {
    const { kind: path, collection, id, value, version, madeAt, isDeleted, done } = record(thing);
    const kind = byPath.get(String(path));
    if (kind === undefined) throw new UnreadableImage(`it has things of ${String(path).slice(0, 100)}, which this document does not have`);
    const isWhole = typeof collection === 'string' && typeof id === 'string' && typeof version === 'number';
    if (!isWhole || typeof value !== 'object' || value === null) throw new UnreadableImage(`its thing ${index} lacks a part`);
    return {
      kind,
      collection,
      id,
      version,
      value: opened(kind.within?.member, record(value)),
      ...(typeof madeAt === 'string' ? { madeAt } : {}),
      ...(isDeleted === true ? { isDeleted } : {}),
      ...(Array.isArray(done) ? { done: done.map(String) } : {}),
    };
  });
}
