// Prints `zod.ts` and `valibot.ts`: each named schema as a schema of the library, with the verdict of its validator.
import { jsonText } from '../../base/exact.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { components } from '../../model/schema/walk.ts';
import type { Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import type { Folder } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { heldSchemas, isExact } from '../held/held.ts';
import { docComment, generatedBy, identifier } from '../text/escape.ts';
import { libraryNames, namesOf, validateName } from '../text/names.ts';
import { inline } from '../text/type-text.ts';
import { createTypes } from '../types/type-of.ts';
import { declarationNode } from './build.ts';
import { type Check, code, type Node, plain, takesUndefined } from './node.ts';
import type { BuildScope } from './parts.ts';
import { type Dialect, type Helper, printNode } from './print.ts';
import { VALIBOT_HELPERS, valibotDialect } from './valibot.ts';
import { ZOD_HELPERS, zodDialect } from './zod.ts';

interface Library {
  readonly file: 'zod' | 'valibot';
  /** The statement that imports it, as one letter. */
  readonly statement: string;
  readonly infer: (constant: string) => string;
  readonly helpers: Readonly<Partial<Record<Helper, string>>>;
  /** What a helper calls of `@octavo/runtime/refine`. */
  readonly calls: Readonly<Partial<Record<Helper, readonly string[]>>>;
  readonly dialect: (helper: (name: Helper) => string) => Dialect;
}

const ZOD: Library = {
  file: 'zod',
  statement: "import * as z from 'zod';\n",
  infer: (constant) => `z.infer<typeof ${constant}>`,
  helpers: ZOD_HELPERS,
  calls: {},
  dialect: zodDialect,
};

const VALIBOT: Library = {
  file: 'valibot',
  statement: "import * as v from 'valibot';\n",
  infer: (constant) => `v.InferOutput<typeof ${constant}>`,
  helpers: VALIBOT_HELPERS,
  calls: { xor: ['forValibot', 'oneOf'] },
  dialect: valibotDialect,
};

export function emitZod(service: Service, options: EmitOptions, folder: Folder): string {
  return emitLibrary(ZOD, service, options, folder);
}

export function emitValibot(service: Service, options: EmitOptions, folder: Folder): string {
  return emitLibrary(VALIBOT, service, options, folder);
}

function emitLibrary(library: Library, service: Service, options: EmitOptions, folder: Folder): string {
  const imports = createImports({
    options,
    folder,
    file: library.file,
    taken: namesOf(service).taken,
    locals: ['z', 'v', 'object', 'noList', 'list', 'xor', 'typed', 'later'],
  });
  const used = new Set<Helper>();
  const dialect = library.dialect((name) => {
    used.add(name);
    for (const one of library.calls[name] ?? []) imports.value('runtime/refine', one);
    return name;
  });
  const constants = libraryNames(service);
  const declared = new Map<Schema, Node>();
  const scope = scopeOf({ library, service, options, imports, constants, declared });
  const declarations: string[] = [];
  for (const schema of inOrder(service.schemas)) {
    const node = declarationNode(schema, scope);
    const text = printNode(node, dialect, (name) => imports.value('runtime/refine', name));
    declared.set(schema, node);
    const doc = docComment([schema.description ?? schema.title ?? ''], '', schema.deprecated === true ? [{ name: 'deprecated' }] : []);
    declarations.push(`${doc}export const ${constants.get(schema)} = ${text};\n`);
  }
  const helpers = (Object.keys(library.helpers) as Helper[]).flatMap((name) => (used.has(name) ? (library.helpers[name] ?? []) : []));
  if (declarations.length === 0) declarations.push('export {};\n');
  const head = `${generatedBy(service.id)}${service.schemas.length === 0 ? '' : library.statement}${imports.text()}`;
  return [head, ...helpers, ...declarations].join('\n');
}

interface ScopeParts {
  readonly library: Library;
  readonly service: Service;
  readonly options: EmitOptions;
  readonly imports: Imports;
  readonly constants: ReadonlyMap<Schema, string>;
  readonly declared: ReadonlyMap<Schema, Node>;
}

function scopeOf({ library, service, options, imports, constants, declared }: ScopeParts): BuildScope {
  const held = heldSchemas(service, options.held);
  const byName = new Map(service.schemas.map((schema) => [schema.name ?? '', schema]));
  // The schemas judge what is sent, and `types.ts` has what users hold.
  const named = (name: string): string => {
    const schema = byName.get(name);
    if (schema === undefined || !held.has(schema)) return imports.named(name);
    return declared.has(schema) ? library.infer(constants.get(schema) ?? '') : 'unknown';
  };
  // The schemas judge values as they are sent, which have no types of formats.
  const asSent = { brand: String, foreign: (_: string, name: string) => name };
  const types = createTypes({ named, global: imports.global, ...asSent }, undefined, 'wire');
  const typeText = (schema: Schema): string => (schema.name === undefined ? inline(types.of(schema)) : named(schema.name));
  return {
    options,
    isExact: (schema) => options.held !== undefined && isExact(schema, options.held),
    types: createTypes({ named: String, global: String, ...asSent }, undefined, 'wire'),
    runtime: (name) => imports.value('runtime', name),
    linear: () => imports.value('runtime/linear', 'linear'),
    typeText,
    declared: (schema) => declared.get(schema),
    reference(schema) {
      const constant = constants.get(schema);
      if (constant === undefined) throw new Error(`The schema ${jsonText(schema.name)} is not one of the service.`);
      const node = declared.get(schema);
      if (node === undefined) return plain({ kind: 'reference', constant, later: typeText(schema), takesUndefined: true });
      return plain({ kind: 'reference', constant, takesUndefined: takesUndefined(node) });
    },
    validator(schema): Check {
      const validate = imports.value('validators', validateName(identifier(schema.name ?? '')));
      return { call: 'also', with: [code(`${imports.value('runtime', 'standardSchema')}(${validate})`)] };
    },
  };
}

/** The schemas in the order of the document, but each after those that it refers to, as far as they do not refer to one another. */
function inOrder(schemas: readonly Schema[]): readonly Schema[] {
  const own = new Set(schemas);
  return components(schemas).flatMap((group) => {
    const inside = new Set(group);
    return group.length === 1 ? group.filter((schema) => own.has(schema)) : schemas.filter((schema) => inside.has(schema));
  });
}
