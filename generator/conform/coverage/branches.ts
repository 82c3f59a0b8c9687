// Lists the branches of an operation (media types, `oneOf`, `anyOf`, heirs of a discriminator, values of `enum`) and finds those that a value took.
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { declared, leadingTo } from '../../model/schema/walk.ts';
import type { MediaContent, Operation } from '../../model/service.ts';
import type { BranchCoverage } from '../contract/report.ts';
import type { SampleSchemas } from '../judge/index.ts';
import { branchByTag, type Part, partsOf, takesBranch } from './parts.ts';

/** The most branches of an operation that are counted. */
const MOST_BRANCHES = 500;

/** The most schemas of an operation in which branches are looked for. */
const MOST_SCHEMAS = 2000;

/** The most pairs of a schema and a value that are compared for one message. */
const MOST_STEPS = 20_000;

type Branch = { -readonly [K in keyof BranchCoverage]: BranchCoverage[K] };

/** A branch of a schema, and the test of whether a value takes it. */
interface Choice {
  readonly branch: Branch;
  readonly takes: (value: unknown) => boolean;
}

/** The branches of one direction of an operation. */
interface Side {
  readonly of: 'request' | 'response';
  /** The choices of schemas that stand for themselves. */
  readonly choices: Map<Schema, readonly Choice[]>;
  /** The schemas met, apart from those that another one includes by `allOf`, whose heirs do not count. */
  readonly met: readonly [alone: Set<Schema>, included: Set<Schema>];
  readonly contents: Map<MediaContent, Branch>;
  /** The schemas that lead to a choice. Made when all are met. */
  leading: ReadonlyMap<Schema, Schema>;
  /** The parts of schemas that lead to a choice, made when they are first needed. */
  readonly parts: readonly [alone: Map<Schema, readonly Part[]>, included: Map<Schema, readonly Part[]>];
}

export interface BranchCounter {
  readonly branches: readonly Branch[];
  /** Whether the operation has more than are counted. */
  readonly isCut: boolean;
  /** Counts the branches of a request that the document allows. */
  request(input: Readonly<Record<string, unknown>>, contentType: string | undefined): void;
  /** Counts the branches of a response whose body is as declared. */
  response(content: MediaContent, body: unknown): void;
}

export function createBranchCounter(operation: Operation, schemas: SampleSchemas): BranchCounter {
  const branches: Branch[] = [];
  let isCut = false;
  const add = (branch: Omit<Branch, 'exchanges'>): Branch | undefined => {
    if (branches.length >= MOST_BRANCHES) isCut = true;
    else {
      const made = { ...branch, exchanges: 0 };
      branches.push(made);
      return made;
    }
    return undefined;
  };
  const collect = (side: Side, root: Schema, place: Pick<Branch, 'of' | 'at'>): void => {
    const stack: [schema: Schema, at: string, isIncluded: boolean][] = [[root, place.at, false]];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const [schema, at, isIncluded] = next;
      const met = side.met[isIncluded ? 1 : 0];
      if (met.has(schema)) continue;
      if (side.met[0].size + side.met[1].size >= MOST_SCHEMAS || isCut) {
        isCut = true;
        return;
      }
      met.add(schema);
      const choices = side.choices.get(schema) ?? [];
      const found = choicesOf(schema, schemas, isIncluded, choices.length > 0, (kind, name) => add({ ...place, at, kind, name }));
      if (found.length > 0) side.choices.set(schema, [...choices, ...found]);
      const parts = [...partsOf(schema, side.of, schemas, isIncluded)];
      for (const part of parts.reverse()) stack.push([part.schema, at + part.at, part.isIncluded]);
    }
  };
  const addContent = (side: Side, content: MediaContent, place: Pick<Branch, 'of' | 'at'>): void => {
    const branch = add({ ...place, kind: 'media-type', name: content.contentType });
    if (branch !== undefined) side.contents.set(content, branch);
    if (content.schema !== undefined && content.kind !== 'bytes')
      collect(side, content.schema, { ...place, at: content.stream === undefined ? '/body' : '/body/*' });
  };

  const request = emptySide('request');
  for (const { in: where, name, schema } of operation.parameters)
    collect(request, schema, { of: 'request', at: where === 'querystring' ? '/querystring' : `/${where}/${name}` });
  for (const content of operation.body?.contents ?? []) addContent(request, content, { of: 'request', at: '/body' });
  const response = emptySide('response');
  for (const { status, contents } of operation.responses)
    for (const content of contents) addContent(response, content, { of: status, at: '/body' });
  for (const side of [request, response]) {
    side.leading = leadingTo([...side.met[0], ...side.met[1]], [...side.choices.keys()]);
    for (const met of side.met) met.clear();
  }

  const count = (side: Side, content: MediaContent | undefined, pairs: readonly (readonly [Schema, unknown])[]): void => {
    const taken = takenBy(side, pairs, schemas);
    const own = content === undefined ? undefined : side.contents.get(content);
    if (own !== undefined) taken.add(own);
    for (const branch of taken) branch.exchanges++;
  };
  return {
    branches,
    get isCut() {
      return isCut;
    },
    request(input, contentType) {
      const pairs = operation.parameters.flatMap(({ in: where, name, schema }): (readonly [Schema, unknown])[] => {
        const [holder, key] = where === 'querystring' ? [input, where] : [Object(input[where]) as Readonly<Record<string, unknown>>, name];
        return Object.hasOwn(holder, key) ? [[schema, holder[key]]] : [];
      });
      const content = Object.hasOwn(input, 'body') ? contentOf(operation.body?.contents ?? [], contentType) : undefined;
      count(request, content, content === undefined ? pairs : [...pairs, ...bodyPairs(content, input.body)]);
    },
    response(content, body) {
      count(response, content, bodyPairs(content, body));
    },
  };
}

