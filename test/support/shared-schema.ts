// Stands for `generator/raw/schema.ts` where runs share one thread, which ends with the process.
import { type SchemaWorker, startSchemaWorker as startThread, type WaitingSchemaWorker } from '../../generator/raw/schema.ts';

export * from '../../generator/raw/schema.ts';

let thread: SchemaWorker | undefined;

function borrow(): WaitingSchemaWorker {
  thread ??= startThread();
  return { run: thread.run, start: () => {}, close: async () => {} };
}

export { borrow as createSchemaWorker, borrow as startSchemaWorker };
