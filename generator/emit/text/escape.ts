// Turns text of a document into TypeScript: string literals, property keys, identifiers, JSON literals and comments. No other file may do so.
import { isName } from '../../model/names/names.ts';
import { WIDTH } from './width.ts';

/**
 * A string literal in single quotes. Everything that ends a line or a literal, that UTF-8 cannot carry (lone surrogates) or that
 * hides what a reader sees (bidirectional controls, zero-width characters) is escaped.
 */
export function stringLiteral(text: string): string {
  return `'${PLAIN.test(text) ? text : text.replace(UNSAFE, escapeCharacter)}'`;
}

/** A template literal type of fixed parts with any text between them: `` `image/${string}` ``. */
export function templateType(parts: readonly string[]): string {
  const escaped = parts.map((part) => stringLiteral(part).slice(1, -1).replace(/[`$]/g, '\\$&'));
  return `\`${escaped.join(`\${string}`)}\``;
}

const PLAIN = /^[ !#-&(-[\]-~]*$/;
/** Characters that end a line in some tools, or change what a reader sees. */
const HIDDEN = /[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const UNSAFE = new RegExp(
  String.raw`['\\\x00-\x1f]|${HIDDEN.source}|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]`,
  'g',
);

function escapeCharacter(character: string): string {
  switch (character) {
    case "'":
      return "\\'";
    case '\\':
      return '\\\\';
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
    default:
      return unicodeEscape(character);
  }
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const ASCII_NAME = /^[A-Za-z_$][\w$]*$/;
/** Canonical array indices only: `1e21` or `01` as a bare key would change its meaning. */
const INDEX = /^(?:0|[1-9]\d{0,14})$/;

/** A key of a type or an object literal. `__proto__` is computed: written plainly in an object literal it would set the prototype. */
export function propertyKey(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return ASCII_NAME.test(name) || INDEX.test(name) ? name : stringLiteral(name);
}

/** `object.name`, or `object['na-me']`. */
export function propertyAccess(object: string, name: string): string {
  return ASCII_NAME.test(name) ? `${object}.${name}` : `${object}[${stringLiteral(name)}]`;
}

/** How the parts of JSON values are written. */
interface Notation {
  string(text: string): string;
  key(name: string): string;
  number(value: number): string;
  bigint(value: bigint): string;
  date(value: Date): string;
}

const LITERAL: Notation = {
  string: stringLiteral,
  key: propertyKey,
  number: numberLiteral,
  bigint: (value) => `${value}n`,
  date: (value) => `new Date(${stringLiteral(textOf(value))})`,
};

const RAW: Notation = {
  string: rawJsonString,
  key: rawJsonString,
  // The exponent distinguishes a double from a `bigint` with as many digits.
  number: (value) => (Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : numberLiteral(value)),
  bigint: String,
  date: (value) => rawJsonString(textOf(value)),
};

/** A JSON value as an expression on one line; it may contain `bigint` and `Date`. `__proto__` stays an own key, and `-0` keeps its sign. */
export function jsonLiteral(value: unknown): string {
  return printed(value, LITERAL);
}

/**
 * A JSON value as JSON on one line, for the inside of a `String.raw` template: nothing in it ends the template or opens an expression.
 * A `bigint` is printed as its digits; a double beyond ±(2^53−1) gets an exponent, so that the two differ.
 */
export function rawJson(value: unknown): string {
  return printed(value, RAW);
}

/** A string or a key in such JSON. */
export function rawJsonString(text: string): string {
  // Most strings are names, and one test shows that they need no escape.
  if (HARMLESS.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(HIDDEN, unicodeEscape).replace(TEMPLATE, unicodeEscape);
}

/** Printable ASCII, except characters that JSON or a template escapes: `"`, a backslash, `$` and the backtick. */
const HARMLESS = /^[ !#%-[\]-_a-~]*$/;

/** Characters with a meaning inside backticks. */
const TEMPLATE = /`|\$(?=\{)/g;

/** A value that has no literal, as the source text that makes it: `Temporal.Instant.from('…')`. */
export class Source {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function printed(value: unknown, notation: Notation): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint') return notation.bigint(value);
  if (value instanceof Date) return notation.date(value);
  if (value instanceof Source) return value.text;
  switch (typeof value) {
    case 'string':
      return notation.string(value);
    case 'boolean':
      return String(value);
    case 'number':
      return notation.number(value);
    case 'object':
      break;
    default:
      throw new TypeError(`Not a JSON value: ${typeof value}`);
  }
  if (Array.isArray(value)) return `[${value.map((item) => printed(item, notation)).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${notation.key(key)}: ${printed(member, notation)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function textOf(value: Date): string {
  return value.toISOString().replace('.000Z', 'Z');
}

/** A number literal. An infinite number, from a literal such as `1e999`, prints as a literal that overflows again. */
export function numberLiteral(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (Number.isNaN(value)) throw new TypeError('Not a JSON value: NaN');
  if (!Number.isFinite(value)) return value > 0 ? '1e999' : '-1e999';
  return String(value);
}

/** Reserved words, and names that strict code or modules may not declare. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if ' +
    'implements import in instanceof interface let new null package private protected public return static super switch this throw true try ' +
    'typeof undefined var void while with yield NaN Infinity'
  ).split(' '),
);

/** Whether the text may be declared as a name in a module. */
export function isIdentifier(text: string): boolean {
  return (ASCII_NAME.test(text) || isName(text)) && !RESERVED.has(text);
}

/** A legal identifier that resembles the text: illegal characters become `_`, and a reserved word or a leading digit gets an extra `_`. */
export function safeIdentifier(text: string): string {
  const name = text.normalize('NFC').replace(/[^\p{ID_Continue}$]/gu, '_');
  if (name === '') return '_';
  if (!isName(name)) return `_${name}`;
  return RESERVED.has(name) ? `${name}_` : name;
}

/** Returns a name that the model has chosen, after a last check that it is an identifier: nothing else may be printed as code. */
export function identifier(name: string): string {
  if (!isIdentifier(name)) throw new Error(`The model gave a name that is not an identifier: ${JSON.stringify(name)}`);
  return name;
}

/** A JSDoc tag after the text; its own text is escaped like the rest. */
export interface DocTag {
  readonly name: 'deprecated' | 'default' | 'throws';
  readonly text?: string;
}

/**
 * A JSDoc comment of these paragraphs and tags, each line indented and ended by a newline; `''` where there is nothing to say. Empty
 * paragraphs are dropped; a short comment stands on one line. Text cannot end the comment or become a tag: a description that opens
 * a line with `@ts-expect-error` or `@internal` would steer the compiler.
 */
export function docComment(text: readonly string[], indent = '', tags: readonly DocTag[] = []): string {
  const lines: string[] = [];
  for (const paragraph of text) {
    const cleaned = cleanComment(paragraph).trim();
    if (cleaned === '') continue;
    if (lines.length > 0) lines.push('');
    wrapInto(lines, cleaned, WIDTH - '/**  */'.length - indent.length);
  }
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line.includes('@')) lines[index] = line.replace(/^(\s*)@/, '$1\\@');
  }
  for (const tag of tags) {
    const cleaned = cleanComment(tag.text ?? '')
      .trim()
      .replace(/\s+/g, ' ');
    lines.push(cleaned === '' ? `@${tag.name}` : `@${tag.name} ${cleaned}`);
  }
  if (lines.length < 2) return lines.length === 0 ? '' : `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => (line === '' ? `${indent} *\n` : `${indent} * ${line}\n`)).join('')}${indent} */\n`;
}

const COMMENT_SPECIAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /\*\/|\r\n?|[\u2028\u2029\x85\x0b\x0c]|[\x00-\x08\x0e-\x1f\x7f-\x9f\ufeff]|[\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function cleanComment(text: string): string {
  return text.replace(COMMENT_SPECIAL, (found) => {
    if (found === '*/') return '*\\/';
    if (/^[\r\u2028\u2029\x85\v\f]/.test(found)) return '\n';
    return escapeCharacter(found);
  });
}

/** Words that would open a Markdown block if they came first on a line. */
const BLOCK_OPENER = /^(?:[-+*#>|=~@]|\d+[.)])/;

/** Breaks long paragraphs between words and indents the continued items of lists. Fenced or indented code and tables stay as they are. */
function wrapInto(lines: string[], text: string, width: number): void {
  // Most comments are one line that fits.
  if (text.length <= width && !text.includes('\n')) {
    lines.push(text);
    return;
  }
  let fenced = false;
  let paragraph: string[] = [];
  const end = (): void => {
    // A paragraph whose lines all fit keeps the line breaks of its author.
    if (paragraph.every((line) => line.length <= width)) lines.push(...paragraph);
    else wrapParagraph(lines, paragraph, width);
    paragraph = [];
  };
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd();
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) fenced = !fenced;
    if (line === '' || isFence || fenced || /^(?: {4}|\t|\s*\|)/.test(line)) {
      end();
      lines.push(line);
      continue;
    }
    if (BLOCK_OPENER.test(line.trimStart())) end();
    paragraph.push(line);
    // A heading ends with its line, and two spaces or a backslash at the end of a line keep the break.
    if (/^\s*#| {2}$|\\$/.test(raw)) end();
  }
  end();
}

function wrapParagraph(lines: string[], paragraph: readonly string[], width: number): void {
  const text = paragraph.map((line, index) => (index === 0 ? line : line.trimStart())).join(' ');
  const hanging = ' '.repeat(/^\s*(?:[-+*]|\d+[.)])\s+/.exec(text)?.[0].length ?? /^\s*/.exec(text)?.[0].length ?? 0);
  const [first = '', ...rest] = text.split(/(?<=\S) /);
  let current = first;
  for (const word of rest) {
    if (current.length + 1 + word.length <= width || BLOCK_OPENER.test(word)) {
      current += ` ${word}`;
      continue;
    }
    lines.push(current);
    current = hanging + word;
  }
  lines.push(current);
}

/**
 * The first line of every file, with the name of the plugin that made it. The id is a file name, so it may have any character that a file system
 * allows.
 */
export function generatedBy(id: string, plugin?: string): string {
  const [by, sources] = plugin === undefined ? ['', 'the document'] : [` by the plugin ${plugin}`, 'the document or the plugin'];
  return `// Generated by Octavo from ${cleanComment(id).replace(/\s+/g, ' ')}${by}. Do not edit; edit ${sources} and run \`octavo generate\`.\n`;
}
