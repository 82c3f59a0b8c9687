// Prints `transforms.ts`: for each schema the changes between the value on the wire and the value that users hold, and for each operation its
// conversion.
import { isStreamFormat } from '../../base/stream-formats.ts';
import { needsMatch } from '../../model/media-type.ts';
import { engineFor } from '../../model/patterns/engine.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { declared } from '../../model/schema/walk.ts';
import type { MediaContent, Operation, Response, Service } from '../../model/service.ts';
import { createImports } from '../files/imports.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { type HeldSchemas, heldAs, heldSchemas, isConverted } from '../held/held.ts';
import { generatedBy, propertyKey, stringLiteral } from '../text/escape.ts';
import { conversionName, formatsName, heldSchemaName, namesOf, operationsOf, transformName, validateName } from '../text/names.ts';
import { patternExpression } from '../validators/checks/string.ts';
import { call, type Expression, type File } from './expression.ts';
import { leafConstants, leafKey, leafNames } from './leaves.ts';
import { createNameConstants } from './names.ts';
import { objectLiteral } from './object-literal.ts';
import { unionPart } from './unions.ts';

/** The text, and the unnamed branches of unions that it tests, with the names under which `validators.ts` must export their validators. */
export interface Transforms {
  readonly text: string;
  readonly tests: ReadonlyMap<Schema, string>;
}

