// Runs tests of the services with another module in the place of `services/index.ts`: see `run.ts`.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '../..');
const real = join(root, 'services/index.ts');

export default defineConfig({
  root,
  plugins: [
    {
      name: 'sandbox',
      enforce: 'pre',
      async resolveId(source, importer) {
        if (!source.endsWith('services/index.ts') || importer?.startsWith(join(root, 'test')) !== true) return undefined;
        const found = await this.resolve(source, importer, { skipSelf: true });
        return found?.id === real ? join(import.meta.dirname, 'sandbox.ts') : undefined;
      },
    },
  ],
  test: {
    globalSetup: 'test/support/run-folder.ts',
    maxWorkers: 2,
    // Files share a process with their modules: to load a service for each of sixty files takes minutes.
    isolate: false,
    setupFiles: [join(import.meta.dirname, 'chosen.ts')],
    // A mock sends nothing that a test waits for. The limit is for each test, so that a run ends.
    testTimeout: process.env.OCTAVO_BEHIND === 'mock' ? 15_000 : 20_000,
    hookTimeout: 20_000,
    teardownTimeout: 5_000,
    expect: { poll: { timeout: 2_000 } },
    env: { NO_COLOR: '1' },
  },
});
