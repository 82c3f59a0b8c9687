// The style `deepObject`, both ways: `name[key]=value`. The standard leaves open what nested values are: here nested objects are `name[a][b]=1`,
// lists of primitives repeat their name as exploded `form` does, and other lists are numbered, `name[a][0][b]=1`.
import type { Encodable, Shape } from '../contract/codec.ts';
import { setOwn } from '../contract/own.ts';
import { type Decoding, decodeList, decodePrimitive, fault } from './decode-value.ts';
import { escapeText, refuse, writeText } from './encode.ts';
import { membersOf } from './encode-object.ts';
import type { Pairs } from './pairs.ts';
import { isArrayShape, isObjectShape, memberShape } from './primitive.ts';
import { percentEncode } from './text.ts';

/** How deep values may be nested, at both ends. The generator refuses schemas that need more (`generator/model/operations/parameter-shape.ts`). */
export const DEEP_OBJECT_LEVELS = 8;

/** How many values a server accepts in one object. */
const MAX_VALUES = 1000;

export function writeDeepObject(parameter: Encodable, value: unknown, operation?: string): string | undefined {
  const pairs: string[] = [];
  const write = (name: string, member: unknown, depth: number): void => {
    if (depth > DEEP_OBJECT_LEVELS) refuse(parameter, `is nested more than ${DEEP_OBJECT_LEVELS} levels deep`, operation);
    if (member === undefined) return;
    if (typeof member !== 'object' || member === null) pairs.push(`${name}=${writeText(parameter, member, operation, true)}`);
    else if (!Array.isArray(member)) {
      for (const [key, inner] of Object.entries(member)) {
        if (/[[\]]/.test(key)) refuse(parameter, 'has a property name with a bracket', operation);
        write(`${name}%5B${escapeText(parameter, key, operation, true)}%5D`, inner, depth + 1);
      }
    } else if (member.some((item) => typeof item === 'object' && item !== null)) {
      for (const [index, item] of member.entries()) write(`${name}%5B${index}%5D`, item, depth + 1);
    } else for (const item of member) pairs.push(`${name}=${writeText(parameter, item, operation, true)}`);
  };
  membersOf(parameter, value, operation);
  write(percentEncode(parameter.name) ?? '', value, 0);
  return pairs.length === 0 ? undefined : pairs.join('&');
}

/** The values and members of one name, before the shape says what they are. Members are keyed by the text in their brackets. */
interface Node {
  readonly values: string[];
  readonly members: Map<string, Node>;
}

/** `undefined` where no pair belongs to the object, or an issue was pushed. */
export function decodeDeepObject(decoding: Decoding, pairs: Pairs, shape: Shape): unknown {
  const root = readTree(decoding, pairs);
  return root === undefined || root.members.size === 0 ? undefined : decodeNode(decoding, root, isObjectShape(shape) ? shape : {});
}

function readTree(decoding: Decoding, pairs: Pairs): Node | undefined {
  const start = `${decoding.parameter.name}[`;
  const root: Node = { values: [], members: new Map() };
  let count = 0;
  for (const [key, values] of pairs) {
    if (!key.startsWith(start)) continue;
    const names = key.endsWith(']') ? key.slice(start.length, -1).split('][', DEEP_OBJECT_LEVELS + 1) : [];
    if (names.length === 0 || names.some((name) => /[[\]]/.test(name))) return fault(decoding, 'syntax', 'name[key]=value', key);
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
  const { values, members } = node;
  if (isArrayShape(shape)) return decodeItems(decoding, node, shape[0]);
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

/** A list in one of three forms, and not in two at once: its name repeated, `name[]` repeated, or numbered from 0 without a gap, in any order. */
function decodeItems(decoding: Decoding, { values, members }: Node, item: Shape): unknown {
  if (members.size === 0) return decodeList(decoding, values, item);
  const unnumbered = members.get('');
  if (values.length > 0 || (unnumbered !== undefined && (members.size > 1 || unnumbered.members.size > 0)))
    return fault(decoding, 'syntax', 'a list in a single form', [...members.keys()]);
  if (unnumbered !== undefined) return decodeList(decoding, unnumbered.values, item);
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
