// Finds the reason why no value matches a schema: the schema's own keywords, or a schema inside it that no value matches.
import { hasType } from '@octavo/runtime/facts';
import type { Location } from '../../base/problem.ts';
import { checks } from '../../base/vocabulary.ts';
import { below } from '../document-node.ts';
import { conjuncts, directBranches, directConjuncts } from './conjuncts.ts';
import { isEquivalent } from './equivalent.ts';
import type { JsonValue, Schema } from './schema.ts';
import {
  ANY,
  ARRAY,
  BOOLEAN,
  intendedTypes,
  isNothing,
  type KnownTypes,
  NULL,
  NUMBER,
  OBJECT,
  possibleTypes,
  STRING,
  type TypeSet,
  typeOfValue,
  typeWords,
} from './types.ts';
import { isPlainRef } from './walk.ts';

/** An obstacle in the schema's own keywords. */
interface OwnObstacle {
  readonly kind: 'own';
  /** `object` where values of other types may match. */
  readonly of: 'value' | 'object' | 'array';
  /** The reason, without its full stop. */
  readonly why: string;
  readonly fix: string;
  readonly related: readonly { readonly message: string; readonly location: Location }[];
}

/** A schema that the value or a part of it must match, and that no value matches. */
export interface InnerObstacle {
  readonly kind: 'inner';
  readonly schema: Schema;
  /** The required property that must match it; absent for an item, or the value itself. */
  readonly property?: string;
}

export type Obstacle = OwnObstacle | InnerObstacle;

export interface Judging {
  /** Whether some value may match a schema, as far as it is known. */
  readonly isPossible: (schema: Schema) => boolean;
  /** Caches of types. */
  readonly possible: KnownTypes;
  readonly types: KnownTypes;
}

/**
 * The first obstacle; `undefined` where a value may match. Never one where a value does match, but that a schema without `type` is read as its author
 * means it: `properties` say that it is an object. For schemas that `mayObstruct`.
 */
export function obstacleOf(schema: Schema, judging: Judging): Obstacle | undefined {
  if (schema.boolean !== undefined) return schema.boolean ? undefined : own('value', 'it is `false`', '');
  for (const part of directConjuncts(schema)) if (!judging.isPossible(part)) return { kind: 'inner', schema: part };
  for (const branches of directBranches(schema)) {
    const [first] = branches;
    if (first !== undefined && !branches.some(judging.isPossible)) return { kind: 'inner', schema: first };
  }
  // The target of a plain reference has been judged.
  return isPlainRef(schema) ? undefined : (sameBranches(schema) ?? valueObstacle(schema, judging));
}

/** Whether the schema has a keyword that an obstacle may come from. Most schemas of a large document have none. */
export function mayObstruct(schema: Schema): boolean {
  for (const keyword in schema) if (OBSTRUCTING.has(keyword)) return true;
  return schema.type?.length === 0;
}

