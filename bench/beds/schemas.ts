// What a bed reads of its own document: operations, and schemas as a validator wants them, one set for requests and one for responses.
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { load } from 'js-yaml';

export type Schema = Record<string, unknown>;
export type Direction = 'request' | 'response';

interface Reference {
  readonly $ref?: string;
}

export interface Parameter extends Reference {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly explode?: boolean;
}

interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Header extends Reference {
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Response extends Reference {
  readonly headers?: Record<string, Header>;
  readonly content?: Record<string, Media>;
}

export interface Operation {
  readonly operationId: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, Media> };
  readonly responses: Record<string, Response>;
}

export interface OpenApi {
  readonly security?: readonly Record<string, unknown>[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, unknown>> & { readonly schemas: Record<string, Schema> };
}

/** The operations of a path, each with the parameters that the path has for all of them. */
function operationsOf({ parameters, ...operations }: Record<string, unknown>): Record<string, Operation> {
  const shared = (parameters ?? []) as readonly Parameter[];
  const all = Object.entries(operations as Record<string, Operation>);
  return Object.fromEntries(
    all.map(([method, operation]) => [method, { ...operation, parameters: [...shared, ...(operation.parameters ?? [])] }]),
  );
}

export function readDocument(path: string): OpenApi {
  const { paths, ...others } = load(readFileSync(path, 'utf8')) as OpenApi;
  return { ...others, paths: Object.fromEntries(Object.entries(paths).map(([name, item]) => [name, operationsOf(item)])) };
}

/** What a reference to a component stands for. */
export function resolve<T extends Reference>(document: OpenApi, value: T): T {
  if (value.$ref === undefined) return value;
  const [kind = '', name = ''] = value.$ref.split('/').slice(2);
  return document.components[kind]?.[name] as T;
}

/** The schema of the body that an operation takes, or one that takes anything. */
export const bodySchemaOf = ({ requestBody }: Operation): Schema => Object.values(requestBody?.content ?? {})[0]?.schema ?? {};

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a body without the members that a caller cannot set. */
export function withoutReadOnly(document: OpenApi, value: unknown, schema: Schema): unknown {
  const { properties, items } = resolve(document, schema as { $ref?: string }) as { properties?: Record<string, Schema>; items?: Schema };
  if (Array.isArray(value)) return items === undefined ? value : value.map((one) => withoutReadOnly(document, one, items));
  if (!isObject(value) || properties === undefined) return value;
  const members = Object.entries(value).filter(([name]) => properties[name]?.readOnly !== true);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutReadOnly(document, member, properties[name] ?? {})]));
}

function mapSchemas(schemas: unknown, direction: Direction): Schema {
  return Object.fromEntries(Object.entries(schemas as Schema).map(([name, schema]) => [name, jsonSchema(schema as Schema, direction)]));
}

/** Read-only members of a request may be anything, since a server ignores them. Write-only members of a response may not be there. */
function properties(schema: Schema, direction: Direction): Schema {
  const all = Object.entries(schema.properties as Record<string, Schema>);
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  const absent = new Set(all.filter(([, property]) => property[hidden] === true).map(([name]) => name));
  const shown = all.filter(([name]) => direction === 'request' || !absent.has(name));
  return {
    properties: Object.fromEntries(shown.map(([name, property]) => [name, absent.has(name) ? {} : jsonSchema(property, direction)])),
    required: ((schema.required as string[] | undefined) ?? []).filter((name) => !absent.has(name)),
  };
}

const COMBINED = ['oneOf', 'allOf'] as const;

/** A schema of OpenAPI 3.0 or 3.1 as JSON Schema. */
function jsonSchema(schema: Schema, direction: Direction): Schema {
  if (typeof schema.$ref === 'string') return { $ref: `${direction}#/definitions/${schema.$ref.split('/').at(-1)}` };
  const { discriminator: _, example: __, exclusiveMinimum, exclusiveMaximum, ...kept } = schema;
  const made: Schema = { ...kept };
  if (exclusiveMinimum !== undefined && exclusiveMinimum !== false)
    made.exclusiveMinimum = exclusiveMinimum === true ? schema.minimum : exclusiveMinimum;
  if (exclusiveMaximum !== undefined && exclusiveMaximum !== false)
    made.exclusiveMaximum = exclusiveMaximum === true ? schema.maximum : exclusiveMaximum;
  if (isObject(schema.properties)) Object.assign(made, properties(schema, direction));
  if (isObject(schema.items)) made.items = jsonSchema(schema.items, direction);
  if (isObject(schema.additionalProperties)) made.additionalProperties = jsonSchema(schema.additionalProperties, direction);
  for (const name of COMBINED) {
    const schemas = schema[name];
    if (Array.isArray(schemas)) made[name] = schemas.map((one) => jsonSchema(one as Schema, direction));
  }
  return made;
}

/** Whether a number has at most as many decimals as the step: binary fractions make a division of them wrong. */
function isMultiple(step: number, value: number): boolean {
  const decimals = (number: number): number => {
    const [digits = '', exponent = '0'] = number.toString().split('e');
    return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
  };
  const places = Math.max(decimals(step), decimals(value));
  if (places > 20) return false;
  const whole = (number: number): bigint => {
    const [digits = '', exponent = '0'] = number.toString().split('e');
    const [before = '', after = ''] = digits.split('.');
    return BigInt(before + after) * 10n ** BigInt(places - after.length + Number(exponent));
  };
  return whole(value) % whole(step) === 0n;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Validators of the schemas of a document, for one direction. Those of requests fill in defaults. */
export function schemaCompiler(document: OpenApi, direction: Direction): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv({
    strict: false,
    meta: false,
    validateSchema: false,
    logger: false,
    allErrors: true,
    // To shorten the code that is made takes longer than what beds are asked to check saves.
    code: { optimize: false },
    useDefaults: direction === 'request',
  });
  formats.default(ajv);
  const dateTime = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  // Versions of the package of formats differ in whether a time may lack its offset.
  ajv.addFormat('date-time', (text: string) => /T.*(Z|[+-]\d\d:\d\d)$/i.test(text) && dateTime.validate(text));
  ajv.addFormat('uuid', UUID);
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', validate: isMultiple });
  ajv.addSchema({ $id: direction, definitions: mapSchemas(document.components.schemas, direction) });
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema) => {
    const known = compiled.get(schema) ?? ajv.compile(jsonSchema(schema, direction));
    compiled.set(schema, known);
    return known;
  };
}
