// Finds out whether a service keeps what it creates. Mocks answer each request with an example, and no sequence can say anything of them.

import { valueAt } from '../../inference/pointers.ts';
import { isGuess, type Resource } from '../../inference/resources.ts';
import { isSameTemplate, segmentsOf } from '../../inference/templates.ts';
import { Stopped } from './lab.ts';
import { readList } from './pages.ts';
import { isAbsent } from './state.ts';
import { resultOf, type Thing } from './thing.ts';
import type { Things } from './things.ts';
import { unknownTo } from './unknown.ts';

/**
 * - `stateful`: there is evidence that it keeps things: another identifier leads to nothing, or two things are read or listed by their identifiers.
 * - `stateless`: there is none.
 * - `unusable`: nothing can be created.
 */
export type Memory = { readonly kind: 'stateful' | 'stateless' } | { readonly kind: 'unusable'; readonly reason: string };

export async function memoryOf(things: Things, resource: Resource): Promise<Memory> {
  try {
    const made = [await things.make(things.lab(), resource, 1), await things.make(things.lab(), resource, 2)];
    if (await isMisread(things, resource, made))
      return { kind: 'unusable', reason: `what ${resource.create.id} makes has no known identifier` };
    return { kind: (await isKept(things, resource, made)) ? 'stateful' : 'stateless' };
  } catch (error) {
    if (error instanceof Stopped) return { kind: 'unusable', reason: error.message };
    throw error;
  }
}

/** Whether a field that only may be an identifier, such as a name, leads to nothing: then it is none, and nothing is known of what was made. */
async function isMisread(things: Things, resource: Resource, made: readonly Thing[]): Promise<boolean> {
  const { edge, read } = resource;
  if (read === undefined || !(isGuess(edge) || isReadElsewhere(resource))) return false;
  for (const thing of made) if (!isAbsent(await things.call(things.lab(), read.operation, thing, { says: 'read' }))) return false;
  return true;
}

/**
 * Whether things are read below another path than they are made in, and only a name says that they are the same: `/event/token` and
 * `/contact/token/{token}`.
 */
function isReadElsewhere({ create, edge, read }: Resource): boolean {
  const above = segmentsOf(read?.operation.path ?? '').slice(0, -1);
  return create.method === 'POST' && edge.by === 'name' && !isSameTemplate(above, segmentsOf(create.path));
}

async function isKept(things: Things, { read, remove, list }: Resource, made: readonly Thing[]): Promise<boolean> {
  const [one] = made;
  const ids = made.map(({ id }) => String(id));
  if (one === undefined || new Set(ids).size < ids.length) return false;
  const lab = things.lab();
  const operation = read?.operation ?? remove;
  const unknown = operation && (await unknownTo(lab, things, operation, one, 'unknown-id'));
  if (unknown !== undefined && isAbsent(unknown)) return true;
  if (read?.id !== undefined) {
    const found: string[] = [];
    for (const thing of made)
      found.push(String(valueAt(resultOf(await things.call(lab, read.operation, thing, { says: 'read' })), read.id)));
    if (found.join('\n') === ids.join('\n')) return true;
  }
  const listing = list && (await readList(lab, things, list, one, { says: 'list' }));
  const listed = listing?.pages.flat() ?? [];
  return ids.every((id) => listed.includes(id));
}
