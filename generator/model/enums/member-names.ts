// Names the members of an enumeration: as the document calls them, or after their values. Adding a value renames no other, unless the two come to one
// name.
import type { Problem, Problems } from '../../base/problem.ts';
import { isName } from '../names/names.ts';
import { MEMBERS } from '../names/reserved.ts';
import { memberWords } from './member-words.ts';
import type { WrittenValue } from './values.ts';

/** What a constant has besides its members, and what every object has. */
const RESERVED: ReadonlySet<string> = new Set(['all', 'labels', 'descriptions', ...MEMBERS]);

/** Titles longer than this are sentences rather than names. */
const MOST_OF_TITLE = 40;

interface Claim {
  readonly written: WrittenValue;
  readonly wanted: string;
  /** The document's own word, where `wanted` is another. */
  readonly refused?: string;
  /** Whether the document gives the name, as it is. */
  readonly isGiven?: true;
}

/** The name of each value's member, each different. `type` is what messages call the enumeration. */
export function memberNames(type: string, values: readonly WrittenValue[], problems: Problems): string[] {
  const claims = values.map(claimOf);
  const refused = claims.filter((claim) => claim.refused !== undefined);
  if (refused[0] !== undefined) problems.add(refusal(type, refused[0], refused.length));
  const rivals = new Map<string, Claim[]>();
  for (const claim of claims) {
    const same = rivals.get(claim.wanted);
    if (same === undefined) rivals.set(claim.wanted, [claim]);
    else same.push(claim);
  }
  const names = new Map<Claim, string>();
  for (const same of rivals.values()) {
    const holder = same.length === 1 ? same[0] : same.find(({ isGiven }) => isGiven);
    if (holder !== undefined) names.set(holder, holder.wanted);
  }
  const taken = new Set([...RESERVED, ...names.values()]);
  for (const same of rivals.values()) {
    const losers = same.filter((claim) => !names.has(claim));
    for (const claim of losers) {
      const name = freeName(claim, taken);
      names.set(claim, name);
      taken.add(name);
    }
    const [first, second] = same;
    if (first !== undefined && second !== undefined) problems.add(collision(type, same, [first, second], names));
  }
  return claims.map((claim) => names.get(claim) ?? claim.wanted);
}

function claimOf(written: WrittenValue): Claim {
  const { name, title, label, value } = written;
  if (name !== undefined) {
    const { text } = name;
    if (RESERVED.has(text)) return { written, wanted: memberWords(String(value)), refused: text };
    return isName(text) ? { written, wanted: text, isGiven: true } : { written, wanted: memberWords(text), refused: text };
  }
  const said = title ?? (typeof value === 'string' ? undefined : label);
  return { written, wanted: memberWords(said === undefined || said.length > MOST_OF_TITLE ? String(value) : said) };
}

/** Neither of two values with one name has it, so that the name never comes to mean another value: each is called as it is written. */
function freeName({ written, wanted }: Claim, taken: ReadonlySet<string>): string {
  const asWritten = String(written.value);
  if (asWritten !== '' && !taken.has(asWritten)) return asWritten;
  let number = 2;
  while (taken.has(`${wanted}_${number}`)) number++;
  return `${wanted}_${number}`;
}

function refusal(type: string, { written, wanted, refused = '' }: Claim, count: number): Problem {
  const isReserved = RESERVED.has(refused);
  const others = count === 1 ? '' : ` ${count - 1} more of its names ${count === 2 ? 'is' : 'are'} changed likewise.`;
  return {
    code: 'name-chosen',
    severity: 'note',
    message:
      `The member '${refused}' of ${type} is ${wanted} in code, ` +
      `since ${isReserved ? `${refused} has a meaning there` : 'no name may be as it is written'}.${others}`,
    fix: isReserved ? 'Give it another name.' : 'Write letters, digits and `_`, with a letter first.',
    location: written.name?.location ?? written.location,
  };
}

/** `first` and `second` begin `same`. */
function collision(
  type: string,
  same: readonly Claim[],
  [first, second]: readonly [Claim, Claim],
  names: ReadonlyMap<Claim, string>,
): Problem {
  const shown = same.slice(0, MOST_SHOWN);
  const more = same.length > MOST_SHOWN ? ', and so on' : '';
  const values = listed(shown.map(({ written }) => String(written.value)));
  const members = listed(shown.map((claim) => names.get(claim) ?? ''));
  return {
    code: 'name-chosen',
    severity: 'note',
    message: `The values ${values}${more} of ${type} come to the name ${first.wanted}, so their members are ${members}${more}.`,
    fix: 'Name the members with `x-enum-varnames`, a list in the order of `enum`.',
    location: second.written.location,
    related: [{ message: 'The first of them stands here.', location: first.written.location }],
  };
}

const MOST_SHOWN = 3;

/** `'a', 'b' and 'c'`. */
function listed(texts: readonly string[]): string {
  const quoted = texts.map((text) => `'${text}'`);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((text) => text !== '').join(' and ');
}
