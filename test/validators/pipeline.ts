// Loads a document, builds its model, emits its modules into a folder and imports them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Problems } from '../../generator/base/problem.ts';
import { emitOperations } from '../../generator/emit/operations/operations.ts';
import { emitTypes } from '../../generator/emit/types/types.ts';
import { emitValidators } from '../../generator/emit/validators/index.ts';
import { bundle } from '../../generator/load/bundle.ts';
import type { JsonObject } from '../../generator/load/description.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import type { Service } from '../../generator/model/service.ts';
import type { Issue } from '../../runtime/contract/issue.ts';
import { OPTIONS } from '../emit/service.ts';

export const root = path.resolve(import.meta.dirname, '../..');

export type Validate = (value: unknown, issues: Issue[]) => boolean;

export interface Emitted {
  readonly service: Service;
  readonly bundle: JsonObject;
  readonly folder: string;
  readonly text: string;
  /** `validateX` and `xSchema` by name. */
  readonly module: Readonly<Record<string, unknown>>;
  validator(name: string): Validate;
}

export interface EmitDocumentOptions {
  /** Text to use in place of the file's. */
  readonly text?: string;
  readonly formats?: 'assert' | 'annotate';
  readonly patterns?: 'linear' | 'native';
}

/** @throws with the problems, unless the document has only notes and warnings. */
export async function emitDocument(file: string, name: string, options: EmitDocumentOptions = {}): Promise<Emitted> {
  const problems = new Problems();
  const patterns = options.patterns === undefined ? {} : { patterns: options.patterns };
  const description = await load(path.join(root, file), { root, ...(options.text === undefined ? {} : { text: options.text }) }, problems);
  const service = description === undefined ? undefined : buildService(description, patterns, problems);
  const faults = problems.list.filter((problem) => problem.severity === 'error' || problem.severity === 'unsupported');
  if (description === undefined || service === undefined || faults.length > 0) {
    throw new Error(faults.map((problem) => `${problem.code}: ${problem.message}`).join('\n'));
  }
  const emitOptions = {
    importExtension: '.ts',
    formats: options.formats ?? 'assert',
    schema: false,
    examples: false,
    runtime: '@octavo/runtime',
    ...patterns,
  } as const;
  const folder = path.join(root, '.octavo/tmp/validators-test', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const text = emitValidators(service, emitOptions);
  writeFileSync(path.join(folder, 'types.ts'), emitTypes(service, OPTIONS));
  writeFileSync(path.join(folder, 'operations.ts'), emitOperations(service, emitOptions));
  writeFileSync(path.join(folder, 'validators.ts'), text);
  const module = (await import(path.join(folder, 'validators.ts'))) as Record<string, unknown>;
  return {
    service,
    bundle: bundle(description),
    folder,
    text,
    module,
    validator(wanted) {
      const found = module[wanted];
      if (typeof found !== 'function') throw new Error(`${wanted} was not emitted`);
      return found as Validate;
    },
  };
}

/** A small OpenAPI document with these schemas. */
export function documentOf(schemas: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: {}, components: { schemas } });
}
