// Finds the things that the author of a document has written as examples: of one thing, of lists, of the schema of a thing, of its members.
import { essenceOf, isJson } from '@octavo/runtime/conformance';
import { ExampleError } from '@octavo/runtime/testing';
import { valueAt } from '../../inference/pointers.ts';
import { successOf } from '../../inference/shapes.ts';
import { conjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import type { Members } from './believable/objects.ts';
import { exampleOf, record, shownBy } from './making.ts';
import type { Kind } from './plan.ts';
import type { Setting } from './setting.ts';
import { itemSchemas } from './showing.ts';

/** The things of the examples; none where the author has written none. Those of the list come first. */
export function examplesOf(setting: Setting, kind: Kind): readonly Members[] {
  const { list } = kind.resource;
  const { operation, at, schema } = shownBy(kind);
  if (operation === undefined || at === undefined || schema === undefined) return [];
  const written = bodiesOf(operation).map((body) => valueAt({ body }, at));
  const whole = written.length > 0 ? written : exampledBySchema(setting, kind, schema);
  const wholes = whole.filter((value) => setting.tools.allows(schema, value)).map(record);
  const [item] = list === undefined ? [] : itemSchemas(list.operation);
  const listed = list === undefined || item === undefined ? [] : bodiesOf(list.operation).flatMap((body) => listAt(body, list.items));
  const items = listed.filter((value) => item !== undefined && setting.tools.allows(item, value)).map(record);
  return joined(items, wholes, kind.id);
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

/** The examples of the body of success. */
function bodiesOf(operation: Operation): readonly unknown[] {
  const content = successOf(operation)?.contents.find(({ contentType, stream }) => stream === undefined && isJson(essenceOf(contentType)));
  return (content?.examples ?? []).map(({ value }) => value).filter((value) => value !== undefined);
}

/** The examples of the schema of a thing; else the one that those of its members make, where most of them have one. */
function exampledBySchema(setting: Setting, kind: Kind, schema: Schema): readonly unknown[] {
  const written = conjuncts([schema]).flatMap(({ examples = [] }) => examples);
  if (written.length > 0) return written;
  const members = [...kind.members.values()];
  const exampled = members.filter((schemas) => schemas.some(({ examples }) => examples !== undefined && examples.length > 0));
  if (exampled.length * 2 < members.length) return [];
  return [exampleOf(setting, kind)].filter((value) => value !== undefined);
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
