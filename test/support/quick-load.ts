// Lets the processes that run test files load modules without looking up each, and with what Node.js has compiled in a run before. Vitest runs this
// before each file.
import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

// Vitest notes who imports what, and tells its first process of each import. Only a run that watches files needs that.
if (process.env.VITEST_MODE === 'RUN') await import(new URL('quick-resolve.mjs', import.meta.url).href);

// Vitest ends these processes by a signal, which leaves Node.js no time to keep what it has compiled.
afterAll(() => flushCompileCache());
