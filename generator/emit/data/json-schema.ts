// Prints the files of `json-schema/`: each named schema as JSON Schema 2020-12, for tools that take no TypeScript.
import { jsonText } from '../../base/exact.ts';
import { isDevice } from '../../model/names/names.ts';
import { plainSchema } from '../../model/schema/plain.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import type { Service } from '../../model/service.ts';
import type { EmitOptions } from '../files/options.ts';

type Members = { readonly [keyword: string]: JsonValue };

const FOLDER = 'json-schema';
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The texts by path. */
export function emitJsonSchemas(
  service: Pick<Service, 'schemas'>,
  { jsonSchema: option }: Pick<EmitOptions, 'jsonSchema'>,
): Map<string, string> {
  const files = new Map<string, string>();
  if (option === undefined || option === false) return files;
  const paths = fileNames(service.schemas);
  const byName = new Map(service.schemas.map((schema) => [schema.name ?? '', schema]));
  for (const schema of service.schemas) {
    const $id = paths.get(schema.name ?? '') ?? '';
    const body =
      option === 'bundled' ? bundledSchema(schema, byName) : members(schema, (name) => encodeURIComponent(paths.get(name) ?? ''));
    files.set(`${FOLDER}/${$id}`, `${jsonText({ $schema: DIALECT, $id, ...body }, 2)}\n`);
  }
  return files;
}

function members(schema: Schema, reference: (name: string) => string): Members {
  const data = plainSchema(schema, { reference }, true);
  // A file needs an object, for `$id`.
  if (data === false) return { not: {} };
  return data === true ? {} : (data as Members);
}

/** The schema with all that it leads to under `$defs`, in the order in which they are met. */
function bundledSchema(schema: Schema, byName: ReadonlyMap<string, Schema>): Members {
  const met = new Set<string>();
  const reference = (name: string): string => {
    if (name === schema.name) return '#';
    met.add(name);
    return `#/$defs/${encodeURIComponent(name)}`;
  };
  const body = members(schema, reference);
  const definitions: [string, JsonValue][] = [];
  // A set gives what is added to it while it is read.
  for (const name of met) {
    const target = byName.get(name);
    if (target !== undefined) definitions.push([name, plainSchema(target, { reference }, true)]);
  }
  return definitions.length === 0 ? body : { ...body, $defs: Object.fromEntries(definitions) };
}

/** The file of each schema, by its name: different also where a file system ignores case. */
function fileNames(schemas: readonly Schema[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const { name = '' } of schemas) {
    const plain = name.replaceAll(/[^\w]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'schema';
    const base = isDevice(plain) ? `${plain}_` : plain;
    let file = base;
    for (let count = 2; taken.has(file.toLowerCase()); count++) file = `${base}-${count}`;
    taken.add(file.toLowerCase());
    names.set(name, `${file}.json`);
  }
  return names;
}
