// How far a document alone goes: which tests of the services ask nothing but operations of the documents, and how many of these pass where a living
// mock of the document answers, without the hand-written service. `node bench/services-mock/run.ts` writes the table of docs/living-mock.md;
// `--only <service>` prints a row of it, and `--minutes <number>` bounds each run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serviceNames } from '../../services/index.ts';
import { root } from '../documents.ts';
import type { Note } from './notes.ts';
import { REASONS, type Reason, reasonOf } from './reasons.ts';
import type { Tested } from './reporter.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    failed: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '15' },
  },
});

interface Run {
  readonly tests: readonly { readonly key: string; readonly isPassed: boolean; readonly failure: string }[];
  readonly notes: readonly Note[];
  /** Whether all tests had their time. */
  readonly isWhole: boolean;
}

/** Milliseconds of a run. */
const MOST = Number(values.minutes) * 60_000;

/**
 * Runs the tests of a service; those that have not ended in the time are not counted. What they print is not shown. `wanted`: the tests that run with
 * the mock, by file and name; the others would wait for what no mock does.
 */
function run(service: string, behind: 'service' | 'mock', wanted: readonly string[] = []): Run {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-tests-'));
  const [results, notes, chosen] = [join(folder, 'results.jsonl'), join(folder, 'notes.jsonl'), join(folder, 'wanted.json')];
  for (const file of [results, notes]) writeFileSync(file, '');
  writeFileSync(chosen, JSON.stringify(wanted));
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const [config, reporter] = ['vitest.config.ts', 'reporter.ts'].map((name) => join(import.meta.dirname, name));
  const { error } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', `${config}`, `--reporter=${reporter}`, `test/services/${service}/`],
    {
      cwd: root,
      // Their databases are not what is measured.
      env: {
        ...{ ...process.env, OCTAVO_ENGINE: 'memory', OCTAVO_BEHIND: behind },
        ...{ OCTAVO_RESULTS: results, OCTAVO_NOTES: notes, OCTAVO_WANTED: chosen },
      },
      stdio: 'ignore',
      timeout: MOST,
    },
  );
  const found = {
    tests: linesOf<Tested>(results).map(({ file, name, ...result }) => ({ key: `${file} ${plain(name)}`, ...result })),
    notes: linesOf<Note>(notes),
    isWhole: error === undefined,
  };
  rmSync(folder, { recursive: true });
  return found;
}

/** The last line may be broken off. */
function linesOf<T>(file: string): readonly T[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as T);
}

/** The names of a test and of what it stands in, however they are joined. */
function plain(name: string): string {
  return name.replaceAll(' > ', ' ');
}

/** The tests that pass with the service and ask it for operations alone; what a file asks for before its tests, each of them asks for. */
function ofDocument({ tests, notes }: Run): readonly string[] {
  const keyOf = ({ file, test }: Note): string => `${file} ${plain(test)}`;
  const calls = new Set(notes.filter(({ outside }) => outside === undefined).map(keyOf));
  const outside = new Set(notes.filter((note) => note.outside !== undefined).map(keyOf));
  const files = new Set(notes.filter(({ test, outside: other }) => test === '' && other !== undefined).map(({ file }) => file));
  const isAlone = (key: string): boolean => ![...files].some((file) => key.startsWith(`${file} `));
  return tests.filter(({ key, isPassed }) => isPassed && calls.has(key) && !outside.has(key) && isAlone(key)).map(({ key }) => key);
}

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${part} (${Math.round((100 * part) / whole)} %)`);

const rows: string[] = [];
const sums = [0, 0, 0];
const reasons = new Map<Reason, number>();
for (const service of serviceNames.filter((name) => name.includes(values.only))) {
  const real = run(service, 'service');
  const wanted = ofDocument(real);
  const again = wanted.length === 0 ? undefined : run(service, 'mock', wanted);
  const isWhole = real.isWhole && again?.isWhole !== false;
  const mocked = new Map((again?.tests ?? []).map((test) => [test.key, test]));
  const passed = wanted.filter((key) => mocked.get(key)?.isPassed === true);
  for (const [index, count] of [real.tests.length, wanted.length, passed.length].entries()) sums[index] = (sums[index] ?? 0) + count;
  const counted = isWhole ? `${real.tests.length}` : `${real.tests.length} that had the time`;
  rows.push(`| ${service} | ${counted} | ${wanted.length} | ${share(passed.length, wanted.length)} |`);
  console.log(rows.at(-1));
  for (const key of wanted.filter((one) => !passed.includes(one))) {
    const failure = mocked.get(key)?.failure ?? 'it did not run';
    const reason = reasonOf(failure);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (values.failed) console.log(`    ${key.slice(root.length + 1)}: ${failure}`);
  }
}
if (values.only === '') {
  const [all = 0, wanted = 0, passed = 0] = sums;
  const page = join(root, 'docs/living-mock.md');
  const head = '| service | tests | that ask for operations alone | that pass with the mock |\n|---|---|---|---|';
  const table = `${head}\n${rows.join('\n')}\n| all | ${all} | ${wanted} | ${share(passed, wanted)} |`;
  const counted = Object.entries(REASONS).map(([reason, words]) => `| ${words} | ${reasons.get(reason as Reason) ?? 0} |`);
  const why = `| what the test expects | tests |\n|---|---|\n${counted.join('\n')}`;
  writeFileSync(page, between(between(readFileSync(page, 'utf8'), 'services-table', table), 'services-reasons', why));
}

/** The page with another text between two marks. */
function between(whole: string, mark: string, text: string): string {
  const place = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(\\n<!-- /${mark} -->)`);
  return whole.replace(place, (_, before: string, after: string) => before + text + after);
}
