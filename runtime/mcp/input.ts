// Checks the input that a model gives for an operation, before anything is sent, and says each fault as a sentence to learn from.
import { phraseOf } from '../contract/format-issue.ts';
import type { Issue } from '../contract/issue.ts';
import { getOwn, setOwn } from '../contract/own.ts';
import { tokenName } from '../contract/pointer.ts';
import { judgeInput } from '../validate/checks.ts';
import { near } from './near.ts';
import { beginning } from './plain-text.ts';
import { propertiesAt } from './schema.ts';
import type { McpTools, Tool } from './tools.ts';

/** The most faults that one answer names. */
const MOST = 10;

const PARTS = ['path', 'query', 'header', 'cookie', 'querystring', 'body', 'contentType'] as const;
const NAMED_PARTS: readonly string[] = ['path', 'query', 'header', 'cookie'];

/** An input that can be sent, or sentences that say what is wrong with it. */
export type Checked = { readonly input: Readonly<Record<string, unknown>> } | { readonly faults: readonly string[] };

export function checkInput(all: McpTools, tool: Tool, given: unknown): Checked {
  const written = given ?? {};
  if (typeof written !== 'object' || Array.isArray(written))
    return { faults: [`\`input\` must be an object with ${list(partsOf(tool))}, it is ${shownValue(written)}.`] };
  const unknown = unknownNames(tool, written);
  if (unknown.length > 0) return { faults: unknown };
  const input = withHidden(withFiles(structuredClone(written) as Record<string, unknown>, tool.facts.files ?? []), all, tool);
  let issues = issuesOf(tool, input);
  if (widen(input, issues)) issues = issuesOf(tool, input);
  if (issues.length === 0) return { input };
  const faults = new Set(issues.slice(0, MOST).map((issue) => sentenceOf(issue, written, all, tool)));
  if (issues.length > MOST) faults.add(`There are ${issues.length - MOST} more faults.`);
  return { faults: [...faults] };
}

function issuesOf({ checks, facts }: Tool, input: object): Issue[] {
  const issues: Issue[] = [];
  judgeInput(checks.input, input, issues);
  // A credential takes the place of a hidden parameter.
  return issues.filter(({ path, keyword }) => !(keyword === 'required' && facts.hidden?.includes(path)));
}

/** The parts that the operation's input has. */
function partsOf({ facts }: Tool): string[] {
  const properties = Object.keys((facts.input.properties ?? {}) as object);
  return properties.length === 0 ? ['no members'] : properties.map((name) => `\`${name}\``);
}

/** Names that the document does not have: a client would leave them out without a word. */
function unknownNames(tool: Tool, written: object): string[] {
  const { row, facts } = tool;
  const declared = (row.parameters ?? []).filter(({ in: where, name }) => !facts.hidden?.includes(`/${where}/${name}`));
  const faults: string[] = [];
  for (const [part, value] of Object.entries(written)) {
    if (!PARTS.some((name) => name === part)) {
      const home = declared.find(({ name }) => name === part);
      const where = home === undefined ? `The input has ${list(partsOf(tool))}.` : `Write it in \`${home.in}\`.`;
      faults.push(`\`${beginning(part, 60)}\` is no part of the input. ${where}`);
    } else if (NAMED_PARTS.includes(part) && typeof value === 'object' && value !== null) {
      const names = declared.filter(({ in: where }) => where === part).map(({ name }) => name);
      for (const name of Object.keys(value)) if (!names.includes(name)) faults.push(unknownParameter(tool, part, name, names));
    }
  }
  return faults.slice(0, MOST);
}

function unknownParameter({ row, facts }: Tool, part: string, name: string, names: readonly string[]): string {
  const place = `\`${placeOf(`/${part}/${name}`)}\``;
  if (facts.hidden?.includes(`/${part}/${name}`))
    return `${place} carries a credential, which only the person who runs this server gives. Leave it out.`;
  const home = (row.parameters ?? []).find((parameter) => parameter.name === name);
  if (home !== undefined) return `${place} belongs in \`${home.in}\`.`;
  const [nearest] = near(name, names);
  if (nearest !== undefined) return `${place} does not exist. Did you mean \`${nearest}\`?`;
  return `${place} does not exist. ${names.length === 0 ? `The operation has no parameters in \`${part}\`.` : `There are ${list(names.map((one) => `\`${one}\``))}.`}`;
}

