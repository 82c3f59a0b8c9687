// Looks for texts of a document that may restrict a value beyond its schema: where one does, a refusal may be right.

import { lastNameOf, tokensOf } from '../../inference/pointers.ts';
import { hasWord, names, wordsOf } from '../../inference/prose/index.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { schemasOf } from '../plan/index.ts';
import { TOGETHER } from './sides/words.ts';

/** Words by which a text restricts something. */
const RULES =
  /\b(?:only|must|may not|cannot|can not|can't|unless|except|requires?|required|needs?|wants?|none|when|where|while|if|once|not|no|at most|at least|existing|unknown|allowed|valid|conflicts?|4\d\d)\b/i;

const STRICT = /\b(?:only|must|may not|cannot|can not|can't|unless|except|required|not allowed|4\d\d)\b/i;

/** Words by which a text restricts a value plainly. */
const PLAIN =
  /\b(?:only|must|may not|cannot|can not|can't|unless|except|requires?|required|needs?|when|while|if|not (?:allowed|supported|available|possible|valid)|together|combin\w+|besides?|deprecated|4\d\d)\b/i;

/** Names of members by which a thing has a state: which one it can be made with, the service decides. */
const STATES = /stat(?:e|us)|stage|phase|lifecycle|progress/i;

/** Names of members that may name something that exists, so that a made-up value is unknown. */
const REFERENCES =
  /(?:^|_|[a-z])(?:id|ids|uuid|key|code|sku|slug|ref|reference|number|name|url|uri|handle|email|token|cursor|user|account)s?$|^(?:id|ids)$/i;

export interface Prose {
  /**
   * Whether a text may say something of a value at a place, beyond its schema. `isUnknown`: the service has said that it does not know the value,
   * so that no text excuses it but a plain one.
   */
  restricts(operation: Operation, at: string, value?: unknown, isUnknown?: boolean): boolean;
  /** Whether a text says something of what a number and others are together. */
  addsUp(operation: Operation, at: string): boolean;
  /** Whether a text of the operation, or of what it takes, has one of the words. */
  mentions(operation: Operation, words: readonly string[]): boolean;
}

export function createProse(service: Service): Prose {
  const texts = new Map<Operation, readonly string[]>();
  const textsOf = (operation: Operation): readonly string[] => {
    const known = texts.get(operation) ?? [...textsAbout(service, operation)];
    texts.set(operation, known);
    return known;
  };
  return {
    restricts(operation, at, value, isUnknown = false) {
      const own = descriptionsAt(operation, at);
      // A text that says what null means allows it, unless it is strict.
      const isMeant = (text: string): boolean => value === null && /\bnull\b/i.test(text);
      // What only chooses what a list shows makes nothing, so there is less to say of it.
      const rules = isUnknown || isOfList(operation, at) ? PLAIN : RULES;
      if (own.some((text) => (isMeant(text) ? STRICT : rules).test(text))) return true;
      const name = lastNameOf(at);
      // A sentence about `flashPoint` may speak of the flash point.
      const words = [name, wordsOf(name).join(' ')];
      const isValued = (text: string): boolean =>
        // `FIRST` is not the first one.
        typeof value === 'string' && value.length > 1 && (isUnknown ? text.includes(value) : hasWord(text, value));
      // A sentence about `roomId` may speak of the room.
      const thing = name.replace(/(?:_id|Ids?|_ids|Uuid|_uuid|Ref|_ref)$/, '');
      const isNamed = (text: string): boolean =>
        words.some((word) => word.length > 1 && hasWord(text, word)) ||
        isValued(text) ||
        (thing !== name && thing.length > 1 && names(text, thing));
      return textsOf(operation).some((text) => !own.includes(text) && isNamed(text) && rules.test(text));
    },
    addsUp: (operation, at) => textsOf(operation).some((text) => TOGETHER.test(text) && names(text, lastNameOf(at))),
    mentions: (operation, words) => textsOf(operation).some((text) => words.some((word) => word.length > 1 && hasWord(text, word))),
  };
}

/** Whether a value is a state of what a request makes or changes. */
export function isState(operation: Operation, at: string): boolean {
  return STATES.test(lastNameOf(at)) && !isOfList(operation, at);
}

/** Whether a value only chooses what a list shows. */
function isOfList({ method }: Operation, at: string): boolean {
  return method === 'GET' && at.startsWith('/query/');
}

/** Whether a value, or a member of it, may name something that exists. */
export function mayRefer(at: string, value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'number') return REFERENCES.test(lastNameOf(at));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => mayRefer(Array.isArray(value) ? at : `${at}/${name}`, member));
}

function descriptionsAt(operation: Operation, at: string): readonly string[] {
  const [section, name] = tokensOf(at);
  const parameter = operation.parameters.find((one) => one.in === section && one.name === name);
  const of = parameter?.description === undefined ? [] : [parameter.description];
  return [
    ...of,
    ...schemasOf(operation, at).flatMap(({ description, title }) => [description, title].filter((text) => text !== undefined)),
  ];
}

/** The sentences of an operation and of what it takes, and those of the document as a whole. */
function* textsAbout(service: Service, operation: Operation): Generator<string> {
  const { description, summary, parameters, body, responses } = operation;
  const whole = [service.description, summary, description, body?.description, ...responses.map((one) => one.description)];
  for (const text of whole) if (text !== undefined) yield* wholeSentencesIn(text);
  // An operation that names another one may have its rules: `The rules are those of createBook`. A change may have those of the create.
  for (const other of service.operations) {
    const isNamed = other !== operation && [summary, description].some((text) => text?.includes(`\`${other.id}\``));
    const hasRules = isNamed || (other.method === 'POST' && isChangeOf(operation, other));
    for (const text of hasRules ? [other.summary, other.description] : []) if (text !== undefined) yield* wholeSentencesIn(text);
  }
  for (const one of parameters) {
    if (one.description !== undefined) yield one.description;
    yield* descriptionsIn(one.schema, new Set());
  }
  for (const { schema } of body?.contents ?? []) if (schema !== undefined) yield* descriptionsIn(schema, new Set());
}

function isChangeOf({ method, path }: Operation, create: Operation): boolean {
  return (
    (method === 'PATCH' || method === 'PUT') && path.startsWith(`${create.path}/{`) && !path.slice(create.path.length + 1).includes('/')
  );
}

/** The sentences of a text, those with a semicolon in one piece: one half may name the value that the other half restricts. */
function wholeSentencesIn(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+|\n\s*\n|\n\s*[-*]\s/);
}

function* descriptionsIn(schema: Schema, seen: Set<Schema>): Generator<string> {
  if (seen.has(schema)) return;
  seen.add(schema);
  if (schema.description !== undefined) yield* wholeSentencesIn(schema.description);
  const { properties, items, additionalProperties, allOf = [], oneOf = [], anyOf = [], ref } = schema;
  const others = [...(properties?.values() ?? []), ...allOf, ...oneOf, ...anyOf, items, additionalProperties, ref];
  for (const one of others) if (one !== undefined) yield* descriptionsIn(one, seen);
}
