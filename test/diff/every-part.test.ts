// Changes each part of a rich document in turn: `octavo diff` reports it, or the part is one of those that no caller depends on.
import { expect, test } from 'vitest';
import { compareServices } from '../../generator/diff/index.ts';
import { joinPointer } from '../../generator/load/pointer.ts';
import type { Service } from '../../generator/model/service.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { richDocument } from './rich-document.ts';
import { serviceOf } from './support.ts';

/** Parts that no caller depends on, by their pointer and how they are changed. */
const UNREAD: readonly [pattern: RegExp, reason: string][] = [
  [/^\/(?:openapi|info(?:\/.*)?|tags(?:\/.*)?)(?: |$)/, 'They describe the document.'],
  [/\/(?:description|summary|title|example|examples)(?:\/\d+)? /, 'They speak to people.'],
  [/\/flows\/\w+\/scopes\/\w+ →/, 'The text of a scope speaks to people; the scope itself is compared.'],
  [/\/enum\/0 removed$/, 'The default of a server variable is among its values, written or not.'],
  [/\/parameters\/\d+\/schema removed$/, 'Without a schema, the value of a parameter is text.'],
  [/\/explode removed$/, 'It has its default.'],
  [/\/toleranceSeconds removed$/, 'It has its default.'],
  [/\/teeth\/xml\/name removed$/, 'The name of the property is the same.'],
  [/\/parameters\/0\/required (?:removed|→ false)$/, 'A path parameter is always required.'],
  [/\/(?:webhooks|callbacks)\/.*\/operationId removed$/, 'The key gives the same name.'],
];

interface Part {
  readonly pointer: string;
  /** The document with the part changed. */
  readonly document: object;
}

function* partsOf(value: unknown, pointer: string, put: (value: unknown) => unknown): Generator<Part> {
  if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    for (const [key, item] of Object.entries(value)) {
      const at = joinPointer(pointer, key);
      const replaced = (other: unknown): unknown => (isList ? value.with(Number(key), other) : { ...value, [key]: other });
      yield* partsOf(item, at, (other) => put(replaced(other)));
      const without = isList
        ? value.filter((_, index) => String(index) !== key)
        : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
      yield { pointer: `${at} removed`, document: put(without) as object };
    }
    return;
  }
  for (const other of othersOf(value)) yield { pointer: `${pointer} → ${JSON.stringify(other)}`, document: put(other) as object };
}

function othersOf(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  return [`${value}z`];
}

async function readable(document: object): Promise<Service | undefined> {
  try {
    return await serviceOf(document);
  } catch {
    return undefined;
  }
}

test('each part of a document that a caller depends on is compared', async () => {
  const before = await serviceOf(richDocument);
  const missed: string[] = [];
  let compared = 0;
  const parts = [...partsOf(richDocument, '', (value) => value)].filter(
    ({ pointer }) => !UNREAD.some(([pattern]) => pattern.test(pointer)),
  );
  for (const { pointer, document } of sampleOf(parts, 50)) {
    const after = await readable(document);
    // A document that cannot be read is no version to compare.
    if (after === undefined) continue;
    compared++;
    if (compareServices(before, after).length === 0) missed.push(pointer);
  }
  expect(missed).toEqual([]);
  expect(compared).toBeGreaterThan(byEffort({ quick: 25, deep: 250 }));
});

test('a document is compared with itself without changes', async () => {
  expect(compareServices(await serviceOf(richDocument), await serviceOf(structuredClone(richDocument)))).toEqual([]);
});
