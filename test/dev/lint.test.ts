// The linter beside `octavo dev`: findings are printed once, and those of older versions not at all.
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Context } from '../../generator/commands/command.ts';
import { createBackgroundLint } from '../../generator/commands/dev-lint.ts';

/** What each run of the linter is given, and how it ends. */
interface Run {
  readonly files: readonly string[];
  readonly signal: AbortSignal;
  end(findings: readonly string[]): void;
}

const { runs } = vi.hoisted(() => ({ runs: [] as Run[] }));

vi.mock('../../generator/commands/lint.ts', () => ({
  command: {
    run: ([files]: [string[]], _options: object, context: Context) =>
      new Promise<number>((resolve) => {
        context.signal.addEventListener('abort', () => resolve(130));
        const end = (findings: readonly string[]): void => {
          for (const finding of findings) context.data(finding);
          context.message(`Checked: ${findings.length}.`);
          resolve(findings.length === 0 ? 0 : 1);
        };
        runs.push({ files, signal: context.signal, end });
      }),
  },
}));

const [a, b] = ['a.yaml', 'b.yaml'].map((name) => path.resolve(name)) as [string, string];
let messages: string[];

function start(): ReturnType<typeof createBackgroundLint> {
  const context = { signal: new AbortController().signal, message: (text: string) => void messages.push(text) };
  return createBackgroundLint({}, context as unknown as Context);
}

async function nextRun(): Promise<Run> {
  await vi.waitFor(() => expect(runs).not.toEqual([]));
  return runs.shift() as Run;
}

beforeEach(() => {
  runs.length = 0;
  messages = [];
});

test('a finding is printed once, and told when it is gone', async () => {
  const lint = start();
  lint.add([a, b]);
  (await nextRun()).end(['a.yaml:1 wrong', 'b.yaml:1 wrong']);
  await vi.waitFor(() => expect(messages).toHaveLength(1));
  await vi.waitFor(() => {
    lint.add([a]);
    expect(runs).toHaveLength(1);
  });
  (await nextRun()).end(['a.yaml:1 wrong', 'a.yaml:2 also']);
  await vi.waitFor(() => expect(messages).toHaveLength(2));
  await vi.waitFor(() => {
    lint.add([a]);
    expect(runs).toHaveLength(1);
  });
  (await nextRun()).end([]);
  await vi.waitFor(() => expect(messages).toHaveLength(3));
  expect(messages).toEqual([
    'lint:\na.yaml:1 wrong\nb.yaml:1 wrong\nChecked: 2.',
    'lint:\na.yaml:2 also\n1 finding as before.\nChecked: 2.',
    'lint: Checked: 0.',
  ]);
});

test('a save ends the run over the older version, and the other documents of that run are linted again', async () => {
  const lint = start();
  lint.add([a, b]);
  const old = await nextRun();
  lint.add([a]);
  expect(old.signal.aborted).toBe(true);
  old.end(['a.yaml:1 stale']);
  const next = await nextRun();
  expect([...next.files].sort()).toEqual([a, b]);
  next.end([]);
  await vi.waitFor(() => expect(messages).toEqual(['lint: Checked: 0.']));
});

test('a document that cannot be read any more is not linted', async () => {
  const lint = start();
  lint.add([a]);
  const old = await nextRun();
  lint.drop([a]);
  expect(old.signal.aborted).toBe(true);
  old.end(['a.yaml:1 stale']);
  await new Promise((done) => setImmediate(done));
  expect(messages).toEqual([]);
  expect(runs).toEqual([]);
});
