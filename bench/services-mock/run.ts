// How far a document alone goes: which tests of the services ask nothing but operations of the documents, and how many of these pass where a living
// mock of the document answers, without the hand-written service. `node bench/services-mock/run.ts` writes the table of docs/living-mock.md;
// `--only <service>` prints a row of it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serviceNames } from '../../services/index.ts';
import { root } from '../documents.ts';
import type { Note } from './notes.ts';
import { REASONS, type Reason, reasonOf } from './reasons.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, failed: { type: 'boolean', default: false } } });

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface Tested {
  readonly key: string;
  readonly isPassed: boolean;
  readonly failure: string;
}

interface Run {
  readonly tests: readonly Tested[];
  readonly notes: readonly Note[];
}

/**
 * Runs the tests of a service, for a quarter of an hour at most; `undefined` where they have not ended then. What they print is not shown. `wanted`: the
 * tests that run with the mock, by file and name; the others would wait for what no mock does.
 */
function run(service: string, behind: 'service' | 'mock', wanted: readonly string[] = []): Run | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-tests-'));
  const [report, notes, chosen] = [join(folder, 'report.json'), join(folder, 'notes.jsonl'), join(folder, 'wanted.json')];
  writeFileSync(notes, '');
  writeFileSync(chosen, JSON.stringify(wanted));
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', join(import.meta.dirname, 'vitest.config.ts'), '--reporter=json', `--outputFile=${report}`];
  spawnSync(process.execPath, [...args, `test/services/${service}/`], {
    cwd: root,
    env: { ...process.env, OCTAVO_ENGINE: 'memory', OCTAVO_BEHIND: behind, OCTAVO_NOTES: notes, OCTAVO_WANTED: chosen },
    stdio: 'ignore',
    timeout: 900_000,
  });
  if (!existsSync(report)) return undefined;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages = [] }) => ({
        key: `${name} ${plain(fullName)}`,
        isPassed: status === 'passed',
        failure: failureMessages[0]?.split('\n')[0] ?? '',
      })),
  );
  const found = {
    tests,
    notes: readFileSync(notes, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Note),
  };
  rmSync(folder, { recursive: true });
  return found;
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
  const wanted = real === undefined ? [] : ofDocument(real);
  const again = wanted.length === 0 ? undefined : run(service, 'mock', wanted);
  if (real === undefined || (wanted.length > 0 && again === undefined)) {
    rows.push(`| ${service} | – | – | – |`);
    console.log(`${rows.at(-1)} its tests did not end in time`);
    continue;
  }
  const mocked = new Map((again?.tests ?? []).map((test) => [test.key, test]));
  const passed = wanted.filter((key) => mocked.get(key)?.isPassed === true);
  for (const [index, count] of [real.tests.length, wanted.length, passed.length].entries()) sums[index] = (sums[index] ?? 0) + count;
  rows.push(`| ${service} | ${real.tests.length} | ${wanted.length} | ${share(passed.length, wanted.length)} |`);
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
