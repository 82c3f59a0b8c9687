// The schemas of Zod and Valibot judge values as Octavo's validators do: of the documents, of the JSON Schema Test Suite and of random schemas.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { heldSchemas } from '../../generator/emit/held/held.ts';
import { type EmitOptions, emitInStages } from '../../generator/emit/index.ts';
import { libraryNames } from '../../generator/emit/text/names.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import type { Service } from '../../generator/model/service.ts';
import type { AnySchema, SchemaIssue } from '../../runtime/validate/refine.ts';
import { exampleSchemas, mutationsOf, valuesOf } from '../support/arbitrary.ts';
import { documents, serviceOf } from '../support/documents.ts';
import { byEffort, IS_DEEP, sampleOf } from '../support/effort.ts';
import fc from '../support/fast-check.ts';
import { checkProject, runtimeTypes } from '../support/type-check.ts';
import type { Validate } from './pipeline.ts';
import { componentsFor, type RandomSchema, randomSchema, randomValue } from './random-schemas.ts';
import { allowRemote, remoteFetch } from './remotes.ts';

const RUNS = byEffort({ quick: 3, deep: 200 });
const LIBRARIES = ['zod', 'valibot'] as const;
const root = path.resolve(import.meta.dirname, '../..');
const suite = path.join(root, '../shared/json-schema-test-suite/draft2020-12');
const scratch = path.join(root, '.octavo/tmp/libraries');
rmSync(scratch, { recursive: true, force: true });

/** Names of properties that a library leaves out of what it reads, so that it never judges them. */
const LEFT_OUT = { zod: /"__proto__":/, valibot: /"(?:__proto__|constructor|prototype)":/ } as const;

type Judge = (value: unknown) => readonly SchemaIssue[];

interface Judges {
  readonly ours: Validate;
  readonly zod: Judge;
  readonly valibot: Judge;
}

/** Writes the files of a service, and returns the judges of its schemas by name. */
async function judgesOf(service: Service, name: string, options: Partial<EmitOptions> = {}): Promise<ReadonlyMap<string, Judges>> {
  const folder = path.join(scratch, name);
  const fixed = { importExtension: '.ts', formats: 'assert', schema: false, examples: false, runtime: '@octavo/runtime' } as const;
  const { own } = emitInStages(service, { ...fixed, zod: true, valibot: true, ...options });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of own) writeFileSync(path.join(folder, file), text);
  const [validators, zod, valibot] = (await Promise.all(
    ['validators.ts', 'zod.ts', 'valibot.ts'].map((file) => import(path.join(folder, file))),
  )) as Readonly<Record<string, unknown>>[];
  const judge =
    (schema: unknown): Judge =>
    (value) => {
      const result = (schema as AnySchema)['~standard'].validate(value);
      if (result instanceof Promise) throw new Error('asynchronous');
      return result.issues ?? [];
    };
  return new Map(
    [...libraryNames(service)].map(([schema, constant]) => [
      schema.name ?? '',
      { ours: validators?.[`validate${schema.name}`] as Validate, zod: judge(zod?.[constant]), valibot: judge(valibot?.[constant]) },
    ]),
  );
}

/** Throws where a library has another verdict than `expected`. */
function compare(judges: Judges, library: (typeof LIBRARIES)[number], value: unknown, expected: boolean): void {
  const issues = judges[library](value);
  if ((issues.length === 0) !== expected) {
    const text = JSON.stringify(value).slice(0, 500);
    throw new Error(`It is ${expected ? 'valid' : 'invalid'}, but ${library} says otherwise (${issues[0]?.message}): ${text}`);
  }
}

describe.each(sampleOf(documents, 2).map((document) => [document.id, document] as const))('%s', async (id, document) => {
  const { service } = await serviceOf(document);
  const judges = await judgesOf(service, id, { held: document.held });
  const samples = exampleSchemas(service);

  test.each(LIBRARIES)('%s judges as the validators do', (library) => {
    let invalid = 0;
    for (const [name, judge] of judges) {
      const values = valuesOf(samples, name);
      const same = (value: unknown): void => {
        if (LEFT_OUT[library].test(JSON.stringify(value))) return;
        const expected = judge.ours(value, []);
        if (!expected) invalid++;
        compare(judge, library, value, expected);
      };
      fc.assert(fc.property(fc.oneof(values, mutationsOf(values)), same), { numRuns: RUNS });
    }
    expect(invalid).toBeGreaterThan(0);
  });
});

