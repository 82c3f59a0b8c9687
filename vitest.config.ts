// How the tests run: one process pool over every `*.test.ts` under `test/`, with time for those that start a real command, Prism or Chromium.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // One is left idle otherwise, which on two is half of them.
    maxWorkers: '100%',
    // Only what hangs shall meet a limit: a busy machine may be ten times as slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Telemetry of the tools that tests start is off here too, whatever the environment says.
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' },
  },
});
