// The style `deepObject`, both ways: `name[key]=value`. The standard leaves open what nested values are: here nested objects are `name[a][b]=1` and
// lists are numbered, `name[a][0]=1`, unless the document's user chooses another form. A server reads every form.
import type { DeepObjectLists, Encodable, ParameterCodec, Shape } from '../contract/codec.ts';
import { setOwn } from '../contract/own.ts';
import { type Decoding, decodeList, decodePrimitive, fault } from './decode-value.ts';
import { escapeText, isUnset, refuse, writeText } from './encode.ts';
import { membersOf } from './encode-object.ts';
import type { Pairs } from './pairs.ts';
import { DEEP_OBJECT_LEVELS, isArrayShape, isMixedShape, isObjectShape, memberShape } from './primitive.ts';
import { percentEncode } from './text.ts';

/** How many values a server accepts in one object. */
const MAX_VALUES = 1000;

/** A codec of the style that writes lists of primitives in another form than numbered. */
/* @__NO_SIDE_EFFECTS__ */
export function deepLists(codec: ParameterCodec, lists: DeepObjectLists): ParameterCodec {
  return { ...codec, lists };
}

/** @throws {InvalidParameterError} for a value that is not an object. */
export function writeDeepObject(parameter: Encodable, value: unknown, operation?: string): string | undefined {
  membersOf(parameter, value, operation);
  return writeDeepValue(parameter, value, operation);
}

/** An object, a list or a single value. `undefined` for an object or a list without values. */
export function writeDeepValue(parameter: Encodable, value: unknown, operation?: string): string | undefined {
  const pairs: string[] = [];
  const { lists } = parameter.codec;
  const write = (name: string, member: unknown, depth: number): void => {
    if (depth > DEEP_OBJECT_LEVELS) refuse(parameter, `is nested more than ${DEEP_OBJECT_LEVELS} levels deep`, operation);
    if (typeof member !== 'object' || member === null) pairs.push(`${name}=${writeText(parameter, member, operation, true)}`);
    else if (Array.isArray(member)) {
      // Only numbers say where one object of a list ends and the next begins.
      const isPlain = !member.some((item) => typeof item === 'object' && item !== null);
      const label = isPlain && lists === 'repeated' ? '' : isPlain && lists === 'brackets' ? '%5B%5D' : undefined;
      for (const [index, item] of member.entries()) write(name + (label ?? `%5B${index}%5D`), item, depth + 1);
    } else {
      for (const [key, inner] of Object.entries(member)) {
        if (/[[\]]/.test(key)) refuse(parameter, 'has a property name with a bracket', operation);
        if (!isUnset(parameter, inner)) write(`${name}%5B${escapeText(parameter, key, operation, true)}%5D`, inner, depth + 1);
      }
    }
  };
  write(percentEncode(parameter.name) ?? '', value, 0);
  return pairs.length === 0 ? undefined : pairs.join('&');
}

/** The values and members of one name, before the shape says what they are. Members are keyed by the text in their brackets. */
interface Node {
  readonly values: string[];
  readonly members: Map<string, Node>;
}

/** Whether a name in a query or form belongs to a value of the style. An object is never a single value, so that its own name is not among them. */
export function isDeepName(name: string, own: string, shape: Shape): boolean {
  return name.startsWith(`${own}[`) || (name === own && !isObjectShape(shape));
}

/** `undefined` where no pair belongs to the value, or an issue was pushed. */
export function decodeDeepObject(decoding: Decoding, pairs: Pairs, shape: Shape): unknown {
  const root = readTree(decoding, pairs, shape);
  return root === undefined || (root.members.size === 0 && root.values.length === 0) ? undefined : decodeNode(decoding, root, shape);
}

