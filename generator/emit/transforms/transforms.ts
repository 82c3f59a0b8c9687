// Prints `transforms.ts`: for each schema the changes between the value on the wire and the value that users hold, and for each operation its conversion.
import { isStreamFormat } from '../../base/stream-formats.ts';
import { needsMatch } from '../../model/media-type.ts';
import { engineFor, type PatternOption } from '../../model/patterns/engine.ts';
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { declared } from '../../model/schema/walk.ts';
import type { MediaContent, Operation, Response, Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { type HeldSchemas, heldAs, heldSchemas, isConverted } from '../held/held.ts';
import { generatedBy, identifier, propertyKey, stringLiteral } from '../text/escape.ts';
import { conversionName, formatsName, heldSchemaName, namesOf, operationsOf, transformName, validateName } from '../text/names.ts';
import { kindsOf, NULL, STRING } from '../types/kinds.ts';
import { patternExpression } from '../validators/checks/string.ts';
import { requiredStrings } from '../validators/plan/facts.ts';
import { type LeafConstants, leafConstants, leafKey, leafNames } from './leaves.ts';
import { createNameConstants, type NameConstants } from './names.ts';
import { objectLiteral } from './object-literal.ts';

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

interface File {
  readonly held: HeldSchemas;
  readonly imports: Imports;
  readonly patterns: PatternOption;
  readonly tests: Map<Schema, string>;
  readonly leaves: LeafConstants;
  readonly names: NameConstants;
}

/** An expression for a transform, or for a function that returns one, since the schema's constant may be declared later in the file. */
interface Expression {
  readonly text: string;
  readonly isFunction: boolean;
}

function call(file: File, name: string, ...args: readonly (string | Expression)[]): Expression {
  const texts = args.map((arg) => (typeof arg === 'string' ? arg : arg.text));
  return { text: `/* @__PURE__ */ ${file.imports.value('runtime', name)}(${texts.join(', ')})`, isFunction: false };
}

function schemaTransform(schema: Schema, file: File): string {
  const { imports } = file;
  const { name = '' } = schema;
  const type = imports.type('runtime', 'Transform');
  const inner = file.held.converts(schema) ? structure(schema, `${name}_`, file) : undefined;
  const names = file.names.transform([schema], imports);
  // Other schemas refer to the transform without the names, which belong to the whole value.
  const apart = inner === undefined || names === undefined ? '' : `const ${formatsName(name)}: ${type} = ${constant(inner, file)};\n`;
  const whole = apart === '' ? inner : { text: formatsName(name), isFunction: false };
  const transform = constant(names === undefined ? whole : named(whole, names, file), file);
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
  const inner = partOf(schema, hint, file);
  const names = file.names.transform([schema], file.imports);
  return names === undefined ? inner : named(inner, names, file);
}

function named(inner: Expression | undefined, names: string, file: File): Expression {
  return inner === undefined ? { text: names, isFunction: false } : call(file, 'withNames', inner, names);
}

/** The transform of a schema without its names; `undefined` if it changes nothing. */
function partOf(schema: Schema, hint: string, file: File): Expression | undefined {
  if (!file.held.converts(schema)) return undefined;
  const target = declared(schema);
  if (target === undefined) return structure(schema, hint, file);
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

function structure(schema: Schema, hint: string, file: File): Expression | undefined {
  const parts: Expression[] = [];
  const add = (part: Expression | undefined): void => {
    if (part !== undefined && !parts.some(({ text }) => text === part.text)) parts.push(part);
  };
  add(leafOf(schema, file));
  if (schema.ref !== undefined) add(partOf(schema.ref, hint, file));
  for (const [index, part] of (schema.allOf ?? []).entries()) add(partOf(part, `${hint}All${index + 1}`, file));
  add(objectPart(schema, hint, file));
  add(arrayPart(schema, hint, file));
  add(unionPart(schema, 'anyOf', hint, file));
  add(unionPart(schema, 'oneOf', hint, file));
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

/** A transform that finds the branch by a tag that the branches require, by the kind of value, or by running their validators. */
function unionPart(schema: Schema, keyword: 'anyOf' | 'oneOf', hint: string, file: File): Expression | undefined {
  const branches = (schema[keyword] ?? []).filter((branch) => branch.boolean !== false);
  const word = keyword === 'anyOf' ? 'Any' : 'One';
  const parts = branches.map((branch, index) => partOf(branch, `${hint}${word}${index + 1}`, file));
  const needed = parts.filter((part) => part !== undefined);
  const [only] = needed;
  if (only === undefined) return undefined;
  if (branches.length === 1) return only;
  const tagged = taggedPart(schema, branches, parts, file);
  if (tagged !== undefined) return tagged;
  return testedPart(branches, parts, `${hint}${word}`, file);
}

/** A transform that finds the branch by the kind of value if no two branches share a kind, else by running their validators. */
function testedPart(branches: readonly Schema[], parts: readonly (Expression | undefined)[], hint: string, file: File): Expression {
  const needed = parts.filter((part) => part !== undefined);
  const [only] = needed;
  if (areApart(branches, file)) return needed.length === 1 && only !== undefined ? only : call(file, 'allTransform', ...needed);
  const tests = branches.map((branch, index) => {
    const part = parts[index];
    return `[${testOf(branch, `${hint}${index + 1}`, file)}${part === undefined ? '' : `, ${part.text}`}]`;
  });
  return call(file, 'unionTransform', ...tests);
}

function taggedPart(
  schema: Schema,
  branches: readonly Schema[],
  parts: readonly (Expression | undefined)[],
  file: File,
): Expression | undefined {
  const { discriminator } = schema;
  const mapped = discriminator === undefined ? [] : [...discriminator.mapping];
  // A tag that the mapping lacks selects the fallback, so no table of tags is complete.
  if (discriminator?.fallback !== undefined) return undefined;
  if (discriminator !== undefined && branches.every((branch) => mapped.some(([, target]) => target === branch))) {
    const cases = mapped.map(([tag, target]) => [tag, parts[branches.indexOf(target)]] as const);
    return tagCall(discriminator.propertyName, cases, file);
  }
  const facts = branches.map(requiredStrings);
  const name = [...(facts[0]?.keys() ?? [])].find((key) => {
    const tags = facts.map((one) => [...(one.get(key) ?? [])]);
    return tags.every((values) => values.length > 0) && new Set(tags.flat()).size === tags.flat().length;
  });
  if (name === undefined) return undefined;
  const cases = facts.flatMap((one, index) => [...(one.get(name) ?? [])].map((tag) => [tag, parts[index]] as const));
  return tagCall(name, cases, file);
}

function tagCall(property: string, cases: readonly (readonly [string, Expression | undefined])[], file: File): Expression {
  const fields = cases.flatMap(([tag, part]) => (part === undefined ? [] : [`${propertyKey(tag)}: ${part.text}`]));
  return call(file, 'taggedTransform', stringLiteral(property), objectLiteral(fields));
}

/** Whether no two branches allow the same kind of value, on the wire or as users hold it: then at most one transform changes a value. */
function areApart(branches: readonly Schema[], { held }: File): boolean {
  // Only null is certainly no value of a type of the user.
  const isOwn = (branch: Schema): boolean => possibleConjuncts([branch]).some((part) => heldAs(part, held.options)?.kind === 'own');
  const others = branches.filter((branch) => kindsOf(branch) !== NULL);
  if (others.length > 1 && others.some(isOwn)) return false;
  let seen = 0;
  for (const branch of branches) {
    const kinds = kindsOf(branch);
    if ((seen & kinds) !== 0) return false;
    seen |= kinds;
  }
  const isText = Object.values(held.options).some((form) => form.kind === 'integer' && form.as === 'string');
  return !isText || (seen & STRING) === 0;
}

function testOf(schema: Schema, hint: string, file: File): string {
  const named = declared(schema);
  if (named !== undefined) return file.imports.value('validators', validateName(named.name));
  let name = file.tests.get(schema);
  if (name === undefined) {
    const taken = new Set(file.tests.values());
    name = identifier(`matches${hint}`);
    for (let count = 2; taken.has(name); count++) name = identifier(`matches${hint}${count}`);
    file.tests.set(schema, name);
  }
  return file.imports.value('validators', name);
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
  const inner = file.held.converts(operation.input) ? structure(operation.input, hint, file) : undefined;
  const names = file.names.transform([operation.input], file.imports);
  const whole = names === undefined ? inner : named(inner, names, file);
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
