// `x-aliases` of an operation (docs/extensions.md): other methods and paths that mean it, and where such a request has each value. Checked against
// the operation.

import type { Problems } from '../../../base/problem.ts';
import { isObject } from '../../../load/pointer.ts';
import { child, type DocumentNode, keyOf, members } from '../../document-node.ts';
import { possibleConjuncts } from '../../schema/conjuncts.ts';
import type { Schema } from '../../schema/schema.ts';
import type { MovedValue, Operation, OperationAlias, Parameter, ParameterShape, ValuePlace } from '../../service.ts';
import { ExtensionFault, orFault } from '../extension-fault.ts';
import type { OperationSource } from '../operation-source.ts';
import { fieldShapeOf } from '../parameters/parameter-shape.ts';
import { templateNames } from '../parameters/path-template.ts';

const KEY = 'x-aliases';
const FIELDS: readonly string[] = ['method', 'path', 'parameters'];
const SHAPE = 'Write a list of other requests, such as `[{ method: GET, path: /v1/find, parameters: { id: query.key } }]`.';

type Aliased = Pick<Operation, 'parameters'> & Partial<Pick<Operation, 'body'>>;

/** `undefined` if the operation has no `x-aliases`, or they are at fault. */
export function readAliases(source: OperationSource, operation: Aliased, problems: Problems): readonly OperationAlias[] | undefined {
  const node = child(source.node, KEY);
  if (node.value === undefined) return undefined;
  return orFault(KEY, problems, () => {
    if (source.kind !== 'operation') throw new ExtensionFault(node, `A ${source.kind} is not served at a path.`, `Remove \`${KEY}\`.`);
    return members(node).map(([, alias]) => readAlias(alias, source, operation));
  });
}

function readAlias(node: DocumentNode, source: OperationSource, operation: Aliased): OperationAlias {
  if (!isObject(node.value)) throw new ExtensionFault(node, `Each entry of \`${KEY}\` must be an object with a \`path\`.`, SHAPE);
  const strange = members(node).find(([key]) => !FIELDS.includes(key));
  if (strange !== undefined)
    throw new ExtensionFault(strange[1], `An alias has no field '${strange[0]}': it has ${FIELDS.join(', ')}.`, `Remove '${strange[0]}'.`);
  const method = child(node, 'method');
  if (method.value !== undefined && (typeof method.value !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(method.value)))
    throw new ExtensionFault(method, 'The `method` of an alias must be an HTTP method.', 'Write one such as POST.');
  const path = readPath(child(node, 'path'), node);
  return {
    method: method.value === undefined ? source.method : String(method.value).toUpperCase(),
    path,
    moved: readMoved(node, path, operation),
    location: node.location,
  };
}

