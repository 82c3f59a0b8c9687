// The router: builds a tree of path templates once, and finds the routes of a path. A literal segment wins over a template, from the left.
import { percentDecode } from '../wire/text.ts';

export interface RouterEntry<T> {
  readonly method: string;
  /** Template with its base: `/v2/users/{id}`. */
  readonly path: string;
  readonly value: T;
}

/** The value for each method of a path, and the path's parameters as they were sent. */
export interface Match<T> {
  readonly methods: ReadonlyMap<string, T>;
  readonly parameters: ReadonlyMap<string, string>;
}

/** `malformed`: a segment of the path is not percent-encoded UTF-8, has NUL, or is a dot segment. */
export type Router<T> = (path: string) => Match<T> | 'malformed' | undefined;

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  readonly templates: Template<T>[];
  methods?: Map<string, T>;
}

interface Template<T> {
  readonly text: string;
  /** The text before, between and after its parameters. */
  readonly literals: readonly string[];
  readonly names: readonly string[];
  readonly node: Node<T>;
}

/**
 * Where two path templates match a path, the one with a literal in the earlier segment wins, and only its methods count: a method that it does not
 * have is not looked up in the other (OpenAPI 3.1 section 4.8.8.2).
 */
export function createRouter<T>(entries: readonly RouterEntry<T>[]): Router<T> {
  const root = newNode<T>();
  for (const { method, path, value } of entries) {
    let node = root;
    for (const segment of segmentsOf(path)) node = childOf(node, segment);
    node.methods ??= new Map();
    node.methods.set(method.toUpperCase(), value);
  }
  const literal = new Map<string, Match<T>>();
  for (const { path } of entries) {
    const methods = path.includes('{') || path.includes('%') ? undefined : find(root, segmentsOf(path), segmentsOf(path), 0, new Map());
    if (methods !== undefined) literal.set(path, { methods, parameters: NONE });
  }
  return (path) => {
    // Literals win, so a path without parameters needs no search.
    const known = literal.get(path);
    if (known !== undefined) return known;
    const raw = segmentsOf(path);
    const decoded: string[] = [];
    for (const segment of raw) {
      const text = percentDecode(segment);
      if (text === undefined || text === '.' || text === '..' || text.includes('\0')) return 'malformed';
      decoded.push(text);
    }
    const parameters = new Map<string, string>();
    const methods = find(root, raw, decoded, 0, parameters);
    return methods === undefined ? undefined : { methods, parameters };
  };
}

const NONE: ReadonlyMap<string, string> = new Map();

function newNode<T>(): Node<T> {
  return { literals: new Map(), templates: [] };
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}

function childOf<T>(node: Node<T>, segment: string): Node<T> {
  if (!segment.includes('{')) {
    const text = percentDecode(segment) ?? segment;
    let child = node.literals.get(text);
    if (child === undefined) {
      child = newNode();
      node.literals.set(text, child);
    }
    return child;
  }
  const names: string[] = [];
  // `/a/{x}/b` and `/a/{y}/c` match the same segment, but each must give its parameter its own name, so they are separate nodes.
  const known = node.templates.find((template) => template.text === segment);
  if (known !== undefined) return known.node;
  for (const match of segment.matchAll(/\{([^{}]+)\}/g)) names.push(match[1] ?? '');
  const child = newNode<T>();
  node.templates.push({ text: segment, literals: segment.split(/\{[^{}]+\}/), names, node: child });
  // A template with more literal text is more specific.
  node.templates.sort((a, b) => literalLength(b.text) - literalLength(a.text));
  return child;
}

function literalLength(segment: string): number {
  return segment.replace(/\{[^{}]+\}/g, '').length;
}

/**
 * The values of a segment's parameters, each as short as possible and never empty; `undefined` where the segment does not match. Each literal is
 * searched once, from the end of the one before, so the time is linear: a pattern of several `(.+?)` would try every way to split the segment.
 */
function valuesIn(segment: string, literals: readonly string[]): string[] | undefined {
  const [prefix = '', ...rest] = literals;
  const suffix = rest.pop() ?? '';
  if (!segment.startsWith(prefix) || !segment.endsWith(suffix)) return undefined;
  const end = segment.length - suffix.length;
  const values: string[] = [];
  let start = prefix.length;
  for (const literal of rest) {
    const at = segment.indexOf(literal, start + 1);
    if (at === -1) return undefined;
    values.push(segment.slice(start, at));
    start = at + literal.length;
  }
  if (start >= end) return undefined;
  values.push(segment.slice(start, end));
  return values;
}

function find<T>(
  node: Node<T>,
  raw: readonly string[],
  decoded: readonly string[],
  index: number,
  parameters: Map<string, string>,
): Map<string, T> | undefined {
  if (index === raw.length) return node.methods;
  const literal = node.literals.get(decoded[index] ?? '');
  if (literal !== undefined) {
    const found = find(literal, raw, decoded, index + 1, parameters);
    if (found !== undefined) return found;
  }
  const segment = raw[index] ?? '';
  if (segment === '') return undefined;
  for (const template of node.templates) {
    const values = valuesIn(segment, template.literals);
    if (values === undefined) continue;
    const found = find(template.node, raw, decoded, index + 1, parameters);
    if (found === undefined) continue;
    for (const [position, name] of template.names.entries()) parameters.set(name, values[position] ?? '');
    return found;
  }
  return undefined;
}
