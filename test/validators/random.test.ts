// Validators of random schemas: their text parses and compiles, and their verdicts are those of Ajv and of `matches`, which share no code with them.
// `OCTAVO_EFFORT=deep npx vitest run test/validators/random` tries 20,000 schemas, and `SEED=7` in front of it others. One of seven parts tries 2,000
// others.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { emitTypes } from '../../generator/emit/types/types.ts';
import { emitValidators } from '../../generator/emit/validators/index.ts';
import type { JsonValue } from '../../generator/model/schema/schema.ts';
import type { Service } from '../../generator/model/service.ts';
import type { Issue } from '../../runtime/contract/issue.ts';
import { matches } from '../../runtime/testing/matches.ts';
import { OPTIONS, serviceOfSchemas } from '../emit/service.ts';
import { exampleSchemas } from '../support/arbitrary.ts';
import { byEffort, SHARD } from '../support/effort.ts';
import fc from '../support/fast-check.ts';
import { typeCheck } from '../support/type-check.ts';
import type { Validate } from './pipeline.ts';
import { componentsFor, type RandomSchema, randomSchema, randomValue } from './random-schemas.ts';

const SCHEMAS = byEffort({ quick: 60, deep: SHARD === undefined ? 20_000 : 2_000 });
/** Schemas of one document. */
const BATCH = 100;
/** Documents whose files are compiled: the others are parsed. */
const COMPILED = byEffort({ quick: 2, deep: SHARD === undefined ? 40 : 4 });
const VALUES = 60;
const TIMEOUT = byEffort({ quick: 300_000, deep: 7_200_000 });
const SEED = Number(process.env.SEED ?? SHARD ?? 1);
const folder = path.resolve(import.meta.dirname, '../../.octavo/tmp/validators-random');

test(
  `${SCHEMAS} schemas`,
  async () => {
    const schemas = [...FOUND, ...fc.sample(randomSchema, { numRuns: SCHEMAS - FOUND.length, seed: SEED })];
    const values = fc.sample(randomValue, { numRuns: VALUES, seed: SEED });
    const files = new Map<string, string>();
    const faults: string[] = [];
    const verdicts: Verdicts = { valid: 0, invalid: 0, byAjv: 0 };
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (let from = 0; from < schemas.length; from += BATCH) {
      const batch = schemas.slice(from, from + BATCH);
      const emitted = await emit(batch);
      const broken = emitted.parses ? [] : await brokenOf(batch);
      faults.push(...broken);
      if (broken.length > 0) continue;
      const name = `batch${from / BATCH}`;
      if (from / BATCH < COMPILED) for (const [file, text] of emitted.files) files.set(`${name}/${file}`, text);
      faults.push(...(await disagreements(emitted, batch, values, name, verdicts)));
    }
    const errors = typeCheck(path.join(folder, 'compiled'), files)
      .split('\n')
      .filter((line) => line !== '' && !CONTRADICTIONS.test(line));
    console.info(`${SCHEMAS} random schemas: ${JSON.stringify(verdicts)}. Again: SEED=${SEED} npx vitest run test/validators/random`);
    expect(faults.sort((one, other) => one.length - other.length).slice(0, 10)).toEqual([]);
    expect(errors).toEqual([]);
    expect(verdicts.valid).toBeGreaterThan(SCHEMAS);
    expect(verdicts.invalid).toBeGreaterThan(SCHEMAS);
  },
  TIMEOUT,
);

/** Schemas whose validators once did not parse: a declaration was the whole body of an `if` without braces. */
const FOUND: readonly RandomSchema[] = [
  { dependentSchemas: { kind: { contains: { type: 'integer' }, unevaluatedItems: false } } },
  { anyOf: [{ type: 'object', contains: { const: 2 }, unevaluatedItems: false }, { type: 'array' }] },
];

/** What compilers say of checks that contradict each other, as those of random schemas often do: no value reaches them. */
const CONTRADICTIONS = /error TS6133|error TS2367|error (?:TS2339|TS2407): .* type 'never'/;