function emptySide(of: Side['of']): Side {
  return { of, choices: new Map(), met: [new Set(), new Set()], contents: new Map(), leading: new Map(), parts: [new Map(), new Map()] };
}

/** `hasOwn`: the schema's own choices are known, and only its heirs may be missing. */
function choicesOf(
  schema: Schema,
  schemas: SampleSchemas,
  isIncluded: boolean,
  hasOwn: boolean,
  add: (kind: Branch['kind'], name: string) => Branch | undefined,
): Choice[] {
  const choices: Choice[] = [];
  const choice = (kind: Branch['kind'], name: string, takes: Choice['takes']): void => {
    const branch = add(kind, name);
    if (branch !== undefined) choices.push({ branch, takes });
  };
  const { discriminator } = schema;
  if (discriminator?.inherited === true && !isIncluded)
    for (const heir of new Set(discriminator.mapping.values()))
      choice('discriminator', nameOf(heir, 0), (value) => branchByTag(schema, value) === heir);
  if (hasOwn) return choices;
  const values: readonly JsonValue[] = schema.enum ?? schema.known ?? [];
  // An enum with one value is a constant: it leaves no choice.
  if (values.length > 1)
    for (const one of values)
      choice('enum', JSON.stringify(typeof one === 'bigint' ? String(one) : one), (value) => schemas.isSame(one, value));
  for (const kind of ['oneOf', 'anyOf'] as const)
    for (const [index, one] of [...(schema[kind] ?? [])].entries())
      choice(kind, nameOf(one, index), (value) => takesBranch(schema, one, value, schemas));
  return choices;
}

function nameOf(branch: Schema, index: number): string {
  return declared(branch)?.name ?? `branch ${index + 1}`;
}

/** The branches that values take. Ends after a bounded number of steps. */
function takenBy(side: Side, pairs: readonly (readonly [Schema, unknown])[], schemas: SampleSchemas): Set<Branch> {
  const taken = new Set<Branch>();
  const stack = pairs.map(([schema, value]) => ({ schema, value, isIncluded: false, before: new Set<Schema>() }));
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const next = stack.pop();
    if (next === undefined) break;
    const { schema, value, isIncluded, before } = next;
    if (before.has(schema) || !side.leading.has(schema)) continue;
    for (const { branch, takes } of side.choices.get(schema) ?? []) {
      const isHeir = branch.kind === 'discriminator';
      if (!taken.has(branch) && !(isHeir && isIncluded) && takes(value)) taken.add(branch);
    }
    for (const part of leadingParts(side, schema, schemas, isIncluded)) {
      // The schemas that have seen the same value, so that references in a circle end.
      const met = part.at === '' ? new Set([...before, schema]) : new Set<Schema>();
      for (const inner of part.valuesIn(value)) stack.push({ schema: part.schema, value: inner, isIncluded: part.isIncluded, before: met });
    }
  }
  return taken;
}

function leadingParts(side: Side, schema: Schema, schemas: SampleSchemas, isIncluded: boolean): readonly Part[] {
  const known = side.parts[isIncluded ? 1 : 0];
  const parts = known.get(schema) ?? [...partsOf(schema, side.of, schemas, isIncluded)].filter((part) => side.leading.has(part.schema));
  known.set(schema, parts);
  return parts;
}

/** A stream is the array of its items here. */
function bodyPairs({ schema, stream, kind }: MediaContent, body: unknown): (readonly [Schema, unknown])[] {
  if (schema === undefined || kind === 'bytes' || body === undefined) return [];
  if (stream === undefined) return [[schema, body]];
  return Array.isArray(body) ? body.map((item: unknown) => [schema, item] as const) : [];
}

/** The declared media type of a request: the same, else the same without its parameters, else the narrowest range. */
function contentOf(contents: readonly MediaContent[], contentType: string | undefined): MediaContent | undefined {
  if (contentType === undefined) return contents[0];
  const bare = (text: string): string => text.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const essence = bare(contentType);
  const wanted = [essence, `${essence.split('/', 1)[0]}/*`, '*/*'];
  const exact = contents.find((one) => one.contentType === contentType);
  return exact ?? wanted.map((type) => contents.find((one) => bare(one.contentType) === type)).find((one) => one !== undefined);
}
