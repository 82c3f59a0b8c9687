// Lets the runs of a test file share the thread that prints schema.ts: to start it takes thirty times as long as all else that a small document needs.
import { vi } from 'vitest';
import type { SchemaWorker } from '../../generator/raw/schema.ts';

let shared: SchemaWorker | undefined;

vi.doMock('../../generator/raw/schema.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../generator/raw/schema.ts')>();
  return {
    ...original,
    startSchemaWorker(): SchemaWorker {
      shared ??= original.startSchemaWorker();
      // The thread ends with the process.
      return { run: shared.run, close: async () => {} };
    },
  };
});
