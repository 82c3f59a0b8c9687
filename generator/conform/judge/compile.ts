// Compiles a service in memory: prints its operations and validators as `octavo generate` does, and loads them from a folder that is removed at once.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Checks, Operation as Row } from '@octavo/runtime';
import { shortForms } from '../../emit/held/forms.ts';
import { onWire } from '../../emit/held/held.ts';
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

/** The settings of the document's generated code. */
export type JudgeOptions = Partial<Pick<EmitOptions, 'formats' | 'patterns'>>;

/** Files of generated code, by name; each is a module's exports. */
type Modules<Name extends string> = Readonly<Record<Name, Readonly<Record<string, unknown>>>>;

const OPTIONS = {
  importExtension: '.ts',
  formats: 'assert',
  schema: false,
  examples: false,
  // Integers of 64 bits are exact: a service may send them, and a `number` would round them.
  held: shortForms({ int64: 'bigint' }),
  runtime: '@octavo/runtime',
} as const;

export async function compile(service: Service, options: JudgeOptions): Promise<Compiled> {
  return compiledOf(await loadGenerated(service, options, ['operations.ts', 'checks.ts']));
}

export function compiledOf(modules: Modules<'operations.ts' | 'checks.ts'>): Compiled {
  return {
    rowOf: (operation) => exported<Row>(modules['operations.ts'], operation.name),
    checksOf: (operation) => exported<Checks>(modules['checks.ts'], checksName(operation)),
  };
}

/** Prints a service and imports some of the files. `examples.ts` is printed where it is asked for. */
export async function loadGenerated<Name extends string>(
  service: Service,
  options: JudgeOptions,
  wanted: readonly Name[],
): Promise<Modules<Name>> {
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
    const withExamples = wanted.some((name) => name === 'examples.ts');
    const mcp = wanted.some((name) => name === 'mcp.ts');
    const emitted = emitInStages(onWire(service), { ...OPTIONS, examples: withExamples, mcp, ...options });
    for (const [name, text] of [...emitted.own, ...(withExamples ? emitted.examples() : [])]) writeFileSync(path.join(folder, name), text);
    const loaded = wanted.map(async (name) => [name, await import(pathToFileURL(path.join(folder, name)).href)] as const);
    return Object.fromEntries(await Promise.all(loaded)) as Modules<Name>;
  } finally {
    hooks.deregister();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function exported<T>(module: Readonly<Record<string, unknown>>, name: string): T {
  const value = module[name];
  if (value === undefined) throw new Error(`The generated code exports no ${name}.`);
  return value as T;
}