/** Prints a transform for each schema and operation whose values users hold in another form than they are sent. */
export function emitTransforms(service: Service, options: EmitOptions, folder: Folder = wholeOf(service, options)): Transforms {
  const held = heldSchemas(service, options.held);
  const { taken } = namesOf(service);
  const leaves = leafNames(held, new Set([...taken, ...folder.declared('transforms')]));
  const imports = createImports({ options, folder, file: 'transforms', taken, locals: [...leaves.values()].map(({ name }) => name) });
  const constants = createNameConstants(held, new Set([...taken, ...folder.declared('transforms'), ...ownFunctions(held)]));
  const file: File = { held, imports, tests: new Map(), patterns: options.patterns ?? 'linear', leaves, names: constants };
  const transforms = [
    ...service.schemas.filter((schema) => held.has(schema)).map((schema) => schemaTransform(schema, file)),
    ...operationsOf(service)
      .filter((operation) => isConverted(operation, held))
      .map((operation) => operationConversion(operation, file)),
  ];
  const parts = [...leafConstants(leaves, imports, options.formats), ...constants.declarations(), ...transforms];
  return { text: [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n'), tests: file.tests };
}

/** Functions of the user that the file may import. */
function ownFunctions({ options }: HeldSchemas): string[] {
  return Object.values(options).flatMap((form) => (form.kind === 'own' ? [form.read, form.write] : []));
}

function schemaTransform(schema: Schema, file: File): string {
  const { imports } = file;
  const { name = '' } = schema;
  const type = imports.type('runtime', 'Transform');
  const inner = structure(schema, `${name}_`, file);
  const names = file.names.transform([schema], imports);
  // Other schemas refer to the transform without the names, which belong to the whole value.
  const apart = inner === undefined || names === undefined ? '' : `const ${formatsName(name)}: ${type} = ${constant(inner, file)};\n`;
  const whole = apart === '' ? inner : { text: formatsName(name), isFunction: false };
  const transform = constant(named(whole, names, file), file);
  const validate = imports.value('validators', validateName(name));
  const standard = call(file, 'standardSchema', validate, transformName(name));
  return (
    `${apart}export const ${transformName(name)}: ${type} = ${transform};\n` +
    `export const ${heldSchemaName(name)}: ${imports.type('runtime', 'StandardSchema')}<unknown, ${imports.named(name)}> = ${standard.text};\n`
  );
}

/** A transform for a constant: what an expression of a function returns may be declared later in the file. */
function constant(expression: Expression | undefined, file: File): string {
  if (expression?.isFunction === false) return expression.text;
  return call(file, 'allTransform', ...(expression === undefined ? [] : [expression])).text;
}

/** The transform of a whole value: that of its parts, and around it that of its names. `undefined` if it changes nothing. */
function wholeOfValue(schema: Schema, hint: string, file: File): Expression | undefined {
  const target = declared(schema);
  if (target !== undefined && file.held.has(target)) return { text: `() => ${transformName(target.name)}`, isFunction: true };
  return named(partOf(schema, hint, file), file.names.transform([schema], file.imports), file);
}

/** A transform with that of the names around it, where there are some. */
function named(inner: Expression | undefined, names: string | undefined, file: File): Expression | undefined {
  if (names === undefined) return inner;
  return inner === undefined ? { text: names, isFunction: false } : call(file, 'withNames', inner, names);
}

/** The transform of a schema without its names; `undefined` if it changes nothing. */
function partOf(schema: Schema, hint: string, file: File): Expression | undefined {
  const target = declared(schema);
  if (target === undefined) return structure(schema, hint, file);
  if (!file.held.converts(schema)) return undefined;
  const name = file.names.transform([target], file.imports) === undefined ? transformName(target.name) : formatsName(target.name);
  return { text: `() => ${name}`, isFunction: true };
}

/** The transform of the schema's own texts or numbers. */
function leafOf(schema: Schema, { imports, held, leaves }: File): Expression | undefined {
  const form = heldAs(schema, held.options);
  switch (form?.kind) {
    case undefined:
    case 'brand':
      return undefined;
    case 'date':
      return { text: imports.value('runtime', 'dateTimeAsDate'), isFunction: false };
    case 'integer':
      return { text: imports.value('runtime', `${schema.format}${form.as === 'bigint' ? 'AsBigint' : 'AsString'}`), isFunction: false };
    case 'temporal':
    case 'own':
      return { text: leaves.get(leafKey(schema, form))?.name ?? '', isFunction: false };
  }
}

/** The transform of the schema's own keywords; `undefined` if they change nothing. */
function structure(schema: Schema, hint: string, file: File): Expression | undefined {
  if (!file.held.converts(schema)) return undefined;
  const parts: Expression[] = [];
  const add = (part: Expression | undefined): void => {
    if (part !== undefined && !parts.some(({ text }) => text === part.text)) parts.push(part);
  };
  add(leafOf(schema, file));
  if (schema.ref !== undefined) add(partOf(schema.ref, hint, file));
  for (const [index, part] of (schema.allOf ?? []).entries()) add(partOf(part, `${hint}All${index + 1}`, file));
  add(objectPart(schema, hint, file));
  add(arrayPart(schema, hint, file));
  add(branchesPart(schema, schema.anyOf, `${hint}Any`, file));
  add(branchesPart(schema, schema.oneOf, `${hint}One`, file));
  return parts.length < 2 ? parts[0] : call(file, 'allTransform', ...parts);
}

function objectPart(schema: Schema, hint: string, file: File): Expression | undefined {
  const properties = members(schema.properties ?? new Map(), hint, file);
  const rest = schema.additionalProperties === undefined ? undefined : partOf(schema.additionalProperties, `${hint}Value`, file);
  const patterns = [...(schema.patternProperties ?? [])].flatMap(([pattern, part], index) => {
    // `rest` does not apply to names that a pattern matches, so a pattern is printed even if its schema needs no transform.
    const transform = partOf(part, `${hint}Pattern${index + 1}`, file) ?? (rest === undefined ? undefined : call(file, 'allTransform'));
    const engine = engineFor(pattern, undefined, file.patterns);
    const test = patternExpression(pattern, engine, () => file.imports.value('runtime/linear', 'linear'));
    return transform === undefined || test === undefined ? [] : [`[${test}, ${transform.text}]`];
  });
  const others = rest === undefined ? [] : [...(schema.properties?.keys() ?? [])].filter((name) => !properties.has(name));
  const fields = [
    ...(properties.size === 0 ? [] : [`properties: ${objectLiteral([...properties.values()])}`]),
    ...(patterns.length === 0 ? [] : [`patterns: [${patterns.join(', ')}]`]),
    ...(rest === undefined ? [] : [`rest: ${rest.text}`]),
    ...(others.length === 0 ? [] : [`known: [${others.map(stringLiteral).join(', ')}]`]),
  ];
  return fields.length === 0 ? undefined : call(file, 'objectTransform', `{ ${fields.join(', ')} }`);
}

function members(properties: ReadonlyMap<string, Schema>, hint: string, file: File, of: typeof partOf = partOf): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, property] of properties) {
    const transform = of(property, `${hint}${pascal(name)}`, file);
    if (transform !== undefined) found.set(name, `${propertyKey(name)}: ${transform.text}`);
  }
  return found;
}

