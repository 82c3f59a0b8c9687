// Writes what became of each item of a request that creates several things: the thing, or a result with a status and a reason.
import { getOwn } from '@octavo/runtime/conformance';
import { plain } from '../../../inference/names.ts';
import { conjuncts, possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Refused } from '../guards.ts';
import type { Kind } from '../plan/kinds.ts';
import type { Setting } from '../setting.ts';
import { lookAt, lookOf } from '../showing.ts';
import { allows } from '../values.ts';
import type { Thing } from '../world.ts';

type Members = Readonly<Record<string, unknown>>;

/** What became of one item. */
export type Outcome =
  | { readonly thing: Thing; readonly refused?: never }
  | { readonly thing?: never; readonly sent: Members; readonly refused: Refused };

export interface ResultForm {
  readonly kind: Kind;
  /** The schemas of the items of the response. */
  readonly schemas: readonly Schema[];
  readonly example: unknown;
}

/** What a member of a result says, where it is none of the thing. */
type Meaning = 'index' | 'flag' | 'status' | 'word' | 'reason';

const MEANINGS: readonly (readonly [Meaning, RegExp, (schemas: readonly Schema[]) => boolean])[] = [
  ['index', /^(?:index|position|row|itemindex)$/, (schemas) => allows(schemas, 'integer')],
  ['flag', /^(?:success|succeeded|ok|created|iscreated)$/, (schemas) => allows(schemas, 'boolean')],
  ['status', /^(?:status|statuscode|code|httpstatus)$/, (schemas) => allows(schemas, 'integer')],
  ['word', /^(?:status|result|outcome|state)$/, (schemas) => allows(schemas, 'string')],
  ['reason', /^(?:errors?|reason|message|detail|errormessage|failure)$/, () => true],
];

function meaningOf({ members }: Kind, name: string, schemas: readonly Schema[]): Meaning | undefined {
  if (members.has(name)) return undefined;
  return MEANINGS.find(([, form, fits]) => form.test(plain(name)) && fits(conjuncts(schemas)))?.[0];
}

/** Whether results can say that an item was refused. Otherwise nothing is made where one is. */
export function tellsRefusals({ schemas, kind }: ResultForm): boolean {
  const meanings = [...propertiesOf(schemas)].map(([name, own]) => meaningOf(kind, name, own));
  return meanings.some((meaning) => meaning !== undefined && meaning !== 'index');
}

export function resultOf(setting: Setting, form: ResultForm, outcome: Outcome, index: number): Members {
  const { kind, schemas, example } = form;
  const { required } = lookOf(schemas);
  const members = [...propertiesOf(schemas)];
  const isResult = members.some(([name, own]) => meaningOf(kind, name, own) !== undefined || isThing(kind, name, own));
  if (!isResult && outcome.thing !== undefined) return lookAt(setting.world, outcome.thing, lookOf(schemas), example);
  const known = outcome.thing === undefined ? outcome.sent : outcome.thing.value;
  const result: Record<string, unknown> = {};
  for (const [name, own] of members) {
    const given = getOwn(example, name);
    const meaning = meaningOf(kind, name, own);
    const value =
      meaning !== undefined
        ? meant(setting, meaning, conjuncts(own), outcome, index)
        : isThing(kind, name, own)
          ? outcome.thing && lookAt(setting.world, outcome.thing, lookOf(own), given)
          : getOwn(known, name);
    if (value !== undefined) result[name] = value;
    else if (required.has(name)) result[name] = allows(possibleConjuncts(own), 'null') ? null : given;
  }
  return result;
}

function meant({ tools }: Setting, meaning: Meaning, schemas: readonly Schema[], { thing, refused }: Outcome, index: number): unknown {
  switch (meaning) {
    case 'index':
      return index;
    case 'flag':
      return thing !== undefined;
    case 'status':
      return refused?.statuses[0] ?? 201;
    case 'word':
      return wordFor(schemas, thing !== undefined);
    case 'reason': {
      const [schema] = schemas;
      if (refused === undefined || schema === undefined) return undefined;
      const { detail, statuses } = refused;
      return allows(schemas, 'string') ? detail : tools.errorOf(schema, statuses[0] ?? 409, detail);
    }
  }
}

/** Whether a member of a result holds the thing. */
function isThing({ members }: Kind, name: string, schemas: readonly Schema[]): boolean {
  const own = [...propertiesOf(schemas).keys()];
  return !members.has(name) && own.length > 1 && own.filter((one) => members.has(one)).length * 2 > own.length;
}

const BAD = /fail|error|reject|refus|conflict|invalid|duplicate|skip/i;

/** The listed word for what was made, or was not. */
function wordFor(schemas: readonly Schema[], isMade: boolean): unknown {
  const listed = schemas.find((one) => one.enum !== undefined)?.enum ?? ['created', 'failed'];
  return listed.find((one) => typeof one === 'string' && BAD.test(one) !== isMade);
}
