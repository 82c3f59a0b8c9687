// Finds places in the syntax tree of a JSON text: where the value of a JSON pointer stands, and which value a position is in.
import type { SyntaxNode, Tree } from '@lezer/common';
import { tokenName } from '../../../runtime/contract/pointer.ts';
import type { Place } from '../form/edit.ts';

type TextOf = (from: number, to: number) => string;

/** The range of the value of a pointer, or of the nearest one around it. */
export function rangeOf(tree: Tree, pointer: string, textOf: TextOf): { readonly from: number; readonly to: number } {
  let node = tree.topNode.firstChild;
  let found: SyntaxNode | null = node;
  for (const token of pointer.split('/').slice(1)) {
    const key = tokenName(token);
    node = node === null ? null : childOf(node, key, textOf);
    if (node === null) break;
    found = node;
  }
  if (found === null) return { from: 0, to: 0 };
  // A long object is marked by its first sign only.
  const isLong = found.name === 'Object' || found.name === 'Array';
  return { from: found.from, to: isLong ? found.from + 1 : found.to };
}

function childOf(node: SyntaxNode, key: string, textOf: TextOf): SyntaxNode | null {
  if (node.name === 'Array') return itemsOf(node)[Number(key)] ?? null;
  if (node.name !== 'Object') return null;
  const property = node.getChildren('Property').find((one) => nameOf(one, textOf) === key);
  return property === undefined ? null : memberValue(property);
}

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

function itemsOf(node: SyntaxNode): SyntaxNode[] {
  const items: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) if (VALUES.has(child.name)) items.push(child);
  return items;
}

function memberValue(property: SyntaxNode): SyntaxNode | null {
  return itemsOf(property)[0] ?? null;
}

function nameOf(property: SyntaxNode, textOf: TextOf): string | undefined {
  const name = property.getChild('PropertyName');
  if (name === null) return undefined;
  try {
    return JSON.parse(textOf(name.from, name.to)) as string;
  } catch {
    return undefined;
  }
}

export interface Position {
  /** Whether a name of a member is written here, or a value. */
  readonly writes: 'name' | 'value';
  /** The place of the object whose member is named, or of the value. */
  readonly place: Place;
  /** The text that is replaced: what is written there so far. */
  readonly from: number;
  readonly to: number;
}

/** Finds the name or value at a position of the text. */
export function positionAt(tree: Tree, at: number, textOf: TextOf): Position | undefined {
  const inner = tree.resolveInner(at, -1);
  const isToken = ['PropertyName', 'String', 'Number', 'True', 'False', 'Null'].includes(inner.name) && inner.to >= at;
  const isFaulty = inner.type.isError && inner.from < at;
  const from = isToken || isFaulty ? inner.from : at;
  const to = isToken || isFaulty ? Math.max(inner.to, at) : at;
  let around: SyntaxNode | null = isToken || isFaulty ? inner.parent : inner;
  while (around !== null && !['Property', 'Object', 'Array', 'JsonText'].includes(around.name)) around = around.parent;
  if (around === null) return undefined;
  if (inner.name === 'PropertyName') return { writes: 'name', place: placeOf(around.parent, textOf), from, to };
  if (around.name === 'Property') {
    // After the colon stands the value; a comma ends it.
    const before = textOf(around.from, from);
    const isValue = before.includes(':');
    if (isValue) return { writes: 'value', place: placeOf(around, textOf), from, to };
    return { writes: 'name', place: placeOf(around.parent, textOf), from, to };
  }
  if (around.name === 'Object') return { writes: 'name', place: placeOf(around, textOf), from, to };
  if (around.name === 'Array') return { writes: 'value', place: [...placeOf(around, textOf), itemsBefore(around, from)], from, to };
  return { writes: 'value', place: [], from, to };
}

function itemsBefore(node: SyntaxNode, at: number): number {
  return itemsOf(node).filter(({ from }) => from < at).length;
}

/** The place of an object, a list or the value of a property. */
function placeOf(node: SyntaxNode | null, textOf: TextOf): Place {
  const place: (string | number)[] = [];
  for (let at = node; at !== null; at = at.parent) {
    if (at.name === 'Property') place.unshift(nameOf(at, textOf) ?? '');
    else if (at.parent?.name === 'Array' && VALUES.has(at.name)) place.unshift(itemsBefore(at.parent, at.from));
  }
  return place;
}
