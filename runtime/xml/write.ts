// Writes a JSON value as XML by its mapping.
import type { Primitive } from '../contract/codec.ts';
import { getOwn } from '../contract/own.ts';
import { readPrimitive } from '../wire/primitive.ts';
import { MAX_DEPTH } from './parse.ts';
import { isList, resolved, type XmlNode, type XmlObject, type XmlShape, XSI } from './shape.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** `undefined` for a value that XML or the mapping cannot express: a control character, a name that is not one, an object where text must be. */
export function writeRoot(root: XmlNode, value: unknown): string | undefined {
  try {
    return DECLARATION + writeElement(root, nameOf(root, 'root'), value, NONE);
  } catch (error) {
    if (error instanceof Unwritable) return undefined;
    throw error;
  }
}

class Unwritable extends Error {
  override readonly name = 'Unwritable';
}

/** The start tag of an element while it is written: further elements are written with the namespaces that hold in it. */
interface Head {
  readonly depth: number;
  /** By prefix; `''` for names without one. */
  readonly namespaces: Map<string, string>;
  /** The prefixes that the names in this tag have. */
  readonly used: Map<string, string>;
  /** Attributes and declarations of namespaces, written out. */
  readonly attributes: string[];
}

const NONE: Pick<Head, 'depth' | 'namespaces'> = {
  depth: 0,
  namespaces: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
};

function writeElement(node: XmlNode, name: string, value: unknown, around: Pick<Head, 'depth' | 'namespaces'>): string {
  if (around.depth >= MAX_DEPTH) throw new Unwritable();
  const head: Head = { depth: around.depth + 1, namespaces: new Map(around.namespaces), used: new Map(), attributes: [] };
  const tag = qualified(node, name, head);
  const content = writeContent(resolved(node.shape), name, value, head);
  const start = [tag, ...head.attributes].join(' ');
  return content === '' ? `<${start}/>` : `<${start}>${content}</${tag}>`;
}

function writeContent(shape: XmlShape, name: string, value: unknown, head: Head): string {
  if (value === null) {
    // Each type may be null (XML Schema part 1 section 2.6.2).
    bind('xsi', XSI, head);
    head.attributes.push('xsi:nil="true"');
    return '';
  }
  if (shape === 'any') return writeAny(value, head);
  if (typeof shape === 'string') return escapeText(primitiveText(value, shape));
  if (!isList(shape)) return writeObject(shape, value, head);
  if (!Array.isArray(value)) throw new Unwritable();
  return value.map((item) => writeElement(shape.items, nameOf(shape.items, name), item, head)).join('');
}

/** The content of an element; its attributes go to `head`. */
function writeObject({ properties = {}, additional = 'any' }: XmlObject, value: unknown, head: Head): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unwritable();
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => ({ name, member, node: getOwn(properties, name) as XmlNode | undefined }));
  // Attributes come first: a namespace that one declares holds for the elements too.
  for (const { name, member, node } of members) {
    if (node?.as !== 'attribute') continue;
    const text = escapeAttribute(primitiveText(member, textTypes(node)));
    head.attributes.push(`${qualified(node, nameOf(node, name), head)}="${text}"`);
  }
  return members.map(({ name, member, node = { shape: additional } }) => writeMember(node, name, member, head)).join('');
}

function writeMember(node: XmlNode, name: string, member: unknown, head: Head): string {
  if (node.as === 'attribute') return '';
  if (node.as === 'text') return escapeText(primitiveText(member, textTypes(node)));
  if (node.as === 'cdata') return cdata(primitiveText(member, textTypes(node)));
  const shape = resolved(node.shape);
  // A list that is not wrapped, or one for which nothing is declared, repeats its element.
  const item = shape === 'any' ? node : typeof shape === 'object' && isList(shape) && shape.wrapped !== true ? shape.items : undefined;
  if (item === undefined || (shape === 'any' && !Array.isArray(member))) return writeElement(node, nameOf(node, name), member, head);
  if (!Array.isArray(member)) throw new Unwritable();
  return member.map((one) => writeElement(item, nameOf(item, name), one, head)).join('');
}

function nameOf({ name, implied }: XmlNode, property: string): string {
  return name ?? implied ?? property;
}

function textTypes({ shape: ref }: XmlNode): Primitive {
  const shape = resolved(ref);
  return typeof shape === 'string' && shape !== 'any' ? shape : 'string';
}

function writeAny(value: unknown, head: Head): string {
  if (Array.isArray(value)) throw new Unwritable();
  if (typeof value === 'object' && value !== null) return writeObject({}, value, head);
  return escapeText(primitiveText(value, typeof value === 'string' ? 'string' : 'int64|number|boolean'));
}

/** The name with its prefix. `head` gets the namespace where it is not in scope yet. */
function qualified(node: XmlNode, name: string, head: Head): string {
  const { namespace, prefix } = node;
  if (!NAME.test(name) || (prefix !== undefined && !NAME.test(prefix)) || prefix === 'xmlns') throw new Unwritable();
  if (namespace === undefined) {
    // A prefix without a namespace of its own stands for that of an element around it.
    const known = prefix === undefined ? undefined : head.namespaces.get(prefix);
    if (prefix === undefined || known === undefined) return name;
    bind(prefix, known, head);
    return `${prefix}:${name}`;
  }
  // An attribute without a prefix has no namespace.
  const own = prefix ?? (node.as === 'attribute' ? 'ns' : '');
  bind(own, namespace, head);
  return own === '' ? name : `${own}:${name}`;
}

/** A tag cannot use one prefix for two namespaces. */
function bind(prefix: string, namespace: string, { namespaces, used, attributes }: Head): void {
  if ((used.get(prefix) ?? namespace) !== namespace) throw new Unwritable();
  used.set(prefix, namespace);
  if (namespaces.get(prefix) === namespace) return;
  namespaces.set(prefix, namespace);
  attributes.push(`xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(namespace)}"`);
}

/** A name without a colon (Namespaces in XML 1.0 section 3). */
const NAME =
  /^[A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD][-.\w\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u037D\u037F-\u1FFF\u200C-\u200D\u203F\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD]*$/;

/** The text of a value that is read back as the same value. */
function primitiveText(value: unknown, types: Primitive): string {
  if (typeof value === 'string') {
    if (!types.split('|').includes('string')) throw new Unwritable();
    return value;
  }
  const text = String(value);
  const read = readPrimitive(text, types);
  const isSame = read === value || (typeof value === 'bigint' && typeof read === 'number' && BigInt(read) === value);
  if (!isSame) throw new Unwritable();
  return text;
}

/** The characters that XML 1.0 cannot write: control characters, lone surrogates, U+FFFE and U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A parser would read a carriage return as a line feed. */
function escapeText(text: string): string {
  if (UNWRITABLE.test(text)) throw new Unwritable();
  return text.replace(/[&<>\r]/g, (character) => REFERENCES[character] ?? character);
}

/** A parser would read all white space in an attribute as spaces. */
function escapeAttribute(text: string): string {
  if (UNWRITABLE.test(text)) throw new Unwritable();
  return text.replace(/[&<>"\t\n\r]/g, (character) => REFERENCES[character] ?? character);
}

/** `]]>` ends a section, so that a text with it takes two; a carriage return can only stand outside. */
function cdata(text: string): string {
  if (UNWRITABLE.test(text)) throw new Unwritable();
  if (text === '' || text.includes('\r')) return escapeText(text);
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
