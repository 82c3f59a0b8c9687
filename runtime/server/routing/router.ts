// The router: builds a tree of path templates once, and finds the routes of a path. A literal segment wins over a template, from the left.
import { percentDecode } from '../../wire/text.ts';

export interface RouterEntry<T> {
  readonly method: string;
  /** Template with its base: `/v2/users/{id}`. */
  readonly path: string;
  readonly value: T;
  /** Whether the path is an alias: less specific paths keep the methods that it does not have. */
  readonly isAlias?: boolean;
}

/** The routes that a path has, by method. */
export interface Match<T> {
  /** In capitals, the most specific path first. */
  methods(): string[];
  /** The route for a method in capitals, and the path's parameters as they were sent. */
  find(method: string): Found<T> | undefined;
}

interface Found<T> {
  readonly value: T;
  readonly parameters: ReadonlyMap<string, string>;
  /** Where several routes have the method and the path: all of them, in their order. */
  readonly all?: readonly Found<T>[];
}

/** `malformed`: a segment of the path is not percent-encoded UTF-8, has NUL, or is a dot segment. */
export type Router<T> = (path: string) => Match<T> | 'malformed' | undefined;

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  readonly templates: Template<T>[];
  leaf?: Leaf<T>;
}

/** Segments with parameters whose names may differ: `{id}` and `{name}` are one template. */
interface Template<T> {
  /** The text before, between and after its parameters. */
  readonly literals: readonly string[];
  readonly node: Node<T>;
}

/** The end of one path or several that differ in names only. */
interface Leaf<T> {
  readonly routes: Map<string, LeafRoute<T>>;
  /** Whether a path that is not an alias ends here. */
  isDeclared: boolean;
}

interface LeafRoute<T> {
  readonly value: T;
  readonly names: readonly string[];
  /** Further routes of the same method and path. */
  more?: LeafRoute<T>[];
}

/** A leaf that matches a path, and the values of the path's parameters in their order. */
interface Candidate<T> {
  readonly leaf: Leaf<T>;
  readonly values: readonly string[];
}

/**
 * Where two path templates match a path, the one with a literal in the earlier segment wins, and only its methods count: a method that it does not
 * have is not looked up in the other (OpenAPI 3.1 section 4.8.8.2). Aliases leave the methods that they do not have to less specific paths.
 */
export function createRouter<T>(entries: readonly RouterEntry<T>[]): Router<T> {
  const root = newNode<T>();
  // Where an alias and a declared path are the same, the declared one counts.
  for (const entry of [...entries].sort((a, b) => Number(a.isAlias === true) - Number(b.isAlias === true))) add(root, entry);
  const literal = new Map<string, Match<T>>();
  for (const { path } of entries) {
    if (path.includes('{') || path.includes('%')) continue;
    const candidates = candidatesOf(root, segmentsOf(path), segmentsOf(path));
    if (candidates.length > 0) literal.set(path, new Candidates(candidates));
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
    const candidates = candidatesOf(root, raw, decoded);
    return candidates.length === 0 ? undefined : new Candidates(candidates);
  };
}

/** A class, since an object with two functions costs more for each request. */
class Candidates<T> implements Match<T> {
  readonly #all: readonly Candidate<T>[];

  constructor(all: readonly Candidate<T>[]) {
    this.#all = all;
  }

  methods(): string[] {
    return [...new Set(this.#all.flatMap(({ leaf }) => [...leaf.routes.keys()]))];
  }

  find(method: string): Found<T> | undefined {
    for (const { leaf, values } of this.#all) {
      const route = leaf.routes.get(method);
      if (route === undefined) continue;
      const found: Found<T> = { value: route.value, parameters: named(route.names, values) };
      if (route.more === undefined) return found;
      const others = route.more.map((other) => ({ value: other.value, parameters: named(other.names, values) }));
      return { ...found, all: [found, ...others] };
    }
    return undefined;
  }
}

function named(names: readonly string[], values: readonly string[]): ReadonlyMap<string, string> {
  if (names.length === 0) return NONE;
  const parameters = new Map<string, string>();
  for (const [index, name] of names.entries()) parameters.set(name, values[index] ?? '');
  return parameters;
}

const NONE: ReadonlyMap<string, string> = new Map();

function newNode<T>(): Node<T> {
  return { literals: new Map(), templates: [] };
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}

function add<T>(root: Node<T>, { method, path, value, isAlias = false }: RouterEntry<T>): void {
  let node = root;
  for (const segment of segmentsOf(path)) node = childOf(node, segment);
  node.leaf ??= { routes: new Map(), isDeclared: false };
  node.leaf.isDeclared ||= !isAlias;
  const { routes } = node.leaf;
  const key = method.toUpperCase();
  const route: LeafRoute<T> = { value, names: [...path.matchAll(PARAMETER)].map(([, name = '']) => name) };
  const before = routes.get(key);
  if (before === undefined) routes.set(key, route);
  else if (!isAlias) {
    before.more ??= [];
    before.more.push(route);
  }
}

const PARAMETER = /\{([^{}]+)\}/g;

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
  const literals = segment.split(/\{[^{}]+\}/);
  const known = node.templates.find((template) => template.literals.join('{}') === literals.join('{}'));
  if (known !== undefined) return known.node;
  const child = newNode<T>();
  node.templates.push({ literals, node: child });
  // A template with more literal text is more specific.
  node.templates.sort((a, b) => b.literals.join('').length - a.literals.join('').length);
  return child;
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

/** The leaves that match a path, the most specific first, to the first that is not of aliases alone. */
function candidatesOf<T>(root: Node<T>, raw: readonly string[], decoded: readonly string[]): Candidate<T>[] {
  const candidates: Candidate<T>[] = [];
  collect(root, raw, decoded, 0, [], candidates);
  return candidates;
}

/** Whether a declared path was found. */
function collect<T>(
  node: Node<T>,
  raw: readonly string[],
  decoded: readonly string[],
  index: number,
  values: string[],
  candidates: Candidate<T>[],
): boolean {
  if (index === raw.length) {
    if (node.leaf === undefined) return false;
    candidates.push({ leaf: node.leaf, values: [...values] });
    return node.leaf.isDeclared;
  }
  const literal = node.literals.get(decoded[index] ?? '');
  if (literal !== undefined && collect(literal, raw, decoded, index + 1, values, candidates)) return true;
  const segment = raw[index] ?? '';
  if (segment === '') return false;
  for (const template of node.templates) {
    const own = valuesIn(segment, template.literals);
    if (own === undefined) continue;
    values.push(...own);
    if (collect(template.node, raw, decoded, index + 1, values, candidates)) return true;
    values.length -= own.length;
  }
  return false;
}
