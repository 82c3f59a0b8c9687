// Prints `validators.ts`: a straight-line function per schema and operation input, which checks wire values; each schema is also a Standard Schema.
// `parameter-validators.ts` has the functions of parameters that operations of several tags share.
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { namespaceImport } from '../files/imports.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import { type FileName, moduleOf } from '../files/table.ts';
import { type HeldSchemas, heldSchemas } from '../held/held.ts';
import { generatedBy, identifier, stringLiteral } from '../text/escape.ts';
import { standardName } from '../text/names.ts';
import { WIDTH } from '../text/width.ts';
import { createModule, type ModuleOptions, type ModuleText } from './module.ts';
import { type ParameterNames, type SharedParameters, sharedParameters } from './parameters.ts';
import { type Graph, graphOf } from './plan/graph.ts';
import { LINEAR } from './print/names.ts';

/** `tests` are the unnamed schemas whose validators `transforms.ts` imports, with the names under which to export them. */
export function emitValidators(
  service: Service,
  options: ModuleOptions,
  tests: ReadonlyMap<Schema, string> = new Map(),
  folder: Folder = wholeOf(service, options),
  parameters: SharedParameters = sharedParameters(service, [folder]),
): string {
  const own = namesIn(folder.schemas, folder.operations);
  const roots = [...own.keys(), ...tests.keys()];
  const isWhole = folder.isRoot && folder.isShared;
  // The graph has only the schemas that the folder leads to, so that its code does not depend on other folders.
  const graph = graphOf(isWhole ? [] : roots);
  const local = parameters.declaredIn(folder);
  const named = isWhole ? own : new Map([...own, ...foreign(service, graph)]);
  // The files of the shared folder may not import a file that imports them.
  const imported = folder.isShared ? NO_PARAMETERS : parameters.shared;
  const inputs = new Set(folder.operations.map((operation) => operation.input));
  const module = createModule(options, graph, new Map([...named, ...local, ...imported]), { inputs, folder: folder.path });
  const held = heldSchemas(service, options.held);

  const declare = (schema: Schema, name: string): void => {
    const guard = held.has(schema) ? 'unknown' : `${inputs.has(schema) ? 'operations' : 'types'}.${identifier(name)}`;
    const after = inputs.has(schema) || held.has(schema) ? [] : [standardForm(name, guard, service, module)];
    module.declare(schema, name, { name: `validate${name}`, isExported: true, guard }, ...after);
  };
  for (const [schema, name] of own) if (!inputs.has(schema)) declare(schema, name);
  for (const [schema, name] of local) module.declare(schema, name, { name: `validate${name}`, isExported: false });
  for (const [schema, name] of own) if (inputs.has(schema)) declare(schema, name);
  for (const [schema, name] of tests) module.declare(schema, name, { name, isExported: true, guard: 'unknown' });
  return `${generatedBy(service.id)}${imports({ folder, named, imported, own, module, held })}\n${module.chunks().join('\n')}`;
}

/** Prints the validators of parameters that operations of several tags have; `undefined` where there are none. */
export function emitParameterValidators(
  service: Service,
  options: ModuleOptions,
  folder: Folder,
  { shared }: SharedParameters,
): string | undefined {
  if (shared.size === 0) return undefined;
  const graph = graphOf([...shared.keys()]);
  const named = foreign(service, graph);
  const module = createModule(options, graph, new Map([...named, ...shared]), { folder: folder.path });
  for (const [schema, name] of shared) module.declare(schema, name, { name: `validate${name}`, isExported: true });
  const scope = { folder, named, imported: NO_PARAMETERS, own: NO_PARAMETERS, module, held: heldSchemas(service, options.held) };
  return `${generatedBy(service.id)}${imports(scope)}\n${module.chunks().join('\n')}`;
}

const NO_PARAMETERS: ParameterNames = new Map();

function namesIn(schemas: Iterable<Schema>, operations: readonly Operation[]): Map<Schema, string> {
  const names = new Map<Schema, string>();
  for (const schema of schemas) if (schema.name !== undefined) names.set(schema, schema.name);
  for (const operation of operations) names.set(operation.input, `${operation.typeName}Input`);
  return names;
}

/** The schemas of other folders that this folder leads to, whose validators it imports. */
function foreign(service: Service, graph: Graph): Map<Schema, string> {
  return namesIn(service.schemas.filter(graph.has), []);
}

/** Declares a validator as a Standard Schema; bundlers drop the declaration where it is not used. */
function standardForm(name: string, type: string, service: Service, module: ModuleText): string {
  const call = `/* @__PURE__ */ ${module.helper('standardSchema')}(validate${name})`;
  return `export const ${standardName(name, service)}: ${module.type('StandardSchema')}<${type}> = ${call};\n`;
}

interface ImportScope {
  readonly folder: Folder;
  /** The schemas that have a validator in `validators.ts` of this folder or another, by their names. */
  readonly named: ReadonlyMap<Schema, string>;
  /** The schemas whose validators this file declares. */
  readonly own: ReadonlyMap<Schema, string>;
  /** The parameters whose validators are in `parameter-validators.ts`. */
  readonly imported: ParameterNames;
  readonly module: ModuleText;
  readonly held: HeldSchemas;
}

function imports({ folder, named, own, imported, module, held }: ImportScope): string {
  const { helpers, types, called, isLinear } = module.used();
  const byModule = new Map<string, string[]>();
  const add = (from: FileName, name: string): void => {
    const path = folder.locate(from, name);
    const known = byModule.get(path);
    if (known === undefined) byModule.set(path, [name]);
    else known.push(name);
  };
  const addCalled = (from: FileName, names: ReadonlyMap<Schema, string>): void => {
    for (const [schema, name] of names) if (!own.has(schema) && called.has(`validate${name}`)) add(from, `validate${name}`);
  };
  const byName = (a: string, b: string): number => (a.replace(/^type /, '') < b.replace(/^type /, '') ? -1 : 1);
  const fromRuntime = [...helpers, ...[...types].map((type) => `type ${type}`)].sort(byName);
  const lines = fromRuntime.length === 0 ? [] : [importLine('import', fromRuntime, folder.fromHere(module.options.runtime))];
  if (isLinear) lines.push(importLine('import', [LINEAR], folder.fromHere(`${module.options.runtime}/linear`)));
  addCalled('validators', named);
  addCalled('parameter-validators', imported);
  const others = [...byModule].sort(([a], [b]) => (a < b ? -1 : 1));
  lines.push(...others.map(([from, all]) => importLine('import', all.sort(), from)));
  const inputs = new Set(folder.operations.map((operation) => operation.input));
  const guarded = [...own.keys()].filter((schema) => !held.has(schema));
  for (const file of ['operations', 'types'] as const) {
    const isUsed = guarded.some((schema) => inputs.has(schema) === (file === 'operations'));
    if (isUsed) lines.push(namespaceImport(file, moduleOf(file, module.options), true));
  }
  lines.push(...folder.reexports('validators').map(({ module }) => `export * from ${stringLiteral(module)};\n`));
  return lines.join('');
}

function importLine(keyword: string, names: readonly string[], from: string): string {
  const short = `${keyword} { ${names.join(', ')} } from ${stringLiteral(from)};\n`;
  if (short.length <= WIDTH) return short;
  return `${keyword} {\n${names.map((name) => `  ${name},\n`).join('')}} from ${stringLiteral(from)};\n`;
}