const OBSTRUCTING: ReadonlySet<string> = new Set<keyof Schema>([
  ...(['boolean', 'ref', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const', 'required'] as const),
  ...checks.filter(({ bound }) => bound !== undefined).map(({ keyword }) => keyword),
]);

/** Schemas that hold for one value, and branches of one list, beyond which none is judged: hostile documents have many thousands. */
const MOST_PARTS = 500;
const MOST_BRANCHES = 100;
/** Pairs of schemas that the comparison of branches looks at. */
const MOST_PAIRS = 10_000;

function sameBranches({ oneOf = [], discriminator }: Schema): OwnObstacle | undefined {
  if (oneOf.length < 2 || oneOf.length > MOST_BRANCHES || discriminator?.decides === true) return undefined;
  const budget = { left: MOST_PAIRS };
  const hasTwin = (branch: Schema, index: number): boolean =>
    oneOf.some((other, at) => at !== index && isEquivalent(branch, other, budget));
  if (!oneOf.every(hasTwin)) return undefined;
  const why = `the branches of \`oneOf\` say the same, so that a value that matches one of them matches another one too`;
  return own('value', why, 'Write `anyOf`, or remove the branch that is there twice.');
}

function valueObstacle(schema: Schema, judging: Judging): Obstacle | undefined {
  const parts = conjuncts([schema], MOST_PARTS);
  if (parts.length >= MOST_PARTS) return undefined;
  if (parts.some((part) => part.enum?.length === 0)) return own('value', 'its `enum` is empty', 'List the values, or remove `enum`.');
  const possible = possibleTypes(schema, judging.possible);
  if (possible === 0) return typesObstacle(schema, parts, judging);
  const types = intendedTypes(schema, judging.types) || possible;
  if ((types & (NULL | BOOLEAN)) !== 0) return undefined;
  const constants = constantsOf(parts);
  if (constants !== undefined) {
    return constants ? undefined : own('value', 'its `enum`s or `const`s have no value in common', 'Give them a value in common.');
  }
  const obstacles: Obstacle[] = [];
  for (const [type, look] of LOOKS) {
    if ((types & type) === 0) continue;
    const obstacle = look(parts, judging);
    if (obstacle === undefined) return undefined;
    obstacles.push(obstacle);
  }
  return obstacles.at(-1);
}

function typesObstacle(schema: Schema, parts: readonly Schema[], judging: Judging): OwnObstacle {
  const { type = [], enum: values = [] } = schema;
  const isOfType = (value: JsonValue): boolean => type.some((one) => hasType(value, one));
  if (type.length > 0 && values.length > 0 && !values.some(isOfType)) {
    const why = `its \`type\` is ${type.join(' or ')}, and no value of its \`enum\` is of that type`;
    return own('value', why, 'Correct `type`, or the values of `enum`.');
  }
  const words = typesOf(
    parts.filter((part) => part !== schema),
    judging,
  );
  return own('value', words === '' ? 'its keywords allow no type in common' : `it must be ${words}`, 'Correct one of the types.');
}

type Look = (parts: readonly Schema[], judging: Judging) => Obstacle | undefined;

const LOOKS: readonly (readonly [TypeSet, Look])[] = [
  [NUMBER, (parts) => limits(parts, 'minimum', 'maximum') ?? openLimits(parts)],
  [STRING, (parts) => limits(parts, 'minLength', 'maxLength')],
  [ARRAY, arrayObstacle],
  [OBJECT, objectObstacle],
];

function objectObstacle(parts: readonly Schema[], judging: Judging): Obstacle | undefined {
  const itself = membersObstacle(parts, judging);
  if (itself !== undefined) return itself;
  for (const branches of parts.flatMap((part) => directBranches(part))) {
    const open = branches.filter(judging.isPossible);
    if (open.length > MOST_BRANCHES) continue;
    const obstacles = open.map((branch) =>
      (intendedTypes(branch, judging.types) & OBJECT) === 0
        ? undefined
        : membersObstacle([...parts, ...conjuncts([branch], MOST_PARTS)], judging),
    );
    if (obstacles.length > 0 && !obstacles.includes(undefined)) return obstacles[0];
  }
  return undefined;
}

function membersObstacle(parts: readonly Schema[], judging: Judging): Obstacle | undefined {
  for (const part of parts) {
    for (const name of part.required ?? []) {
      const schemas: Schema[] = [];
      for (const other of parts) {
        const member = memberOf(other, name);
        if (member !== undefined) schemas.push(member);
      }
      const closed = schemas.find(isNothing);
      if (closed !== undefined) return closedObstacle(name, part, closed);
      const impossible = schemas.find((schema) => !judging.isPossible(schema));
      if (impossible !== undefined) return { kind: 'inner', schema: impossible, property: name };
      if (schemas.length > 1 && schemas.reduce((types, schema) => types & possibleTypes(schema, judging.possible), ANY) === 0) {
        const why = `its property '${name}' is required, and must be ${typesOf(schemas, judging)}`;
        return own('object', why, 'Correct one of the types.', schemas.slice(0, 3));
      }
    }
  }
  return limits(parts, 'minProperties', 'maxProperties');
}

/** The schema that a property of this name must match by the keywords of one schema. */
function memberOf({ properties, patternProperties, additionalProperties }: Schema, name: string): Schema | undefined {
  const written = properties?.get(name);
  if (written !== undefined) return written;
  return patternProperties === undefined ? additionalProperties : undefined;
}

function closedObstacle(name: string, requiring: Schema, closed: Schema): OwnObstacle {
  const isWritten = !closed.location.pointer.endsWith('/additionalProperties');
  const why = isWritten
    ? `its property '${name}' is required, and its schema is \`${closed.boolean === false ? 'false' : 'not: {}'}\``
    : `its property '${name}' is required, and \`additionalProperties: false\` does not allow it`;
  const fix = isWritten
    ? `Remove '${name}' from \`required\`.`
    : `Declare '${name}' in the \`properties\` beside \`additionalProperties: false\`, or remove \`additionalProperties\`.`;
  return {
    ...own('object', why, fix, [closed]),
    related: [
      { message: 'required here', location: { ...below(requiring.location, 'required'), at: 'key' } },
      { message: 'not allowed here', location: { ...closed.location, at: 'key' } },
    ],
  };
}

function arrayObstacle(parts: readonly Schema[], judging: Judging): Obstacle | undefined {
  const least = Math.max(0, ...parts.map(({ minItems = 0 }) => minItems));
  for (const { items, prefixItems = [] } of parts) {
    const needed = [...prefixItems.slice(0, least), ...(items !== undefined && least > prefixItems.length ? [items] : [])];
    const impossible = needed.find((schema) => !judging.isPossible(schema));
    if (impossible !== undefined) return { kind: 'inner', schema: impossible };
  }
  return limits(parts, 'minItems', 'maxItems', 'array');
}

type Limit = 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minProperties' | 'maxProperties';

function limits(parts: readonly Schema[], lower: Limit, upper: Limit, of: OwnObstacle['of'] = 'value'): OwnObstacle | undefined {
  const low = most(parts, lower, (one, other) => one > other);
  const high = most(parts, upper, (one, other) => one < other);
  if (low === undefined || high === undefined || low.limit <= high.limit) return undefined;
  return own(
    of,
    `its \`${lower}\` is ${low.limit} and its \`${upper}\` is ${high.limit}`,
    'Correct one of the two.',
    low.part === high.part ? [] : [low.part, high.part],
  );
}

/** The strictest limit of a kind, and the first schema that has it. */
function most(parts: readonly Schema[], limit: Limit, isStricter: (one: number | bigint, other: number | bigint) => boolean) {
  let found: { readonly part: Schema; readonly limit: number | bigint } | undefined;
  for (const part of parts) {
    const own = part[limit];
    if (own !== undefined && (found === undefined || isStricter(own, found.limit))) found = { part, limit: own };
  }
  return found;
}

function openLimits(parts: readonly Schema[]): OwnObstacle | undefined {
  for (const low of parts) {
    for (const high of parts) {
      const isEmpty =
        reaches(low.exclusiveMinimum, high.maximum) ||
        reaches(low.exclusiveMinimum, high.exclusiveMaximum) ||
        reaches(low.minimum, high.exclusiveMaximum);
      if (isEmpty) return own('value', 'its limits leave no number between them', 'Correct one of them.', low === high ? [] : [low, high]);
    }
  }
  return undefined;
}

function reaches(least: number | bigint | undefined, most: number | bigint | undefined): boolean {
  return least !== undefined && most !== undefined && least >= most;
}

/** Whether the lists of allowed values have one in common; `undefined` without a list. */
function constantsOf(parts: readonly Schema[]): boolean | undefined {
  const lists = parts.flatMap((part): (readonly JsonValue[])[] => [
    ...(part.enum === undefined ? [] : [part.enum]),
    ...(part.const === undefined ? [] : [[part.const.value]]),
  ]);
  const [first, ...others] = lists;
  return first?.some((value) => others.every((list) => list.some((other) => isEqual(value, other))));
}

/** Objects and arrays may be equal in another order, so they count as equal. */
function isEqual(one: JsonValue, other: JsonValue): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: 1 and 1n are one value of JSON
  return typeof one === 'object' && one !== null ? typeof other === 'object' : typeOfValue(one) === typeOfValue(other) && one == other;
}

/** `a string and an object`: what the parts allow, each kind once. */
function typesOf(parts: readonly Schema[], { possible }: Judging): string {
  const allowed = parts.map((part) => possibleTypes(part, possible)).filter((set) => set !== ANY && set !== 0);
  return [...new Set(allowed.map(typeWords))].join(' and ');
}

function own(of: OwnObstacle['of'], why: string, fix: string, places: readonly Schema[] = []): OwnObstacle {
  return {
    kind: 'own',
    of,
    why,
    fix,
    related: places.map(({ location }) => ({ message: 'said here', location: { ...location, at: 'key' } })),
  };
}
