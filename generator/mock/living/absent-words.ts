// Says that a thing is not there in the words of the document: those of its example, with the identifier that was asked for.
import { isObject } from '../../inference/pointers.ts';
import { escaped, singular, wordsOf } from '../../inference/prose/index.ts';
import type { Operation } from '../../model/service.ts';
import type { Kind } from './plan/kinds.ts';

/** What was asked for, of all kinds of things. */
export interface Asked {
  readonly kind: Kind;
  readonly id: string;
  readonly kinds: readonly Kind[];
}

const ABSENT =
  /\b(?:not? (?:\w+ )?(?:exists?|found|there|known|such)|no such|unknown|(?:does|do|did)(?:n't| not) (?:exist|match)|(?:could|can)(?:n't| ?not) (?:be found|find)|there is no|no [\w-]+ (?:was|were|is|has|with|matches)|missing|no longer)\b/i;

/**
 * The body of the example that says so, with the identifier in the place of the example's one; `undefined` where there is none, where it is about
 * another kind of thing, or names one in a way that is not known.
 */
export function absentBody({ responses }: Operation, status: number, asked: Asked): unknown {
  const contents = responses.find((one) => one.status === String(status))?.contents ?? [];
  const bodies = contents.flatMap(({ examples }) => examples.map(({ value }) => value)).filter(isObject);
  for (const body of bodies) {
    const texts = textsIn(body);
    if (!texts.some((text) => ABSENT.test(text)) || texts.some((text) => isOfAnother(text, asked))) continue;
    const named = namedIn(texts, asked.kind);
    if (named === undefined && texts.some(hasIdentifier)) continue;
    return named === undefined || asked.id === '' ? body : replaced(body, named, asked.id);
  }
  return undefined;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Whether a sentence speaks of another kind of thing, and not of this one. */
function isOfAnother(text: string, { kind, kinds }: Asked): boolean {
  if (!/\s/.test(text) || hasName(text, kind)) return false;
  return kinds.some((other) => other.name !== kind.name && hasName(text, other));
}

function hasName(text: string, { name }: Kind): boolean {
  const words = wordsOf(singular(name)).map(escaped).join('[\\s_-]*');
  return words !== '' && new RegExp(`\\b${words}s?\\b`, 'i').test(text);
}

/** The identifier that a sentence has: an example of such a one, or a word of the same form. */
function namedIn(texts: readonly string[], { exampleId, exampledIds }: Kind): string | undefined {
  const known = [exampleId, ...exampledIds].filter((one) => typeof one === 'string' || typeof one === 'number').map(String);
  const forms = new Set(known.filter((one) => /\d/.test(one)).map(formOf));
  const words = texts.filter((text) => /\s/.test(text)).flatMap((text) => text.split(/[\s"'`“”‘’()«»]+/u));
  const bare = words.map((word) => word.replace(/[.,;:!?]+$/, ''));
  return bare.find((word) => known.includes(word) || forms.has(formOf(word)));
}

/** `payment_11wTq8` and `payment_9xRk20` have the same form. */
function formOf(text: string): string {
  const [prefix = ''] = /^[a-z]+[_:]/i.exec(text) ?? [];
  return /[a-z]/i.test(text) ? `${prefix}${text.length}` : text.replace(/\d+/g, '0');
}

/** A word with letters and digits in a sentence: it identifies something. */
function hasIdentifier(text: string): boolean {
  return /\s/.test(text) && /(?<![\p{L}\p{N}_-])(?=[\p{L}_-]*\d)(?=[\d_-]*\p{L})[\p{L}\p{N}_-]{4,}/u.test(text);
}

function replaced(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from, () => to);
  if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, from, to));
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, from, to)])) : value;
}