interface Verdicts {
  valid: number;
  invalid: number;
  /** Those that Ajv gave too. */
  byAjv: number;
}

interface Emitted {
  readonly schemas: Readonly<Record<string, RandomSchema>>;
  readonly service: Service;
  readonly files: ReadonlyMap<string, string>;
  readonly parses: boolean;
}

async function emit(batch: readonly RandomSchema[]): Promise<Emitted> {
  const schemas = { ...Object.fromEntries(batch.map((schema, index) => [`S${index}`, schema])), ...componentsFor('S0') };
  const service = await serviceOfSchemas(schemas);
  const files = new Map([
    ['types.ts', emitTypes(service, OPTIONS)],
    ['validators.ts', emitValidators(service, OPTIONS)],
  ]);
  return { schemas, service, files, parses: [...files.values()].every((text) => errorOf(text) === undefined) };
}

function errorOf(text: string): string | undefined {
  try {
    transformSync(text, { loader: 'ts' });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The schemas of a batch whose files do not parse. */
async function brokenOf(batch: readonly RandomSchema[]): Promise<string[]> {
  const found: string[] = [];
  for (const schema of batch) {
    const alone = await emit([schema]);
    if (!alone.parses) found.push(`does not parse: ${JSON.stringify(schema)}`);
  }
  return found.length > 0 ? found : ['a batch does not parse, each of its schemas alone does'];
}

async function disagreements(
  { schemas, service, files }: Emitted,
  batch: readonly RandomSchema[],
  values: readonly JsonValue[],
  name: string,
  verdicts: Verdicts,
): Promise<string[]> {
  const found: string[] = [];
  const at = path.join(folder, name);
  mkdirSync(at, { recursive: true });
  for (const [file, text] of files) writeFileSync(path.join(at, file), text);
  const module = (await import(path.join(at, 'validators.ts'))) as Readonly<Record<string, Validate>>;
  const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true });
  ajv.addSchema({ $id: 'https://random.example/document', components: { schemas } });
  const examples = exampleSchemas(service);
  for (const [index, schema] of batch.entries()) {
    const validate = module[`validateS${index}`];
    const judge = ajv.getSchema(`https://random.example/document#/components/schemas/S${index}`);
    if (validate === undefined || judge === undefined) {
      found.push(`has no validator: ${JSON.stringify(schema)}`);
      continue;
    }
    const text = JSON.stringify(schema);
    const isAjvRight = !AJV_FAULTS.test(text);
    const mayLeaveEvaluated = /unevaluatedProperties|[rR]ef"/.test(text);
    for (const value of values) {
      const issues: Issue[] = [];
      const ours = validate(value, issues);
      verdicts[ours ? 'valid' : 'invalid']++;
      const shown = () => JSON.stringify({ schema, value });
      if (ours !== (issues.length === 0)) found.push(`${ours} with ${issues.length} issues: ${shown()}`);
      if (ours !== matches(examples, examples[`S${index}`] ?? true, value)) found.push(`we say ${ours}, matches ${!ours}: ${shown()}`);
      // Ajv looks up what is evaluated in an object with a prototype, so a property `constructor` always is.
      const isInherited = mayLeaveEvaluated && JSON.stringify(value).includes('"constructor"');
      const theirs = isAjvRight && !isInherited ? verdictOf(judge, value) : undefined;
      if (theirs === undefined) continue;
      verdicts.byAjv++;
      if (ours !== theirs) found.push(`we say ${ours}, Ajv ${theirs}: ${shown()}`);
    }
  }
  return found;
}

/**
 * Ajv 8 counts no item that `contains` matched as evaluated, takes `[]` for `contains` beside `prefixItems`, and counts what an `if` that does not
 * hold has evaluated.
 */
const AJV_FAULTS = /contains|Open|unevaluatedItems|"if".*(?:unevaluatedProperties|strict)|(?:unevaluatedProperties|strict).*"if"/;

/** `undefined` where Ajv throws: its code for some unevaluated properties writes into a variable that it has not set. */
function verdictOf(judge: ValidateFunction, value: unknown): boolean | undefined {
  try {
    return judge(value) === true;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
