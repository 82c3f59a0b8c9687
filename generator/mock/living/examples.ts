// Finds the things that the author of a document has written as examples: of one thing, of lists, of the schema of a thing, of its members.
import { ExampleError } from '@octavo/runtime/testing';
import { opened } from '../../inference/lists/within.ts';
import { valueAt } from '../../inference/pointers.ts';
import { bodySchemaOf } from '../../inference/shapes.ts';
import { conjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import type { Members } from './believable/objects.ts';
import { shownBy, shownExample } from './making.ts';
import type { Kind } from './plan/kinds.ts';
import { record, sentOf } from './plan/sent.ts';
import type { Setting } from './setting.ts';
import { bodiesOf, itemSchemas } from './showing.ts';

/** The things of the examples; none where the author has written none. Those of the list come first. */
export function examplesOf(setting: Setting, kind: Kind): readonly Members[] {
  const { list } = kind.resource;
  const { operation, at, schema } = shownBy(kind);
  if (operation === undefined || at === undefined || schema === undefined) return [];
  const own = (value: unknown): Members => opened(kind.within?.member, record(value));
  const written = bodiesOf(operation).map((body) => valueAt({ body }, at));
  const whole = written.length > 0 ? written : exampledBySchema(setting, kind, schema);
  const wholes = whole.filter((value) => setting.tools.allows(schema, value)).map(own);
  const [item] = list === undefined ? [] : itemSchemas(list.operation);
  const listed = list === undefined || item === undefined ? [] : bodiesOf(list.operation).flatMap((body) => listAt(body, list.items));
  const items = listed.filter((value) => item !== undefined && setting.tools.allows(item, value)).map(own);
  return joined(items, wholes, kind.id).filter((thing) => !isSentFirst(thing, kind));
}

/** Whether the example of a request that creates a thing cannot be sent while this one is there: they share a value that only one may have. */
export function isSentFirst(thing: Members, kind: Kind): boolean {
  const { unique, id, resource } = kind;
  const { create } = resource;
  const sole = [...unique.keys(), ...(id === undefined ? [] : [id])];
  const sent = create === undefined ? [] : sentExamples(create).map((body) => sentOf(create, kind, body));
  return sent.some((one) => sole.some((member) => one[member] !== undefined && String(one[member]) === String(thing[member])));
}

/** What the author has written as the body of a request: as a whole, or by its members. */
function sentExamples(operation: Operation): readonly unknown[] {
  const schema = bodySchemaOf(operation);
  const written = (operation.body?.contents ?? []).flatMap(({ examples }) => examples.map(({ value }) => value));
  const wholes = [...written, ...(schema === undefined ? [] : conjuncts([schema]).flatMap(({ examples = [] }) => examples))];
  if (wholes.length > 0 || schema === undefined) return wholes;
  const members = [...propertiesOf([schema])].map(([name, schemas]) => [
    name,
    conjuncts(schemas).find(({ examples }) => examples)?.examples?.[0],
  ]);
  return [Object.fromEntries(members)];
}

/** Each thing once. What the list leaves out, the thing that is read has. */
function joined(items: readonly Members[], wholes: readonly Members[], id: string | undefined): readonly Members[] {
  const isSame = (one: Members, other: Members): boolean => id !== undefined && String(one[id]) === String(other[id]);
  const [usual = {}] = wholes;
  const full = items.map((item) => ({ ...usual, ...item, ...wholes.find((whole) => isSame(item, whole)) }));
  const others = wholes.filter((whole) => !items.some((item) => isSame(item, whole)));
  return [...full, ...others].filter((thing) => Object.keys(thing).length > 0);
}

function listAt(body: unknown, at: string): readonly unknown[] {
  const found = valueAt({ body }, at);
  return Array.isArray(found) ? found : [];
}

/** The examples of the schema of a thing; else the one that those of its members make, where most of them have one. */
function exampledBySchema(setting: Setting, kind: Kind, schema: Schema): readonly unknown[] {
  const written = conjuncts([schema]).flatMap(({ examples = [] }) => examples);
  if (written.length > 0) return written;
  const members = [...kind.members.values()];
  const exampled = members.filter((schemas) => schemas.some(({ examples }) => examples !== undefined && examples.length > 0));
  if (exampled.length * 2 < members.length) return [];
  return [shownExample(setting, kind)].filter((value) => value !== undefined);
}

/** What a function makes; `undefined` where the document has no example of it. */
export function tried<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ExampleError) return undefined;
    throw error;
  }
}
