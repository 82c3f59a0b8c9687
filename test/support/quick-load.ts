// Lets the processes that run test files load modules without looking up each, and with what Node.js has compiled in a run before. Vitest runs this
// before each file.
import { flushCompileCache, registerHooks } from 'node:module';
import { afterAll } from 'vitest';

declare global {
  /** Whether this process has been prepared: vitest loads this module again for each file. */
  var isQuickLoadReady: boolean | undefined;
}

// Vitest notes who imports what, tells its first process of each import, and gives each test file a new address. Only a run that watches files needs
// that.
if (process.env.VITEST_MODE === 'RUN' && globalThis.isQuickLoadReady !== true) {
  globalThis.isQuickLoadReady = true;
  await import(new URL('quick-resolve.mjs', import.meta.url).href);
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      return { ...found, url: found.url.replace(/(\.test\.ts)\?vitest=\d+$/, '$1') };
    },
  });
}

// Vitest ends these processes by a signal, which leaves Node.js no time to keep what it has compiled.
afterAll(() => flushCompileCache());
