// Runs the JSON Schema Test Suite, draft 2020-12, through the whole pipeline: load, model, emit, import, validate.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { emitTypes } from '../../generator/emit/types/types.ts';
import { emitValidators } from '../../generator/emit/validators/index.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import type { Issue } from '../../runtime/contract/issue.ts';
import { OPTIONS } from '../emit/service.ts';
import { sampleOf } from '../support/effort.ts';
import { allowRemote, remoteFetch } from './remotes.ts';
import { compilers, strictErrors } from './strict.ts';

const root = path.resolve(import.meta.dirname, '../..');
const suite = path.join(root, '../shared/json-schema-test-suite/draft2020-12');
const scratch = path.join(root, '.octavo/tmp/validators-suite');

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** Known failing groups as `file: group`, with the reason. A group that passes must not be listed. */
const waived: ReadonlyMap<string, string> = new Map([]);

/** Emits the schema of a group and returns its verdicts, or the reason why it was not emitted. */
async function run(group: Group, name: string): Promise<boolean[] | string> {
  const schema = typeof group.schema === 'boolean' ? group.schema : { $id: `https://suite.example/${name}`, ...(group.schema as object) };
  const document = { openapi: '3.1.0', info: { title: 'Suite', version: '1' }, paths: {}, components: { schemas: { Case: schema } } };
  const problems = new Problems();
  const options = { root, allowRemote, fetch: remoteFetch as typeof fetch, text: JSON.stringify(document) };
  const description = await load(path.join(scratch, `${name}.json`), options, problems);
  const service = description === undefined ? undefined : buildService(description, {}, problems);
  const faults = problems.list.filter((problem) => problem.severity === 'error' || problem.severity === 'unsupported');
  if (service === undefined || faults.length > 0)
    return faults.map((problem) => `${problem.code}: ${problem.message}`).join('\n') || 'no service';
  const emitOptions = {
    importExtension: '.ts',
    formats: 'annotate',
    schema: false,
    runtime: '@octavo/runtime',
  } as const;
  const folder = path.join(scratch, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'types.ts'), emitTypes(service, OPTIONS));
  writeFileSync(path.join(folder, 'validators.ts'), emitValidators(service, emitOptions));
  const module = (await import(path.join(folder, 'validators.ts'))) as { validateCase(value: unknown, issues: Issue[]): boolean };
  return group.tests.map(({ data }) => {
    const issues: Issue[] = [];
    const verdict = module.validateCase(data, issues);
    if (verdict !== (issues.length === 0)) throw new Error(`${name}: ${verdict} with ${issues.length} issues`);
    return verdict;
  });
}

const score = { passed: 0, waived: 0, tests: 0, groups: 0 };

describe.skipIf(!existsSync(suite))('JSON Schema Test Suite, draft 2020-12 (skipped where the suite is not beside the project)', () => {
  rmSync(scratch, { recursive: true, force: true });
  for (const file of existsSync(suite) ? readdirSync(suite).filter((name) => name.endsWith('.json')) : []) {
    test(file, async () => {
      const groups = JSON.parse(readFileSync(path.join(suite, file), 'utf8')) as Group[];
      const failed: string[] = [];
      const needless: string[] = [];
      for (const [index, group] of groups.entries()) {
        const verdicts = await run(group, `${path.basename(file, '.json')}-${index}`);
        const faults =
          typeof verdicts === 'string'
            ? [verdicts]
            : group.tests.flatMap((one, at) => (verdicts[at] === one.valid ? [] : [`${one.description}: want ${one.valid}`]));
        score.groups++;
        score.tests += group.tests.length;
        score.passed += typeof verdicts === 'string' ? 0 : group.tests.length - faults.length;
        const key = `${file}: ${group.description}`;
        if (waived.has(key)) score.waived += faults.length;
        if (faults.length === 0 && waived.has(key)) needless.push(key);
        if (faults.length > 0 && !waived.has(key)) failed.push(`${key}\n  ${faults.join('\n  ')}`);
      }
      expect(failed).toEqual([]);
      expect(needless, 'waived, though it passes').toEqual([]);
    });
  }

  test('every group ran, and every failing group is listed', () => {
    expect(score.tests).toBeGreaterThanOrEqual(1_263);
    expect(score.passed + score.waived).toBe(score.tests);
  });

  test.each(sampleOf(compilers, 1))('the emitted code compiles in strict mode under TypeScript %s', (_version, compiler) => {
    expect(strictErrors(scratch, compiler)).toBe('');
  });

  afterAll(() => {
    console.info(`JSON Schema Test Suite: ${score.passed} of ${score.tests} tests pass, in ${score.groups} groups.`);
  });
});
