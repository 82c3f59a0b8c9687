// Finds the sentences that restrict the body of an operation, and says for each what is tried on both sides of what it names.
import { memberSentences, type Said, saidOf, withNames, withRefusal } from '../../../inference/prose/index.ts';
import { bodyPartsOf, type RequestPart } from '../../../inference/request-parts.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Body } from '../broken.ts';
import { amountSides } from './amounts.ts';
import { kindSides } from './kinds.ts';
import { differenceSides, orderSides } from './pairs.ts';
import { presenceSides } from './presence.ts';
import type { About, Around, Sided } from './sided.ts';
import { timeSides } from './times.ts';
import { isNamed, isRestricting, isValueNamed } from './words.ts';

export type { Around, Edge, Side, Sided } from './sided.ts';

const READERS = [presenceSides, kindSides, orderSides, differenceSides, timeSides, amountSides];

/** The sentences of an operation that are tried on both sides, each rule once. */
export function sidedOf(service: Service, operation: Operation): readonly Sided[] {
  const own = wholeOf(saidOf(service, operation).filter(({ clause, isAnswer }) => clause === undefined && isAnswer !== true));
  const found = bodyPartsOf(operation).flatMap((part) => {
    const listed = listedWithTags(part);
    const about = (said: About['said'], subject?: string): readonly Sided[] => {
      const bare = withoutStatus(said.text);
      if (!isRestricting(said.text, bare)) return [];
      const text = withNames(bare, part.members);
      const one: About = { said, text, ...part, listed, subject };
      return READERS.flatMap((reader) => reader(one)).map((sided) => guarded(one, sided));
    };
    return [
      ...own.flatMap((said) => about(said)),
      ...[...part.members].flatMap(([name, schemas]) => memberSentences(schemas).flatMap(({ text }) => about(withRefusal(text), name))),
    ];
  });
  return [...new Map(found.map((one) => [`${one.at} ${one.key}`, one])).values()];
}

/** The values of each member that has few, those by which the branches of a union differ too. */
function listedWithTags({ members, listed }: RequestPart): About['listed'] {
  const tags = [...members].flatMap(([name, schemas]) => {
    const values = [...new Set(schemas.flatMap((schema) => (typeof schema.const?.value === 'string' ? [schema.const.value] : [])))];
    return values.length > 1 ? [[name, values] as const] : [];
  });
  return new Map([...listed, ...tags]);
}

/** A sentence about things of one kind says nothing of others: `Sickness of more than three days needs a certificate`. */
function guarded({ text, listed }: About, sided: Sided): Sided {
  const isTried = (name: string): boolean => sided.key.split(' | ')[0]?.split(' ').includes(name) === true;
  const kinds = [...listed].flatMap(([name, values]) => {
    const named = values.filter((value) => (typeof value === 'string' ? isValueNamed(text, value) : isNamed(text, name)));
    return named.length === 0 || isTried(name) ? [] : [{ name, named }];
  });
  if (kinds.length === 0) return sided;
  const isMeant = (body: Body): boolean => kinds.every(({ name, named }) => named.some((value) => value === body[name] && value !== false));
  const { edge } = sided;
  return {
    ...sided,
    sides: (body, around) => (isMeant(body) ? sided.sides(body, around) : []),
    ...(edge === undefined ? {} : { edge: (body: Body, around: Around) => (isMeant(body) ? edge(body, around) : undefined) }),
  };
}

/** Sentences with what stands behind their semicolon: `With a gift we want its giver; for other kinds there is none`. */
function wholeOf(all: readonly Said[]): readonly Said[] {
  return all.map((said, index) => {
    const next = said.text.endsWith(';') ? all[index + 1] : undefined;
    return next === undefined || /^[-*•]/.test(next.text) ? said : { ...said, text: `${said.text} ${next.text}` };
  });
}

/** A sentence without the statuses that it names: they are no limits. */
function withoutStatus(text: string): string {
  return text.replace(/\s*\((?:[^()]*\b)?[45]\d\d\b[^()]*\)/g, '').replace(/\b(?:with |by |a |an )?[45]\d\d\b(?! ?\p{L})/gu, '');
}
