// Configures vitest: every `*.test.ts` under `test/`, in five projects, with timeouts for tests that start a real command, Prism or Chromium.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests need no program, browser or database. */
const PURE =
  'diff exact facts load mcp model oauth openapi-3.2 pagination runtime security specs statements testing validators webhooks wire write xml'.split(
    ' ',
  );
/** Files that replace modules. Each has a process of its own. */
const REPLACING = ['test/dev/lint.test.ts', 'test/docs/site-files.test.ts', 'test/xml/codec.test.ts'];

/**
 * Files that measure memory or collect garbage, which takes most of their time in a process with the objects of many files, or that look at what a
 * process does that has loaded nothing else.
 */
const ALONE = [
  'test/streams/{bytes,ends,parsers}.test.ts',
  'test/load/remote.test.ts',
  'test/runtime/{abort,unanswered}.test.ts',
  'test/security/surfaces.test.ts',
];

/** Short texts that run for seconds. */
const LONG = 'facts/mutations model/reserved openapi-3.2/constructs security/bodies specs/lint statements/statements validators/suite'
  .split(' ')
  .map((name) => `/test/${name}.test.ts`);

/**
 * Without times of a run before, vitest begins with the largest files of a project. A short text that runs for seconds would be the last one, alone.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => moduleId.endsWith(name));
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

const tests = (folders: readonly string[]): string[] => folders.map((folder) => `test/${folder}/**/*.test.ts`);
const others = readdirSync('test').filter((folder) => folder !== 'services' && !PURE.includes(folder));

const project = (name: string, include: string[]) => ({
  extends: true as const,
  test: { name, include, exclude: [...configDefaults.exclude, ...REPLACING, ...ALONE], isolate: false },
});

export default defineConfig({
  test: {
    globalSetup: 'test/support/run-folder.ts',
    setupFiles: ['test/support/quick-load.ts', 'test/support/chance.ts'],
    // Tests wait for programs and pages about a third of their time, which two more workers than there are cores use: on two cores, four workers took
    // 82 % of their time, and three 77 and 79 %. Each worker loads the modules anew.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongFirst },
    // More room for new objects, so that fewer of them are moved: on two cores, four processes move theirs at the same time.
    execArgv: ['--max-semi-space-size=64'],
    // The files of a project share processes with their modules, since loading these takes a fifth of the time of a run.
    projects: [
      project('unit', tests(PURE)),
      project('services', tests(['services'])),
      project('e2e', tests(others)),
      { extends: true, test: { name: 'alone', include: ALONE } },
      // These replace modules, which Vite has to load for that.
      { extends: true, test: { name: 'replacing', include: REPLACING, experimental: { viteModuleRunner: true } } },
    ],
    // Node.js loads the modules of tests, as it loads those of users. Vite would transform each of them first, and look for mocks in each test file.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Only a hanging test should time out: a busy machine may be ten times as slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // In CI, a test that waited in vain has a second try, and .ci/second-tries.ts names it. A test that saw something wrong has none.
    ...(process.env.CI === undefined ? {} : { retry: { count: 1, condition: /Timeout \d+ms exceeded|timed out in|Timed out in wait/ } }),
    env: {
      // Turns off telemetry of the tools that tests start, whatever the environment says.
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      SCARF_ANALYTICS: 'false',
      DO_NOT_TRACK: '1',
      // The compiler is written in Go, and collects garbage only where it would take more than a gigabyte: that takes a sixth of its time.
      GOGC: 'off',
      GOMEMLIMIT: '1GiB',
      // Programs that tests start find the repository's own modules without looking for them.
      NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', `--import=${new URL('test/support/quick-resolve.mjs', import.meta.url)}`]
        .join(' ')
        .trim(),
    },
  },
});
