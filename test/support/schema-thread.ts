// Lets the runs of test files share the thread that prints schema.ts: to start it takes thirty times as long as all else that a small document needs.
import { vi } from 'vitest';
import type { SchemaWorker, WaitingSchemaWorker } from '../../generator/raw/schema.ts';

let shared: SchemaWorker | undefined;

/** What is generated from now on in this file uses the thread. vitest forgets it at the end of each file, though the files of a process share it. */
export function shareSchemaThread(): void {
  vi.doMock('../../generator/raw/schema.ts', async (importOriginal) => {
    const original = await importOriginal<typeof import('../../generator/raw/schema.ts')>();
    const borrow = (): WaitingSchemaWorker => {
      shared ??= original.startSchemaWorker();
      // The thread ends with the process.
      return { run: shared.run, start: () => {}, close: async () => {} };
    };
    return { ...original, startSchemaWorker: borrow, createSchemaWorker: borrow };
  });
}
