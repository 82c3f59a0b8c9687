// Tries a member that goes by the value of another one: with the value, it is there or it is not, and one of both is refused.
import type { Body } from '../broken.ts';
import type { About, Side, Sided } from './sided.ts';
import { clausesOf, isNamed, isValueNamed } from './words.ts';

/** A clause about all values that the others do not name. */
const OTHERS = /\b(?:everything|everybody|anything|all) else\b|\b(?:the |all |any )?others?\b/i;
const NEED_NOT =
  /\b(?:need not|needs? no|may|can|optional\w*|granted|offered|available|possible|allowed)\b(?! not)|\b(?:do|does|did)(?:n['’]t| not) (?:need|require)\b|\bnot (?:needed|required|necessary)\b/i;
/** What has a value that says that there is none need not be left out: `a savings account has none, so its limit is 0`. */
const ZERO = /\b(?:is|be|as|set to) `?(?:0(?:\.0+)?|zero|null|empty|false)\b/i;

/** What says that something is there, or is not. */
const THERE =
  /\b(?:needs?|require[sd]?|must (?:have|name|give|say|state|be given|not have)|(?:may|can) not have|ha(?:s|ve) (?:no\b|none|one\b|an?\b|at least one|its)|without|there (?:is|are) none|only (?:for|with)|is for|know|says?|names?|missing)\b/i;

/** The most values of one sentence. */
const MOST = 4;

export function presenceSides(about: About): readonly Sided[] {
  const { text, listed, optional, members } = about;
  if (ZERO.test(text)) return [];
  const values = [...listed].flatMap(([of, own]) =>
    own.flatMap((value) => (typeof value === 'string' && isValueNamed(text, value) ? [{ of, value }] : [])),
  );
  const [found] = values;
  if (found === undefined || values.some(({ of }) => of !== found.of)) return [];
  const { of } = found;
  const isLoose = (name: string): boolean => optional.includes(name) || isList(about, name);
  const named = [...members.keys()].filter(
    (name) => name !== of && isLoose(name) && isNamed(text, name) && !values.some(({ value }) => value === name),
  );
  const [member, another] = named;
  if (member === undefined || another !== undefined) return [];
  const all = listed.get(of) ?? [];
  const meant = clausesOf(text).flatMap((clause) => {
    if (NEED_NOT.test(clause) || !THERE.test(text)) return [];
    const own = all.filter((value) => isValueNamed(clause, String(value)));
    return own.length > 0 ? own : OTHERS.test(clause) ? all.filter((value) => !values.some((one) => one.value === value)).slice(0, 2) : [];
  });
  return [...new Set(meant)].slice(0, MOST).map((value) => ({
    ...{ said: about.said, at: about.at, member, key: `presence ${of} ${String(value)} ${member}` },
    sides: (body, { spare }) => sidesOf(about, { of, value, member }, body, spare),
  }));
}

function isList({ members }: About, name: string): boolean {
  return (members.get(name) ?? []).some(({ type }) => type?.includes('array'));
}

interface Presence {
  readonly of: string;
  readonly value: string | boolean;
  readonly member: string;
}

function sidesOf(about: About, { of, value, member }: Presence, body: Body, spare: Body): readonly Side[] {
  const given = [body[member], spare[member]].find((one) => one !== undefined && one !== null && !(Array.isArray(one) && one.length === 0));
  if (given === undefined || body[of] === undefined) return [];
  const { [member]: _, ...rest } = body;
  const without = about.optional.includes(member) ? rest : { ...body, [member]: [] };
  const is = `the \`${of}\` ${String(value)}`;
  const sides: readonly Side[] = [
    { says: `with ${is} and \`${member}\``, body: { ...body, [of]: value, [member]: given } },
    { says: `with ${is} and without \`${member}\``, body: { ...without, [of]: value } },
  ];
  // A request like the one that has succeeded is likely to succeed.
  const isThere = body[of] === value && body[member] !== undefined && !(Array.isArray(body[member]) && body[member].length === 0);
  return isThere ? sides.toReversed() : sides;
}
