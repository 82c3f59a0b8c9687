// Finds the part of a document that a fault costs: the smallest one around it that can be left out while the rest keeps its meaning.
import type { ObjectName } from '../check/grammar.ts';
import { type Field, rowsOf } from '../check/shapes.ts';
import type { Json, JsonObject } from '../description.ts';
import { child, isObject, joinPointer, own, pointerTokens } from '../pointer.ts';
import { componentWords } from '../references/components.ts';
import type { Document } from '../references/library.ts';

export type PartKind =
  | 'callback'
  | 'component'
  | 'example'
  | 'field'
  | 'header'
  | 'link'
  | 'media type'
  | 'operation'
  | 'parameter'
  | 'path'
  | 'response'
  | 'server'
  | 'tag'
  | 'target'
  | 'webhook';

export interface Part {
  readonly document: Document;
  readonly pointer: string;
  readonly kind: PartKind;
  /** The nouns by which a summary counts it: `schema`; for a path, `operation` for each of its operations. */
  readonly nouns: readonly string[];
  /** The name in messages: `GET /pets`, `the schema Pet`, `this parameter`. */
  readonly name: string;
  /** The object or array that has it, and its key or index there; undefined for a target of references that is no part of the document's grammar. */
  readonly holder: JsonObject | readonly Json[] | undefined;
  readonly key: string;
  readonly value: Json | undefined;
}

/** A value on the way from the root to a fault: its key, and the nearest object around it that the grammar knows. */
interface Step {
  readonly pointer: string;
  readonly key: string;
  readonly value: Json | undefined;
  readonly holder: Json | undefined;
  /** The nearest checked object above the value, and the keys that lead from there to the value. */
  readonly owner: ObjectName | undefined;
  readonly path: readonly string[];
}

export type Checked = ReadonlyMap<object, ObjectName>;

/** The parts around a pointer that can be left out, the innermost first. */
export function partsAround(document: Document, pointer: string, checked: Checked): Part[] {
  const steps = stepsTo(document, pointer, checked);
  return steps.flatMap((step) => partOf(step, steps, document, checked) ?? []).reverse();
}

function stepsTo(document: Document, pointer: string, checked: Checked): Step[] {
  const tokens = pointerTokens(pointer);
  const steps: Step[] = [];
  let value: Json | undefined = document.root;
  let at = '';
  let owner = isObject(value) ? checked.get(value) : undefined;
  let path: string[] = [];
  steps.push({ pointer: '', key: '', value, holder: undefined, owner: undefined, path: [] });
  for (const key of tokens) {
    const holder: Json | undefined = value;
    value = holder === undefined ? undefined : child(holder, key);
    at = joinPointer(at, key);
    path = [...path, key];
    steps.push({ pointer: at, key, value, holder, owner, path });
    const name = isObject(value) ? checked.get(value) : undefined;
    if (name !== undefined) {
      owner = name;
      path = [];
    }
  }
  return steps;
}

function partOf(step: Step, steps: readonly Step[], document: Document, checked: Checked): Part | undefined {
  const { pointer, key, value, holder } = step;
  const kind = kindOf(step, document, checked);
  if (kind === undefined) return undefined;
  const isHeld = kind !== 'target' && holder !== undefined && (isObject(holder) || Array.isArray(holder));
  return {
    document,
    pointer,
    kind,
    nouns: nounsOf(kind, step, document),
    name: nameOf(kind, step, steps),
    holder: isHeld ? (holder as JsonObject) : undefined,
    key,
    value,
  };
}

function nounsOf(kind: PartKind, { path, value }: Step, { version }: Document): readonly string[] {
  if (kind === 'component') return [componentWords.get(path[0] ?? '') ?? kind];
  if (kind !== 'path' || !isObject(value)) return [kind];
  const { fields } = rowsOf(version).PathItem;
  const operations = Object.keys(value).filter((field) => isOperation(fields.get(field)));
  return operations.length === 0 ? [kind] : operations.map(() => 'operation');
}

function isOperation(field: Field | undefined): boolean {
  return field?.shape.kind === 'object' && field.shape.row.name === 'Operation';
}

/** Maps and lists whose entries can be left out, by the field that holds them. */
const ENTRIES: Readonly<Record<string, PartKind>> = {
  content: 'media type',
  parameters: 'parameter',
  headers: 'header',
  links: 'link',
  examples: 'example',
  callbacks: 'callback',
  servers: 'server',
  webhooks: 'webhook',
  additionalOperations: 'operation',
  tags: 'tag',
};

/** Objects with a list or map of that name that holds something else: a link's `parameters` are values. */
const OTHERS: ReadonlySet<string> = new Set(['Link.parameters', 'Operation.tags', 'Schema.examples']);

function kindOf({ owner, path, value }: Step, { version }: Document, checked: Checked): PartKind | undefined {
  const [field = '', ...rest] = path;
  if (owner === undefined || field.startsWith('x-')) {
    const name = isObject(value) ? checked.get(value) : undefined;
    return name === undefined || name === 'OpenAPI' ? undefined : 'target';
  }
  if (owner === 'Components' || (owner === 'OpenAPI' && version === '2.0' && componentWords.has(field))) {
    return rest.length === 1 ? 'component' : undefined;
  }
  if (rest.length === 0) {
    if (owner === 'Paths') return 'path';
    if (owner === 'Responses') return 'response';
    if (owner === 'Callback') return 'callback';
    const row = rowsOf(version)[owner].fields.get(field);
    if (isOperation(row)) return 'operation';
    return row?.lenient === true ? 'field' : undefined;
  }
  return rest.length === 1 && !OTHERS.has(`${owner}.${field}`) && owner !== 'Schema' ? ENTRIES[field] : undefined;
}

function nameOf(kind: PartKind, { key, path }: Step, steps: readonly Step[]): string {
  switch (kind) {
    case 'operation': {
      const above = steps.findLast((step) => step.owner === 'Paths' || step.path[0] === 'webhooks' || step.owner === 'Callback');
      return above === undefined ? `this ${key.toUpperCase()}` : `${key.toUpperCase()} ${above.key}`;
    }
    case 'path':
      return key;
    case 'webhook':
      return `the webhook ${key}`;
    case 'component':
      return `the ${componentWords.get(path[0] ?? '') ?? 'component'} ${key}`;
    case 'field':
      return `\`${key}\``;
    case 'media type':
    case 'response':
    case 'header':
      return `the ${kind} \`${key}\``;
    default:
      return `this ${kind}`;
  }
}

/** Whether the object at a part says `required: true`, or stands in the path. A part whose value is not an object may have said so. */
export function isRequired(value: Json | undefined): boolean {
  return !isObject(value) || own(value, 'required') === true || own(value, 'in') === 'path';
}
