// Checks that facts stated in both the generator and the runtime agree, since neither imports the other.
import { describe, expect, test } from 'vitest';
import * as generator from '../../generator/emit/validators/plan/formats.ts';
import { FAULT_KEYWORDS, FAULT_KINDS } from '../../generator/model/error-rows.ts';
import * as generatorMedia from '../../generator/model/media-type.ts';
import * as shape from '../../generator/model/operations/parameters/parameter-shape.ts';
import { FORMATS_WITHOUT_COMMA } from '../../generator/model/schema/characters.ts';
import { PHRASES } from '../../runtime/contract/format-issue.ts';
import { kindOf, type ServerFaultKind, statusOf } from '../../runtime/server/faults/fault-kinds.ts';
import * as runtime from '../../runtime/testing/formats.ts';
import { createRandom } from '../../runtime/testing/random.ts';
import * as validation from '../../runtime/validate/validation.ts';
import * as deepObject from '../../runtime/wire/deep-object.ts';
import * as runtimeMedia from '../../runtime/wire/media-type.ts';
import { MEDIA_TYPES } from '../support/media-types.ts';

const checked = [...runtime.stringFormats].filter(([, { check }]) => check !== undefined);

test('generator and runtime check the same formats with the same functions', () => {
  const functions = new Map(Object.entries(validation));
  expect(new Map([...generator.stringFormats].map(([format, name]) => [format, functions.get(name)]))).toEqual(
    new Map(checked.map(([format, { check }]) => [format, check])),
  );
});

test('generator and runtime have the same integer formats, with the same ranges where examples are exact', () => {
  const exact = [...generator.integerFormats].map(([format, ends]) => {
    const [lowest = 0, highest = 0] = ends.map((end) => Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, end)));
    return [format, [lowest, highest]];
  });
  expect(Object.fromEntries(runtime.integerFormats)).toEqual(Object.fromEntries(exact));
  for (const format of runtime.wideFormats.keys()) expect(generator.integerFormats.has(format), format).toBe(true);
});

test.each(MEDIA_TYPES)('both classify %s alike: JSON %s, textual %s', (type, json, textual) => {
  for (const { isJson, isTextual } of [generatorMedia, runtimeMedia])
    expect({ json: isJson(type), textual: isTextual(type) }).toEqual({ json, textual });
});

test('both limit deepObject to the same depth', () => {
  expect(shape.DEEP_OBJECT_LEVELS).toBe(deepObject.DEEP_OBJECT_LEVELS);
});

test('`x-errors` knows the kinds of faults that servers find, with their statuses, and the keywords of issues', () => {
  for (const [kind, status] of FAULT_KINDS) expect(statusOf(kind as ServerFaultKind), kind).toBe(status);
  for (let status = 400; status < 600; status++) {
    const kind = kindOf(status);
    expect(FAULT_KINDS.get(kind) ?? 'refused', kind).toBe(kind === 'refused' ? 'refused' : status);
  }
  expect([...FAULT_KEYWORDS].sort()).toEqual(Object.keys(PHRASES).sort());
});

test.each([...FORMATS_WITHOUT_COMMA])('no text of the format %s holds a comma', (format) => {
  const { check, sample } = runtime.stringFormats.get(format) ?? {};
  expect(check).toBeDefined();
  for (let seed = 0; seed < 50; seed++) {
    const text = sample?.(createRandom(seed), seed % 5) ?? '';
    for (let at = 0; at <= text.length; at++) {
      for (const end of [at, at + 1]) expect(check?.(`${text.slice(0, at)},${text.slice(end)}`), text).toBe(false);
    }
  }
});

describe('each checked format has valid samples', () => {
  test.each(checked)('%s', (_, { check, sample }) => {
    for (let seed = 0; seed < 50; seed++) {
      const text = sample(createRandom(seed), seed % 5);
      expect(check?.(text), text).toBe(true);
    }
  });
});
