// The service's schemas and operation inputs into validators.ts: straight-line functions that judge wire values, each also a Standard Schema.
import type { Schema } from '../../model/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { generatedBy, identifier, stringLiteral } from '../escape.ts';
import { type HeldSchemas, heldSchemas } from '../held.ts';
import { operationsOf } from '../names.ts';
import { graphOf } from './graph.ts';
import { createModule, type ModuleText } from './module.ts';
import { lowerFirst } from './names.ts';
import type { ValidatorOptions } from './place.ts';

export type { ValidatorOptions } from './place.ts';

/** `tests` are schemas without a name that transforms ask for, by the names to export them under. */
export function emitValidators(service: Service, options: ValidatorOptions, tests: ReadonlyMap<Schema, string> = new Map()): string {
  const operations = operationsOf(service);
  const names = new Map<Schema, string>();
  for (const schema of service.schemas) if (schema.name !== undefined) names.set(schema, schema.name);
  const inputs = new Set(operations.map((operation) => operation.input));
  for (const operation of operations) names.set(operation.input, `${operation.typeName}Input`);
  const module = createModule(options, graphOf([...names.keys(), ...tests.keys()]), names);
  const held = heldSchemas(service, options.held);
  const guard = (schema: Schema, name: string): string => (held.has(schema) ? 'unknown' : identifier(name));

  const taken = new Set(['standardSchema', ...[...names.values()].map((name) => `validate${name}`)]);
  for (const [schema, name] of names) {
    const after = inputs.has(schema) || held.has(schema) ? [] : [standardForm(name, taken, module)];
    module.exported(schema, `validate${name}`, guard(schema, name), ...after);
  }
  for (const [schema, name] of tests) module.exported(schema, name, 'unknown');
  return `${generatedBy(service.id)}${imports(service, operations, module, held)}\n${module.chunks.join('\n')}`;
}

/** `standardSchema` keeps a validator usable wherever Standard Schemas are; bundlers drop it where nobody does. */
function standardForm(name: string, taken: ReadonlySet<string>, module: ModuleText): string {
  const wanted = `${lowerFirst(name)}Schema`;
  const constant = taken.has(wanted) ? `${wanted}_` : wanted;
  const call = `/* @__PURE__ */ ${module.helper('standardSchema')}(validate${name})`;
  return `export const ${constant}: StandardSchema<${identifier(name)}> = ${call};\n`;
}

function imports(service: Service, operations: readonly Operation[], module: ModuleText, held: HeldSchemas): string {
  const fromRuntime = printed(module);
  const byName = (a: string, b: string): number => (a.replace(/^type /, '') < b.replace(/^type /, '') ? -1 : 1);
  const lines = [importLine('import', fromRuntime.sort(byName), module.options.runtime)];
  const inputs = operations
    .filter((operation) => !held.has(operation.input))
    .map((operation) => `${operation.typeName}Input`)
    .sort();
  if (inputs.length > 0) lines.push(importLine('import type', inputs, `./operations${module.options.importExtension}`));
  const types = service.schemas.flatMap((schema) => (held.has(schema) ? [] : (schema.name ?? []))).sort();
  if (types.length > 0) lines.push(importLine('import type', types, `./types${module.options.importExtension}`));
  return lines.join('');
}

/** What the printed code names, text of the document aside: an unused import is an error in strict code. */
function printed(module: ModuleText): string[] {
  const missing = new Map<string, string>(TYPES.map((type) => [`: ${type}`, `type ${type}`]));
  for (const helper of module.helpers) missing.set(`${helper}(`, helper);
  const found: string[] = [];
  for (const chunk of module.chunks) {
    for (const [use, name] of missing) {
      if (!chunk.includes(use) || !chunk.replace(STRINGS, '').includes(use)) continue;
      found.push(name);
      missing.delete(use);
    }
    if (missing.size === 0) break;
  }
  return found;
}

const STRINGS = /'(?:[^'\\\n]|\\.)*'/g;
const TYPES = ['Evaluated', 'Issue', 'StandardSchema'];

const WIDTH = 140;

function importLine(keyword: string, names: readonly string[], from: string): string {
  const short = `${keyword} { ${names.join(', ')} } from ${stringLiteral(from)};\n`;
  if (short.length <= WIDTH) return short;
  return `${keyword} {\n${names.map((name) => `  ${name},\n`).join('')}} from ${stringLiteral(from)};\n`;
}