function readTree(decoding: Decoding, pairs: Pairs, shape: Shape): Node | undefined {
  const { name: own } = decoding.parameter;
  const root: Node = { values: [], members: new Map() };
  let count = 0;
  for (const [key, values] of pairs) {
    if (!isDeepName(key, own, shape)) continue;
    const names = key === own ? [] : key.slice(own.length + 1, -1).split('][', DEEP_OBJECT_LEVELS + 1);
    if (key !== own && (!key.endsWith(']') || names.some((name) => /[[\]]/.test(name))))
      return fault(decoding, 'syntax', 'name[key]=value', key);
    if (names.length > DEEP_OBJECT_LEVELS) return fault(decoding, 'maxDepth', DEEP_OBJECT_LEVELS, key);
    count += values.length;
    if (count > MAX_VALUES) return fault(decoding, 'maxItems', MAX_VALUES, count);
    let node = root;
    for (const name of names) {
      let member = node.members.get(name);
      if (member === undefined) {
        member = { values: [], members: new Map() };
        node.members.set(name, member);
      }
      node = member;
    }
    for (const value of values) node.values.push(value);
  }
  return root;
}

function decodeNode(decoding: Decoding, node: Node, shape: Shape): unknown {
  if (shape === 'free') return decodeFree(decoding, node);
  if (isMixedShape(shape)) return decodeMixed(decoding, node, shape.anyOf);
  if (isArrayShape(shape)) return decodeItems(decoding, node, shape[0]);
  const { values, members } = node;
  if (members.size === 0) {
    if (values.length === 1 && typeof shape === 'string') return decodePrimitive(decoding, values[0] ?? '', shape);
    return fault(decoding, 'type', typeof shape === 'string' ? 'single value' : 'object', values);
  }
  if (values.length > 0 || typeof shape === 'string') return fault(decoding, 'type', 'single value', [...members.keys()]);
  const object = {};
  for (const [key, member] of members) {
    const value = decodeNode(decoding, member, memberShape(shape, key));
    if (value === undefined) return undefined;
    setOwn(object, key, value);
  }
  return object;
}

/** The notation says what a value without a schema is: names in brackets make an object, numbers from 0 or nothing in them a list. */
function decodeFree(decoding: Decoding, node: Node): unknown {
  const { values, members } = node;
  if (members.size === 0 && values.length === 1) return decodePrimitive(decoding, values[0] ?? '', 'string');
  return decodeNode(decoding, node, isList(node) ? ['free'] : { additional: 'free' });
}

/** A single text is a single value where there may be one, and otherwise a list of one. */
function decodeMixed(decoding: Decoding, node: Node, shapes: readonly Shape[]): unknown {
  const text = shapes.find((shape) => typeof shape === 'string');
  const list = shapes.find(isArrayShape);
  const object = shapes.find(isObjectShape);
  const isSingle = node.members.size === 0 && node.values.length === 1;
  const order = isSingle ? [text, list, object] : isList(node) ? [list, object, text] : [object, list, text];
  return decodeNode(decoding, node, order.find((shape) => shape !== undefined) ?? 'string');
}

/** Whether the brackets of its members are empty or numbered from 0 without a gap, or its name is repeated. */
function isList({ values, members }: Node): boolean {
  if (members.size === 0) return values.length > 1;
  return members.has('') || [...members.keys()].every((_, index) => members.has(String(index)));
}

/** A list in one of three forms, and not in two at once: its name repeated, `name[]` repeated, or numbered from 0 without a gap, in any order. */
function decodeItems(decoding: Decoding, { values, members }: Node, item: Shape): unknown {
  if (members.size === 0) return decodeList(decoding, values, textOf(item));
  const unnumbered = members.get('');
  if (values.length > 0 || (unnumbered !== undefined && (members.size > 1 || unnumbered.members.size > 0)))
    return fault(decoding, 'syntax', 'a list in a single form', [...members.keys()]);
  if (unnumbered !== undefined) return decodeList(decoding, unnumbered.values, textOf(item));
  const list: unknown[] = [];
  for (let index = 0; index < members.size; index++) {
    const member = members.get(String(index));
    if (member === undefined) return fault(decoding, 'syntax', 'a list numbered from 0', [...members.keys()]);
    const value = decodeNode(decoding, member, item);
    if (value === undefined) return undefined;
    list.push(value);
  }
  return list;
}

/** The shape of a text without brackets in a list of such items. */
function textOf(item: Shape): Shape {
  if (item === 'free') return 'string';
  return isMixedShape(item) ? (item.anyOf.find((shape) => typeof shape === 'string') ?? item) : item;
}