function withHidden(input: Record<string, unknown>, { hiddenValue }: McpTools, { facts }: Tool): Record<string, unknown> {
  for (const pointer of facts.hidden ?? []) {
    const [part = '', name = ''] = pointer.split('/').slice(1).map(tokenName);
    const value = hiddenValue(name);
    if (value === undefined) continue;
    const before = getOwn(input, part);
    input[part] = { ...(typeof before === 'object' ? before : {}), [name]: value };
  }
  return input;
}

/** Files are `{ text }` or `{ base64 }` in JSON, and `Blob`s for a client. */
function withFiles(input: Record<string, unknown>, files: readonly string[]): Record<string, unknown> {
  for (const pointer of files) replace(input, pointer.split('/').slice(1).map(tokenName), fileOf);
  return input;
}

function replace(holder: unknown, [token, ...rest]: readonly string[], change: (value: unknown) => unknown): void {
  if (token === undefined || typeof holder !== 'object' || holder === null) return;
  for (const name of token === '*' ? Object.keys(holder) : [token]) {
    const value = getOwn(holder, name);
    if (value === undefined) continue;
    if (rest.length === 0) setOwn(holder, name, change(value));
    else replace(value, rest, change);
  }
}

function fileOf(value: unknown): unknown {
  const [text, base64, name, type] = ['text', 'base64', 'name', 'type'].map((member) => getOwn(value, member));
  const options = typeof type === 'string' ? { type } : {};
  const content = typeof text === 'string' ? text : typeof base64 === 'string' ? bytesOf(base64) : undefined;
  if (content === undefined) return value;
  return typeof name === 'string' ? new File([content], name, options) : new Blob([content], options);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Integers beyond ±(2^53−1) come as text, since readers of JSON would round them. Returns whether there were any. */
function widen(input: object, issues: readonly Issue[]): boolean {
  const wide = issues.filter(({ keyword, expected, found }) => {
    const wanted: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
    return keyword === 'type' && wanted.includes('integer') && typeof found === 'string' && /^-?\d{16,30}$/.test(found);
  });
  for (const { path, found } of wide) replace(input, path.split('/').slice(1).map(tokenName), () => BigInt(String(found)));
  return wide.length > 0;
}

/** The faults about a value that must not be repeated: it is missing, unknown, or the whole of what has the fault. */
const UNSAID = /^(?:required|dependentRequired|anyOf|oneOf|not)$|^(?:properties|additionalProperties|unevaluated\w+|prefixItems|items)$/;

/** `` `body.total` must be a number, it is the text "12". `` */
function sentenceOf(issue: Issue, written: object, all: McpTools, tool: Tool): string {
  const { path, keyword, found } = issue;
  const { found: _, ...facts } = issue;
  const place = path === '' ? 'The input' : `\`${placeOf(path)}\``;
  const value = found !== undefined && !UNSAID.test(keyword) ? `, it is ${shownValue(found)}` : '';
  return `${place} ${phraseOf(facts)}${value}.${hintFor(issue, written, all, tool)}`;
}

/** What was probably meant. */
function hintFor({ path, keyword, expected, found }: Issue, written: object, { facts: { schemas } }: McpTools, tool: Tool): string {
  const parent = path.slice(0, path.lastIndexOf('/'));
  const name = tokenName(path.slice(parent.length + 1));
  const declared = (): string[] => propertiesAt(tool.facts.input, parent, schemas);
  if (keyword === 'enum' && typeof found === 'string') return did(near(found, (expected as readonly unknown[]).map(String)));
  if (/^(?:p|additionalP|unevaluatedP)roperties$/.test(keyword)) return did(near(name, declared()));
  if (keyword !== 'required') return '';
  const names = new Set(declared());
  const others = Object.keys((at(written, parent) as object | undefined) ?? {}).filter((other) => !names.has(other));
  const [instead] = near(name, others);
  return instead === undefined ? '' : ` Did you mean it by \`${instead}\`?`;
}

function did([nearest]: readonly string[]): string {
  return nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
}

function at(value: unknown, pointer: string): unknown {
  return pointer.split('/').slice(1).map(tokenName).reduce(getOwn, value);
}

/** `/body/items/0/name` → `body.items[0].name`. */
function placeOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map(tokenName)
    .map((name, index) => {
      if (/^\d+$/.test(name)) return `[${name}]`;
      if (/^[A-Za-z_$][\w$-]*$/.test(name)) return index === 0 ? name : `.${name}`;
      return `[${JSON.stringify(beginning(name, 60))}]`;
    })
    .join('');
}

function shownValue(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(beginning(value, 60))}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `the number ${value}`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function list(words: readonly string[]): string {
  const shown = words.slice(0, 12);
  const more = words.length > 12 ? ` and ${words.length - 12} more` : '';
  return `${shown.join(', ')}${more}`;
}
