// `octavo diff --format` with `--callers`: the places of the code that changes concern, in Markdown, annotations and SARIF.
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import type { CodePlace } from '../../generator/diff/formats/code-places.ts';
import { type Format, formatted } from '../../generator/diff/formats/index.ts';
import { type Change, compareServices } from '../../generator/diff/index.ts';
import { faultsOf, sarif } from '../support/report-schemas.ts';
import { serviceOf } from './support.ts';

const documentOf = (properties: object, paths: object = {}) => ({
  openapi: '3.1.1',
  info: { title: 'Pets', version: '1.4.2' },
  paths: {
    '/pet': {
      get: {
        operationId: 'getPet',
        responses: { 200: { description: 'A pet.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } } },
      },
    },
    ...paths,
  },
  components: { schemas: { Pet: { type: 'object', required: Object.keys(properties), properties } } },
});

const text = { type: 'string' };
const old = documentOf({ name: text, age: text });
const now = documentOf({ name: text }, { '/herd': { get: { operationId: 'getHerd', responses: { 204: { description: 'None.' } } } } });

const place = (line: number, more: Partial<CodePlace> = {}): CodePlace => ({
  file: 'src/pets.ts',
  line,
  column: 7,
  advice: 'leave the property out',
  ...more,
});

async function printed(format: Format, placesOf: (change: Change) => readonly CodePlace[], others: readonly CodePlace[] = []) {
  const [before, after] = await Promise.all([serviceOf(old), serviceOf(now)]);
  if (before === undefined || after === undefined) throw new Error('A version cannot be read.');
  const changes = compareServices(before, after);
  return formatted(format, {
    before: { given: 'main:pets.yaml', service: before, text: JSON.stringify(old) },
    after: { given: 'pets.yaml', service: after, text: JSON.stringify(now) },
    changes,
    fails: ({ kind }) => kind === 'breaking',
    code: { importExtension: '.ts', runtime: '@octavo/runtime' },
    places: { of: new Map(changes.map((change) => [change, placesOf(change)])), others },
  });
}

const ofBreaking =
  (...places: readonly CodePlace[]) =>
  ({ kind }: Change) =>
    kind === 'breaking' ? places : [];

const FAULT = "Property 'age' does not exist on type 'Pet'.";

describe('Markdown', () => {
  test('has the places below their change, and folds what concerns no code', async () => {
    const markdown = await printed('markdown', ofBreaking(place(3), place(9, { fault: FAULT }), place(3)));
    expect(markdown).toMatch(/^\*\*1 breaking change, 1 compatible change\*\* .*\. 2 places in the code are concerned\.\n/);
    expect(markdown).toMatch(
      /\n- \*\*breaking\*\*: .*`\.age` was removed.*\n {2}- `src\/pets\.ts:3:7`: leave the property out\n {2}- `src\/pets\.ts:9:7`: leave the property out; it no longer compiles: /,
    );
    expect(markdown).toMatch(/<summary>Changes that concern no code, in 1 place<\/summary>\n\n### Operation `getHerd`[\s\S]*<\/details>$/);
  });

  test('a breaking change that concerns no code is folded too', async () => {
    const markdown = await printed('markdown', () => []);
    expect(markdown).toContain('They concern no place in the code.');
    expect(markdown.split('<details>')[0]).not.toContain('### ');
    expect(markdown).toContain('<summary>Changes that concern no code, in 2 places</summary>');
  });

  test('lists what no change explains, counts what is too much, and takes no markup from code', async () => {
    const many = Array.from({ length: 13 }, (_, index) => place(index + 1, { fault: '<img src=x> @everyone' }));
    const markdown = await printed('markdown', () => [], many);
    expect(markdown).toContain('### Code that no longer compiles\n');
    expect(markdown).toContain('\n- and 3 more places\n');
    expect(await marked.parse(markdown)).not.toMatch(/<img|@everyone/);
  });
});

test('annotations stand at the lines of the code, as grave as the change', async () => {
  const lines = (await printed('github', ofBreaking(place(3), place(9, { fault: FAULT })), [place(20, { fault: FAULT })])).split('\n');
  const at = (line: number) => lines.find((one) => one.includes(`file=src/pets.ts,line=${line},col=7`));
  expect(lines).toHaveLength(5);
  expect(at(3)).toMatch(
    /^::error file=src\/pets\.ts,line=3,col=7,title=code that a change of the API concerns::.*`\.age` was removed.*%0Aleave the property out$/,
  );
  expect(at(9)).toMatch(/; it no longer compiles: Property 'age' does not exist/);
  expect(at(20)).toMatch(/^::warning .*::The code no longer compiles\.%0A/);
});

test('a SARIF log relates the places to the change, and is valid', async () => {
  const log = JSON.parse(await printed('sarif', ofBreaking(place(3)), [place(20, { fault: FAULT })]));
  expect(faultsOf(sarif, log)).toEqual([]);
  const [removed, added, other] = log.runs[0].results;
  expect(removed.relatedLocations).toEqual([
    {
      physicalLocation: { artifactLocation: { uri: 'src/pets.ts' }, region: { startLine: 3, startColumn: 7 } },
      message: { text: 'leave the property out' },
    },
  ]);
  expect(added.relatedLocations).toBeUndefined();
  expect(other).toMatchObject({ ruleId: 'code-does-not-compile', level: 'warning' });
});
