// Configures vitest: every `*.test.ts` under `test/`, in one pool, with timeouts for tests that start a real command, Prism or Chromium.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // By default vitest leaves one core idle, which is half of a machine with two.
    maxWorkers: '100%',
    // Only a hanging test should time out: a busy machine may be ten times as slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // In CI, a test that waited in vain has a second try, and .ci/second-tries.ts names it. A test that saw something wrong has none.
    ...(process.env.CI === undefined ? {} : { retry: { count: 1, condition: /Timeout \d+ms exceeded|timed out in|Timed out in wait/ } }),
    // Turns off telemetry of the tools that tests start, whatever the environment says.
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' },
  },
});