function pascal(name: string): string {
  const words = name
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .split(' ');
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

function arrayPart(schema: Schema, hint: string, file: File): Expression | undefined {
  const items = schema.items === undefined ? undefined : partOf(schema.items, `${hint}Item`, file);
  const first = (schema.prefixItems ?? []).map((part, index) => partOf(part, `${hint}Item${index}`, file));
  if (items === undefined && first.every((part) => part === undefined)) return undefined;
  const prefix = first.length === 0 ? [] : [`[${first.map((part) => part?.text ?? 'undefined').join(', ')}]`];
  return call(file, 'arrayTransform', items ?? 'undefined', ...prefix);
}

function branchesPart(schema: Schema, all: readonly Schema[] | undefined, hint: string, file: File): Expression | undefined {
  const branches = (all ?? []).filter((branch) => branch.boolean !== false);
  const parts = branches.map((branch, index) => partOf(branch, `${hint}${index + 1}`, file));
  return unionPart({ schema, branches, parts }, hint, file);
}

function operationConversion(operation: Operation, file: File): string {
  const { imports } = file;
  const input = inputPart(operation, file) ?? 'undefined';
  const responses = operation.responses.map((response) => ({
    status: response.status,
    fields: responseFields(operation, response, file),
  }));
  const rows = responses.map(({ status, fields }) => `${propertyKey(status)}: ${fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`}`);
  const isIdle = responses.every(({ fields }) => fields.length === 0);
  const conversion = call(file, 'conversion', input, isIdle ? '{}' : objectLiteral(rows));
  return `export const ${conversionName(operation)}: ${imports.type('runtime', 'Conversion')} = ${conversion.text};\n`;
}

/** The transform of an input; the items of a stream need one of their own, since the input's schema does not contain them. */
function inputPart(operation: Operation, file: File): Expression | undefined {
  const hint = `${operation.typeName}Input_`;
  const whole = named(structure(operation.input, hint, file), file.names.transform([operation.input], file.imports), file);
  const contents = operation.body?.contents ?? [];
  const parts = contents.flatMap((content) => {
    const items = streamPart(content, `${hint}Item`, file);
    return items === undefined ? [] : [`${propertyKey(content.contentType)}: ${items.text}`];
  });
  const [first] = contents;
  if (first === undefined || parts.length === 0) return whole;
  const body = call(file, 'bodyTransform', stringLiteral(first.contentType), objectLiteral(parts));
  return whole === undefined ? body : call(file, 'allTransform', whole, body);
}

function streamPart(content: MediaContent, hint: string, file: File): Expression | undefined {
  if (!isStreamFormat(content.kind)) return undefined;
  const item = content.schema === undefined ? undefined : wholeOfValue(content.schema, hint, file);
  return item === undefined ? undefined : call(file, 'streamTransform', item);
}

/** The fields of a response's conversion; empty if nothing in the response changes. */
function responseFields(operation: Operation, response: Response, file: File): string[] {
  const hint = `${operation.typeName}Result_${response.status}`;
  const bodies = response.contents.map((content) => {
    const { schema, contentType } = content;
    const part = streamPart(content, hint, file) ?? (schema === undefined ? undefined : wholeOfValue(schema, hint, file));
    return [contentType, part] as const;
  });
  const isMatched = needsMatch(response.contents);
  const rows = bodies.flatMap(([contentType, part]) =>
    part === undefined && !isMatched ? [] : [`${propertyKey(contentType)}: ${part?.text ?? 'undefined'}`],
  );
  const schemas = new Map(response.headers.map((header) => [header.name, header.schema]));
  const headers = members(schemas, `${hint}Header`, file, wholeOfValue);
  return [
    ...(headers.size === 0
      ? []
      : [`headers: ${call(file, 'objectTransform', `{ properties: ${objectLiteral([...headers.values()])} }`).text}`]),
    ...(bodies.every(([, part]) => part === undefined)
      ? []
      : [`bodies: ${objectLiteral(rows)}`, ...(isMatched ? [`match: ${file.imports.value('runtime', 'mostSpecific')}`] : [])]),
  ];
}
