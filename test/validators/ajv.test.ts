// For every schema of every document, or of some where the run is quick, validators and Ajv agree on generated valid values and on mutations of them.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { bundle } from '../../generator/load/bundle.ts';
import type { JsonObject } from '../../generator/load/description.ts';
import { reachable } from '../../generator/model/schema/walk.ts';
import type { Service } from '../../generator/model/service.ts';
import type { Issue } from '../../runtime/contract/issue.ts';
import { exampleSchemas, mutationsOf, valuesOf } from '../support/arbitrary.ts';
import { documents, generatedModule, serviceOf } from '../support/documents.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import fc from '../support/fast-check.ts';
import { emitDocument, type Validate } from './pipeline.ts';

/** Number of values of each kind per document, and at most per schema. */
const VALUES = byEffort({ quick: 500, deep: 10_000 });
const MOST_RUNS = 200;
const FEWEST_RUNS = byEffort({ quick: 5, deep: 10 });
const SEED = Number(process.env.SEED ?? 1);

interface Subject {
  readonly service: Service;
  readonly bundle: JsonObject;
  readonly validator: (name: string) => Validate;
}

async function configured(id: string): Promise<Subject> {
  const document = documents.find((one) => one.id === id);
  if (document === undefined) return emitDocument('bench/validators/order.json', 'ajv-order');
  const [{ service, description }, module] = await Promise.all([serviceOf(document), generatedModule(document, 'validators.ts')]);
  return { service, bundle: bundle(description), validator: (name) => module[name] as Validate };
}

/** An Ajv with the formats and keywords that it lacks or gets wrong. */
function judgeOf({ service, bundle }: Subject): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false });
  // ajv-formats is CommonJS: its default export arrives as a namespace.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  // ajv-formats accepts any integer as `int64`; Octavo requires 64 bits.
  ajv.addFormat('int64', {
    type: 'number',
    validate: (value: number) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63,
  });
  // ajv-formats rejects an empty path after the scheme, as in `a:` and `a:?b`, which RFC 3986 section 3.3 allows.
  const { uri } = ajv.formats;
  if (typeof uri !== 'function') throw new Error('the format uri of ajv-formats is another thing now');
  ajv.addFormat('uri', (text: string) => uri(text) || uri(text.replace(/^([a-z][a-z\d+.-]*:)(?=$|[?#])/i, '$1x')));
  // JSON has no files, so the document describes them as strings.
  ajv.addKeyword({ keyword: 'x-octavo-file', validate: (_: unknown, value: unknown) => value instanceof Blob });
  const files = [...reachable(service.schemas)].filter((schema) => schema.file === true).map(({ location }) => location.pointer);
  ajv.addSchema({ ...(files.length === 0 ? bundle : withFiles(bundle, '', files)), $id: 'document' });
  return ajv;
}

/** The document with a file schema at each of these pointers. */
function withFiles<T>(value: T, pointer: string, files: readonly string[]): T {
  if (files.includes(pointer)) return { 'x-octavo-file': true } as T;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const inner = ([name, member]: [string, unknown]) => [
    name,
    withFiles(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, files),
  ];
  return Object.fromEntries(Object.entries(value).map(inner)) as T;
}

/** `undefined` when Ajv throws: to compare objects it calls their `toString` or `valueOf`, even if these are data members. */
function verdictOf(judge: ValidateFunction, value: unknown): boolean | undefined {
  try {
    return judge(value) === true;
  } catch (error) {
    if (error instanceof TypeError && /"(?:toString|valueOf)":/.test(JSON.stringify(value))) return undefined;
    throw error;
  }
}

describe.each([...sampleOf(documents, 4).map(({ id }) => id), 'order'])('%s', async (id) => {
  const subject = await configured(id);
  const ajv = judgeOf(subject);
  const schemas = exampleSchemas(subject.service);
  const numRuns = Math.min(MOST_RUNS, Math.max(FEWEST_RUNS, Math.ceil(VALUES / subject.service.schemas.length)));

  test.each(subject.service.schemas.map((schema) => [schema.name ?? '', schema] as const))('%s', (name, schema) => {
    const judge = ajv.getSchema(`document#${encodeURI(schema.location.pointer)}`);
    if (judge === undefined) throw new Error(`Ajv has no schema at ${schema.location.pointer}`);
    const validate = subject.validator(`validate${name}`);
    const verdicts = { valid: 0, invalid: 0, none: 0 };
    const same = (value: unknown): void => {
      const issues: Issue[] = [];
      const [ours, theirs] = [validate(value, issues), verdictOf(judge, value)];
      if (theirs !== undefined && (ours !== theirs || ours !== (issues.length === 0)))
        throw new Error(`Ajv says ${theirs} (${ajv.errorsText(judge.errors)}), we say ${ours} (${JSON.stringify(issues)})`);
      verdicts[theirs === undefined ? 'none' : ours ? 'valid' : 'invalid']++;
    };
    const values = valuesOf(schemas, name);
    fc.assert(fc.property(values, same), { numRuns });
    expect(verdicts).toEqual({ valid: numRuns, invalid: 0, none: 0 });
    for (let runs = 0; runs < MOST_RUNS && (runs === 0 || verdicts.invalid === 0); runs += numRuns)
      fc.assert(fc.property(mutationsOf(values), same), { numRuns, seed: SEED + runs });
    if (schema.boolean !== true) expect(verdicts.invalid, 'values that are not').toBeGreaterThan(0);
  });
});
