// Names that the document or the configuration gives to operations and schemas: read and judged before any other name is chosen, and used exactly.
import type { Location, Problems } from '../../base/problem.ts';
import { closest } from '../../base/suggest.ts';
import { child, type DocumentNode, keyOf } from '../document-node.ts';
import type { OperationSource } from '../operations/operation-source.ts';
import { operationId } from '../operations/operations.ts';
import { beginsWell, camelCase, pascalCase } from './names.ts';

type Names = Readonly<Record<string, string>>;

/** The option `names` of the configuration. Its names win over `x-octavo-name`. */
export interface NamesOptions {
  /** Names of operations, by `operationId`, or by method and path. */
  readonly operations?: Names;
  /** Names of schemas, by their keys under `components.schemas`. */
  readonly schemas?: Names;
  /**
   * Names of parameters, by name (`page_token`), or by place and name (`query.page_token`); or the case of all. Default: as the document has them.
   */
  readonly parameters?: 'camelCase' | Names;
  /** The case of properties. Default: as the document has them. */
  readonly properties?: 'camelCase';
}

/** A name that is used as it is. */
export interface GivenName {
  readonly name: string;
  /** `x-octavo-name`, or the part that the configuration names. */
  readonly location: Location;
}

/** Something that asks for a name, and the text that it asks with. */
export interface Claim {
  readonly text: string;
  readonly location: Location;
  /** The name that it has whatever its text is. */
  readonly given?: GivenName | undefined;
}

/** Why the name is not the one that the document has. */
export function reason(name: string): string {
  return beginsWell(name) ? `${name} has a meaning there` : 'no name may be as it is written';
}

type NamedPart = 'operation' | 'schema';

/** What has the name, as messages call it: `the operation 'get_user_v2'`. */
interface Named {
  readonly part: NamedPart;
  /** The name or key that the document has. */
  readonly text: string;
  readonly node: DocumentNode;
  /** The place of its own name. */
  readonly location: Location;
}

const LEGAL = /^\p{ID_Start}\p{ID_Continue}*$/u;

/** The name that the configuration (`wanted`) or `x-octavo-name` gives, if it may stand in code. One that may not is an error. */
function readGivenName({ part, text, node, location }: Named, wanted: unknown, problems: Problems): GivenName | undefined {
  const written = child(node, 'x-octavo-name');
  const isConfigured = wanted !== undefined;
  const name = isConfigured ? wanted : written.value;
  if (name === undefined) return undefined;
  const at = isConfigured ? location : written.location;
  if (typeof name === 'string' && isLegal(part, name)) return { name, location: at };
  const beginning = `beginning with ${part === 'schema' ? 'a capital' : 'a small letter'}`;
  const fix = `Write letters, digits and \`_\`, ${beginning}, such as \`${suggestion(part, name, text)}\`.`;
  problems.add(nameInvalid(`${part} '${text}'`, name, isConfigured, fix, at));
  return undefined;
}

/** A given name that may not stand in code. */
export function nameInvalid(what: string, name: unknown, isConfigured: boolean, fix: string, location: Location): Problems['list'][number] {
  const giver = isConfigured ? 'the configuration' : '`x-octavo-name`';
  const shown = typeof name === 'string' ? `\`${name}\`` : 'a value that is no text';
  const message = `The ${what} cannot have the name that ${giver} gives it: ${shown}.`;
  return { code: 'name-invalid', severity: 'error', message, fix, location };
}

/** A type begins as no word of the language does, and a method as types do not. */
function isLegal(part: NamedPart, name: string): boolean {
  const [first = ''] = name;
  return LEGAL.test(name) && name === name.normalize('NFC') && first === (part === 'schema' ? first.toUpperCase() : first.toLowerCase());
}

function suggestion(part: NamedPart, name: unknown, text: string): string {
  const near = [name, text].map((one) => (part === 'schema' ? pascalCase : camelCase)(typeof one === 'string' ? one : ''));
  return near.find((one) => beginsWell(one)) ?? (part === 'schema' ? 'User' : 'getUser');
}

/** Two parts that ask for one name. */
export function nameTaken(
  part: NamedPart,
  given: GivenName,
  text: string,
  why: string,
  other: Location | undefined,
): Problems['list'][number] {
  return {
    code: 'name-taken',
    severity: 'error',
    message: `The ${part} '${text}' cannot have the name ${given.name}: ${why}.`,
    fix: `Give ${other === undefined ? `the ${part}` : 'one of the two'} another name.`,
    location: given.location,
    ...(other === undefined ? {} : { related: [{ message: 'The other is here.', location: other }] }),
  };
}

/** What the configuration calls an operation: by method and path, which is one operation, rather than by an id that two may have. */
function operationEntry(source: OperationSource, names: Names): string | undefined {
  const id = operationId(source);
  const keys = [`${source.method} ${source.key}`, ...(id === undefined ? [] : [id])];
  return keys.find((key) => Object.hasOwn(names, key));
}

export function givenOperationName(source: OperationSource, { operations = {} }: NamesOptions, problems: Problems): GivenName | undefined {
  const key = operationEntry(source, operations);
  const text = operationId(source) ?? `${source.method} ${source.key}`;
  const named = { part: 'operation', text, node: source.node, location: source.location } as const;
  return readGivenName(named, key === undefined ? undefined : operations[key], problems);
}

export function givenSchemaName(
  key: string,
  node: DocumentNode,
  { schemas = {} }: NamesOptions,
  problems: Problems,
): GivenName | undefined {
  const wanted = Object.hasOwn(schemas, key) ? schemas[key] : undefined;
  return readGivenName({ part: 'schema', text: key, node, location: keyOf(node) }, wanted, problems);
}

/** An error for each entry of the configuration that names no operation. `all`: those of the document, whatever is generated of it. */
export function checkOperationEntries(
  { operations = {} }: NamesOptions,
  all: readonly OperationSource[],
  place: Location,
  problems: Problems,
): void {
  const used = new Set(all.map((source) => operationEntry(source, operations)));
  const known = new Set(all.flatMap((source) => [operationId(source) ?? '', `${source.method} ${source.key}`]));
  const how = 'Write an operationId, or method and path as in `GET /users/{id}`.';
  for (const key of Object.keys(operations)) if (!used.has(key)) problems.add(unusedEntry('operation', key, known, how, place));
}

export function checkSchemaEntries({ schemas = {} }: NamesOptions, keys: readonly string[], place: Location, problems: Problems): void {
  const known = new Set(keys);
  const how = 'Write a key of `components.schemas`.';
  for (const key of Object.keys(schemas)) if (!known.has(key)) problems.add(unusedEntry('schema', key, known, how, place));
}

/** An entry of the configuration that names nothing, or that another one makes idle. */
export function unusedEntry(
  part: NamedPart | 'parameter',
  key: string,
  known: ReadonlySet<string>,
  how: string,
  location: Location,
): Problems['list'][number] {
  const near = closest(key, known);
  return {
    code: 'name-unknown',
    severity: 'error',
    ...(known.has(key)
      ? {
          message: `The configuration names the ${part} '${key}' twice: ${part === 'operation' ? 'by its operationId, and by its method and path' : 'by its name alone, and by its place and name'}.`,
          fix: 'Remove one of the two entries.',
        }
      : {
          message: `The configuration gives a name to the ${part} '${key}', which this document does not have.`,
          fix: `${how}${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
        }),
    location,
  };
}
