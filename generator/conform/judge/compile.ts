// Compiles a service in memory: prints its operations and validators as `octavo generate` does, and loads them from a folder that is removed at once.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Checks, Operation as Row } from '@octavo/runtime';
import { type EmitOptions, emitInStages } from '../../emit/index.ts';
import { checksName } from '../../emit/text/names.ts';
import type { Operation, Service } from '../../model/service.ts';

/** The generated code of a service. */
export interface Compiled {
  /** The operation as data. */
  rowOf(operation: Operation): Row;
  /** Its validators. */
  checksOf(operation: Operation): Checks;
}

/** What the configuration says of the document's generated code. */
export type JudgeOptions = Partial<Pick<EmitOptions, 'formats' | 'patterns'>>;

const OPTIONS = {
  importExtension: '.ts',
  formats: 'assert',
  schema: false,
  examples: false,
  // Integers of 64 bits are exact: a service may send them, and a `number` would round them.
  held: { int64: 'bigint', dates: 'string' },
  runtime: '@octavo/runtime',
} as const;

export async function compile(service: Service, options: JudgeOptions): Promise<Compiled> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-conform-'));
  const inFolder = pathToFileURL(path.join(realpathSync(folder), path.sep)).href;
  // The runtime of the generated code must be the one that this package uses, wherever either is installed, in an archive of Yarn too.
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const isRuntime = /^@octavo\/runtime(?:\/|$)/.test(specifier) && context.parentURL?.startsWith(inFolder) === true;
      return next(specifier, isRuntime ? { ...context, parentURL: import.meta.url } : context);
    },
  });
  try {
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');
    for (const [name, text] of emitInStages(service, { ...OPTIONS, ...options }).own) writeFileSync(path.join(folder, name), text);
    const load = async (file: string): Promise<Readonly<Record<string, unknown>>> =>
      (await import(pathToFileURL(path.join(folder, file)).href)) as Record<string, unknown>;
    const [operations, checks] = await Promise.all([load('operations.ts'), load('checks.ts')]);
    return {
      rowOf: (operation) => exported<Row>(operations, operation.name),
      checksOf: (operation) => exported<Checks>(checks, checksName(operation)),
    };
  } finally {
    hooks.deregister();
    rmSync(folder, { recursive: true, force: true });
  }
}

function exported<T>(module: Readonly<Record<string, unknown>>, name: string): T {
  const value = module[name];
  if (value === undefined) throw new Error(`The generated code exports no ${name}.`);
  return value as T;
}
