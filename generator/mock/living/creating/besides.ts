// Keeps what an answer shows beside its thing, so that other operations read and list it.
import { changedAt, valueAt } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import { freshId } from '../making.ts';
import { parentOf } from '../places.ts';
import { type Beside, besidesOf } from '../plan/beside.ts';
import type { Kind, Role } from '../plan/kinds.ts';
import { record } from '../plan/sent.ts';
import type { Call, Living, Setting } from '../setting.ts';
import { inBody } from '../showing.ts';
import { type Thing, TooMuch } from '../world.ts';

/** The answer with identifiers of their own for the things beside, which are kept; the same answer where the document does not allow that. */
export function withBesides(setting: Setting, operation: Operation, { kind }: Role, call: Call, living: Living): Living {
  const besides = 'result' in living && living.result.status < 300 ? besidesOf(operation, kind, setting.plan.kinds) : [];
  if (!('result' in living) || besides.length === 0) return living;
  const own = ownOf(setting, operation, kind, call);
  const kept: Thing[] = [];
  try {
    const places = Map.groupBy(besides, ({ at }) => at);
    const body = [...places].reduce((whole, [at, all]) => withKept(setting, at, all, own, whole, kept), living.result.body);
    const result = { ...living.result, body };
    if (setting.tools.judge(operation, result).length === 0) return { ...living, result };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
  }
  for (const thing of kept) setting.world.remove(thing);
  return living;
}

/** The path of the thing that a request has made, or is about. */
function ownOf({ world }: Setting, operation: Operation, kind: Kind, { input }: Call): string {
  const made = world.changes().find(({ before, after }) => before === undefined && after?.kind === kind)?.after;
  const [collection, id] = made === undefined ? parentOf(operation, kind, input) : [made.collection, made.id];
  return `${collection}/${encodeURIComponent(id)}`;
}

/** The body with identifiers that were given to all things at a place, each of which stands in the collections of several kinds. */
function withKept(setting: Setting, at: string, besides: readonly Beside[], own: string, body: unknown, kept: Thing[]): unknown {
  const { world } = setting;
  const places = besides.map(({ kind }) => ({ kind, collection: placeOf(kind, own) }));
  const keep = (one: unknown): unknown => {
    const [first] = places;
    const id = first && freshId(setting, first.kind, first.collection, undefined);
    if (first?.kind.id === undefined || id === undefined) return one;
    const value = { ...record(one), [first.kind.id]: id };
    const free = places.filter(({ collection }) => !world.has(collection, String(id)));
    kept.push(...free.map((place) => world.keep({ ...place, id: String(id), value })));
    return value;
  };
  const shown = valueAt({ body }, at);
  if (shown === undefined || shown === null) return body;
  return changedAt(body, inBody(at), Array.isArray(shown) ? shown.map(keep) : keep(shown));
}

function placeOf({ collection, parent }: Kind, own: string): string {
  return parent === undefined ? `/${collection.join('/')}` : [own, ...collection.slice(parent.collection.length + 1)].join('/');
}