test.runIf(IS_DEEP)('the types that the libraries infer are those of types.ts', { timeout: 600_000 }, async () => {
  for (const document of documents) {
    const { service } = await serviceOf(document);
    const held = heldSchemas(service, document.held);
    const folder = path.join(scratch, document.id);
    const lines = [...libraryNames(service)].flatMap(([schema, constant]) => {
      if (held.has(schema)) return [];
      const { name } = schema;
      return [
        `export const zod${name}: Same<z.infer<typeof zods.${constant}>, types.${name}> = true;`,
        `export const valibot${name}: Same<v.InferOutput<typeof valibots.${constant}>, types.${name}> = true;`,
      ];
    });
    writeFileSync(path.join(folder, 'same.ts'), `${SAME}${lines.join('\n')}\n`);
  }
  // A property that the libraries call optional may be `undefined` too.
  const compilerOptions = { paths: runtimeTypes(), exactOptionalPropertyTypes: false };
  expect(checkProject(scratch, { compilerOptions, include: ['*/same.ts'] })).toBe('');
});

const SAME = `import type * as v from 'valibot';
import type * as z from 'zod';
import type * as types from './types.ts';
import type * as valibots from './valibot.ts';
import type * as zods from './zod.ts';
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
`;

async function readCase(schema: unknown, components: object, name: string): Promise<Service | undefined> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Suite', version: '1' },
    paths: {},
    components: { schemas: { Case: schema, ...components } },
  };
  const problems = new Problems();
  const options = { root, allowRemote, fetch: remoteFetch as typeof fetch, text: JSON.stringify(document) };
  const description = await load(path.join(scratch, `${name}.json`), options, problems);
  return description === undefined ? undefined : buildService(description, {}, problems);
}

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

describe.skipIf(!existsSync(suite))('JSON Schema Test Suite (skipped where the suite is not beside the project)', () => {
  const files = existsSync(suite) ? readdirSync(suite).filter((name) => name.endsWith('.json')) : [];
  const score = { tests: 0, zod: 0, valibot: 0 };

  test.each(sampleOf(files, 3))('%s', async (file) => {
    const groups = JSON.parse(readFileSync(path.join(suite, file), 'utf8')) as Group[];
    const failed: string[] = [];
    for (const [index, group] of sampleOf([...groups.entries()], 4)) {
      const name = `${path.basename(file, '.json')}-${index}`;
      const schema =
        typeof group.schema === 'boolean' ? group.schema : { $id: `https://suite.example/${name}`, ...(group.schema as object) };
      const service = await readCase(schema, {}, name);
      const judges = service === undefined ? undefined : (await judgesOf(service, `suite/${name}`, { formats: 'annotate' })).get('Case');
      if (judges === undefined) throw new Error(`No schema: ${name}`);
      for (const { data, valid, description } of group.tests) {
        score.tests++;
        for (const library of LIBRARIES) {
          try {
            compare(judges, library, data, valid);
            score[library]++;
          } catch (error) {
            if (!LEFT_OUT[library].test(JSON.stringify(data))) failed.push(`${library}: ${group.description}: ${description}: ${error}`);
          }
        }
      }
    }
    expect(failed).toEqual([]);
  });

  afterAll(() => {
    console.info(`JSON Schema Test Suite: of ${score.tests} tests, ${score.zod} pass with Zod and ${score.valibot} with Valibot.`);
  });
});

test('random schemas have the verdicts of their validators', { timeout: 600_000 }, async () => {
  const seed = Number(process.env.SEED ?? 1);
  const schemas = fc.sample(randomSchema, { numRuns: byEffort({ quick: 50, deep: 3000 }), seed });
  for (let from = 0; from < schemas.length; from += 50) {
    const some = schemas.slice(from, from + 50);
    const components = Object.fromEntries(some.map((schema, index): [string, RandomSchema] => [`Random${index}`, schema]));
    const service = await readCase(true, { ...components, ...componentsFor('Random0') }, `random-${from}`);
    if (service === undefined) throw new Error('The random schemas do not load.');
    for (const [name, judges] of await judgesOf(service, `random/${from}`)) {
      for (const value of fc.sample(randomValue, { numRuns: 60, seed })) {
        for (const library of LIBRARIES) {
          if (LEFT_OUT[library].test(JSON.stringify(value))) continue;
          try {
            compare(judges, library, value, judges.ours(value, []));
          } catch (error) {
            throw new Error(`${name} ${JSON.stringify(components[name])}: ${error}`);
          }
        }
      }
    }
  }
});