function readPath(node: DocumentNode, alias: DocumentNode): string {
  const { value } = node;
  if (value === undefined)
    throw new ExtensionFault(alias, 'An alias must have a `path`.', 'Write an absolute path, such as `path: /v1/find/{id}`.');
  // A segment is text and `{names}`. A client resolves `.` and `..` before it sends.
  const isPath = typeof value === 'string' && /^(?:\/(?:[^\s/?#{}\\]|\{[^{}/?#]+\})*)+$/.test(value);
  if (!isPath || value.split('/').some((segment) => segment === '.' || segment === '..'))
    throw new ExtensionFault(
      node,
      'The `path` of an alias must be an absolute path.',
      'Begin it with `/`, without a host, query and fragment.',
    );
  const names = templateNames(value);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new ExtensionFault(node, `The path has {${twice}} more than once.`, 'Give each part of the path a name of its own.');
  return value;
}

/** Each name of the template, and each entry of `parameters`, with the value that it stands for. */
function readMoved(node: DocumentNode, path: string, operation: Aliased): MovedValue[] {
  const written = child(node, 'parameters');
  if (written.value !== undefined && !isObject(written.value))
    throw new ExtensionFault(written, '`parameters` of an alias must be an object.', 'Write it as `parameters: { id: query.key }`.');
  const moved: MovedValue[] = [];
  const inPath = new Set(templateNames(path));
  for (const [key, item] of members(written)) {
    const target = targetOf(key, item, operation);
    const from = placeFrom(item);
    if (moved.some(({ to }) => isSame(to, target.to)))
      throw new ExtensionFault(item, `\`parameters\` has '${target.to.name}' twice.`, 'Remove one of the two.');
    if (moved.some((other) => isSame(other.from, from)))
      throw new ExtensionFault(item, `Two parameters come from ${from.in}.${from.name}.`, 'Give each a place of its own.');
    if (from.in === 'path' && !templateNames(path).includes(from.name))
      throw new ExtensionFault(
        item,
        `The path of the alias has no {${from.name}}.`,
        `Write {${from.name}} into \`path\`, or name another place.`,
      );
    if (from.in === 'path') inPath.delete(from.name);
    moved.push({ ...target, from });
  }
  // The other names of the template are names of parameters: those of the path, or of one elsewhere.
  const isMoved = (parameter: Parameter): boolean => moved.some(({ to }) => to.in === parameter.in && to.name === parameter.name);
  for (const name of inPath) {
    const named = operation.parameters.filter((parameter) => parameter.name === name && !isMoved(parameter));
    const parameter = named.find((one) => one.in === 'path') ?? (named.length === 1 ? named[0] : undefined);
    if (parameter === undefined)
      throw new ExtensionFault(
        child(node, 'path'),
        `The operation has no parameter for {${name}}.`,
        `Write the name of a parameter, or say under \`parameters\` what path.${name} stands for.`,
      );
    if (parameter.in !== 'path') moved.push({ to: movable(parameter, child(node, 'path')), from: { in: 'path', name } });
  }
  const names = templateNames(path);
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'path' || isMoved(parameter) || names.includes(parameter.name)) continue;
    throw new ExtensionFault(
      node,
      `The alias has no value for the path parameter '${parameter.name}'.`,
      `Write {${parameter.name}} into \`path\`, or say under \`parameters\` where it comes from: \`${parameter.name}: query.${parameter.name}\`.`,
    );
  }
  return moved.filter(({ to, from }) => !isSame(to, from));
}

function isSame(a: ValuePlace, b: ValuePlace): boolean {
  return a.in === b.in && (a.in === 'header' ? a.name.toLowerCase() === b.name.toLowerCase() : a.name === b.name);
}

/** `id`, `query.id` where several parameters have the name, or `body.name` for a field of the body. */
function targetOf(key: string, at: DocumentNode, operation: Aliased): Pick<MovedValue, 'to' | 'shape'> {
  const [, where, name = ''] = /^(path|query|header|body)\.(.+)$/s.exec(key) ?? [];
  if (where === 'body') return fieldTarget(name, at, operation);
  const plain = operation.parameters.filter((parameter) => parameter.name === key);
  const named = plain.length > 0 ? plain : operation.parameters.filter((parameter) => parameter.in === where && parameter.name === name);
  const [parameter, another] = named;
  const key_ = { ...at, location: keyOf(at) };
  if (parameter === undefined) {
    const names = operation.parameters.map((one) => one.name);
    throw new ExtensionFault(
      key_,
      `The operation has no parameter '${key}'.`,
      names.length === 0 ? 'Declare it.' : `Declare it, name one of: ${names.join(', ')}; or write \`body.\` and a field of the body.`,
    );
  }
  if (another !== undefined)
    throw new ExtensionFault(
      key_,
      `The operation has several parameters '${key}'.`,
      `Say which: write ${parameter.in}.${key} or ${another.in}.${key}.`,
    );
  return { to: movable(parameter, key_) };
}

/** The place of a parameter whose value is one text: a single value or a list. */
function movable({ in: where, name, shape, style }: Parameter, at: DocumentNode): ValuePlace {
  if (where === 'cookie' || style === 'label' || style === 'matrix')
    throw new ExtensionFault(
      at,
      `'${name}' is ${where === 'cookie' ? 'a cookie' : `in the style ${style}`}, and cannot come from another place.`,
      'Leave it where the operation has it.',
    );
  if (where === 'querystring' || shape.kind === 'object' || style === 'deepObject')
    throw new ExtensionFault(
      at,
      `'${name}' has several values, and cannot come from another place.`,
      'Leave it where the operation has it.',
    );
  return { in: where, name };
}

function fieldTarget(name: string, at: DocumentNode, { body }: Aliased): Pick<MovedValue, 'to' | 'shape'> {
  const [content] = body?.contents ?? [];
  const at_ = { ...at, location: keyOf(at) };
  if (content === undefined || (content.kind !== 'json' && content.kind !== 'form'))
    throw new ExtensionFault(at_, 'The operation has no JSON or form body, so it has no fields of the body.', 'Name a parameter instead.');
  const property = propertyOf(content.schema, name);
  if (property === undefined) throw new ExtensionFault(at_, `The body has no field '${name}'.`, 'Name a property of its schema.');
  const shape = fieldShapeOf(property);
  if (shape.kind === 'object' || (shape.kind === 'array' && shape.items.kind !== 'primitive'))
    throw new ExtensionFault(at_, `The field '${name}' has several values, and cannot come from another place.`, 'Leave it in the body.');
  return { to: { in: 'body', name }, ...(isText(shape) ? {} : { shape }) };
}

function propertyOf(schema: Schema | undefined, name: string): Schema | undefined {
  const found = schema === undefined ? [] : possibleConjuncts([schema]).flatMap((part) => part.properties?.get(name) ?? []);
  const [first, ...more] = found;
  return first === undefined || more.length === 0 ? first : { key: `${first.key}@alias`, location: first.location, anyOf: found };
}

function isText(shape: ParameterShape): boolean {
  return shape.kind === 'primitive' && shape.types.length === 1 && shape.types[0] === 'string';
}

/** Where a value comes from: `query.ids`, `header.X-Id`, `path.user` or `body.id`. */
function placeFrom(node: DocumentNode): ValuePlace {
  const [, where, name] = /^(path|query|header|body)\.(.+)$/s.exec(typeof node.value === 'string' ? node.value : '') ?? [];
  if (where === undefined || name === undefined)
    throw new ExtensionFault(node, 'This is not a place in a request.', 'Write `query.`, `header.`, `path.` or `body.`, and a name.');
  return { in: where as ValuePlace['in'], name };
}
