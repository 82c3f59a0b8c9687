// Where a project's own code has a name that changes, and what to write there.
import { ts } from '@ts-morph/common';
import type { CodeIndex, Mention } from '../callers/index-code.ts';
import type { NameChange, Rename } from './rename.ts';

export interface Edit {
  readonly file: string;
  /** Offsets in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The edits of a rename, in no particular order. */
export function editsOf({ names }: Rename, index: CodeIndex, checker: ts.TypeChecker): Edit[] {
  return names.flatMap((change) =>
    change.value === undefined ? nameEdits(change, index) : valueEdits(change, change.value, index, checker),
  );
}

/** Where the name may be made at run time, so that no edit carries it over. */
export function computedIn({ names }: Rename, { computed }: CodeIndex): { readonly node: ts.Node; readonly change: NameChange }[] {
  return names
    .filter(({ value }) => value === undefined)
    .flatMap((change) =>
      computed.filter(({ chains, file }) => chains.some((one) => fits(one, change.chain, file))).map(({ node }) => ({ node, change })),
    );
}

function nameEdits({ chain, to }: NameChange, { mentions }: CodeIndex): Edit[] {
  const from = chain.at(-1) ?? '';
  return mentions
    .filter(({ node, chains, file }) => textOf(node) === from && chains.some((one) => fits(one, chain, file)))
    .map(({ node }) => accessEdit(node, to) ?? edit(node, writtenAs(node, from, to)));
}

/** `pet.name` becomes `pet['full-name']` where the new name is no identifier. */
function accessEdit(node: ts.Node, to: string): Edit | undefined {
  const { parent } = node;
  if (isIdentifierName(to) || !ts.isPropertyAccessExpression(parent) || parent.name !== node) return undefined;
  const optional = parent.questionDotToken === undefined ? '' : '?.';
  return { ...edit(node, `${optional}[${quoted(to)}]`), start: parent.expression.getEnd() };
}

function isIdentifierName(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
}

/** `*` stands for the client, a group or the handlers: types of schemas and inputs have members of any name. */
function fits(chain: readonly string[], wanted: readonly string[], file: string): boolean {
  const isAny = wanted[0] === '*';
  if (isAny && (file === 'types' || file === 'operations')) return false;
  return chain.length === wanted.length && chain.every((name, index) => name === wanted[index] || (isAny && index === 0));
}

function textOf(node: ts.Node): string | undefined {
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** A shorthand has a name of the project's own beside that of generated code, which stays. */
function writtenAs(node: ts.Node, from: string, to: string): string {
  const { parent } = node;
  const key = isIdentifierName(to) ? to : quoted(to);
  if (ts.isStringLiteralLike(node)) return quoted(to, node.getText().charAt(0));
  if (ts.isShorthandPropertyAssignment(parent)) return `${key}: ${from}`;
  if (ts.isBindingElement(parent) && parent.propertyName === undefined) return `${key}: ${from}`;
  return key;
}

function quoted(text: string, mark = "'"): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll(mark, `\\${mark}`)
    .replaceAll('\n', '\\n')
    .replaceAll('${', mark === '`' ? '\\${' : '${');
  return `${mark}${escaped}${mark}`;
}

function edit(node: ts.Node, text: string): Edit {
  return { file: node.getSourceFile().fileName, start: node.getStart(), end: node.getEnd(), text };
}

/**
 * What has the value as its text, where the enumeration is expected: literals assigned to it, compared with it or in a case of a switch on it, and
 * keys of its records.
 */
function valueEdits({ chain, to }: NameChange, value: string, { mentions, literals, keys }: CodeIndex, checker: ts.TypeChecker): Edit[] {
  const isWanted = (mention: Pick<Mention, 'chains'>): boolean =>
    mention.chains.some((one) => JSON.stringify(one) === JSON.stringify(chain));
  // What has the enumeration as its type: a member of its own, or anything of a type with a name.
  const members = new Set(mentions.filter(isWanted).map(({ node }) => node));
  const isMember = (node: ts.Node): boolean => members.has(ts.isPropertyAccessExpression(node) ? node.name : node);
  const texts = literals
    .filter((literal) => literal.node.text === value)
    .filter(
      (literal) => isWanted(literal) || partnersOf(literal.node).some((partner) => isMember(partner) || isOfType(partner, chain, checker)),
    )
    .map(({ node }) => edit(node, quoted(to, node.getText().charAt(0))));
  const named = keys.filter((key) => textOf(key.node) === value && isWanted(key)).map(({ node }) => edit(node, writtenAs(node, value, to)));
  return [...texts, ...named];
}

/** What a literal is compared with or assigned to. */
function partnersOf(node: ts.Node): ts.Node[] {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return [parent.left === node ? parent.right : parent.left];
  if (ts.isCaseClause(parent)) return [parent.parent.parent.expression];
  if (ts.isPropertyAssignment(parent)) return [parent.name];
  return [];
}

/** Whether something has a type with this name, also where comparisons before have left only some of its values. */
function isOfType(node: ts.Node, [name, ...more]: readonly string[], checker: ts.TypeChecker): boolean {
  const symbol = checker.getSymbolAtLocation(node);
  const types = [checker.getTypeAtLocation(node), ...(symbol === undefined ? [] : [checker.getTypeOfSymbol(symbol)])];
  return more.length === 0 && types.some((type) => type.aliasSymbol?.name === name);
}

/** The text of a file with some edits, which do not overlap. Equal edits count once. */
export function edited(text: string, edits: readonly Edit[]): string {
  const ordered = [...new Map(edits.map((one) => [one.start, one])).values()].sort((a, b) => b.start - a.start);
  return ordered.reduce((result, { start, end, text: written }) => result.slice(0, start) + written + result.slice(end), text);
}
