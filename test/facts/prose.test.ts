// Changes what only sentences used to say, one thing after another: two limits swapped, a second more, the oldest first, another meaning of a status,
// half a credit made a whole one. Each must be noticed, by a row of data (`x-limits`, `x-errors`, `x-order`) or by what the table has of the
// description.
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../generator/load/description.ts';
import { isObject, joinPointer, valueAt } from '../../generator/load/pointer.ts';
import { changed } from './change.ts';
import { compare } from './compare.ts';
import { groupsOf } from './document-facts.ts';
import { statedIn, withOtherFacts } from './prose-facts.ts';
import { readYaml } from './source.ts';
import { type Table, tableOf } from './table.ts';

const read = new Map<string, { readonly document: JsonObject; readonly table: Table }>();

function readOnce(id: string): { readonly document: JsonObject; readonly table: Table } {
  const known = read.get(id) ?? { document: readYaml(`specs/${id}.yaml`).value, table: tableOf(readYaml(`test/facts/${id}.yaml`)) };
  read.set(id, known);
  return known;
}

type Mutate = (document: JsonObject) => JsonObject;

/** The place of an operation. */
function operationAt(document: JsonObject, id: string): string {
  for (const [path, item] of Object.entries(isObject(document.paths) ? document.paths : {}))
    for (const [method, one] of Object.entries(isObject(item) ? item : {}))
      if (isObject(one) && one.operationId === id) return joinPointer('/paths', path, method);
  throw new Error(`There is no operation ${id}`);
}

/** A pointer may begin with the id of an operation. */
function placeOf(document: JsonObject, place: string): string {
  const [id = ''] = place.split('/');
  return id === '' ? place : `${operationAt(document, id)}${place.slice(id.length)}`;
}

function value(place: string, other: Json): Mutate {
  return (document) => {
    const pointer = placeOf(document, place);
    expect(valueAt(document, pointer), place).toBeDefined();
    expect(valueAt(document, pointer), place).not.toEqual(other);
    return changed(document, pointer, () => other);
  };
}

function swap(one: string, other: string): Mutate {
  return (document) => {
    const [first, second] = [one, other].map((place) => valueAt(document, placeOf(document, place)));
    return value(other, first as Json)(value(one, second as Json)(document));
  };
}

/** Another text in the one description that has it. */
function text(from: string, to: string): Mutate {
  return (document) => {
    const places: string[] = [];
    visit(document, '');
    expect(places.length, `places of ${from}`).toBe(1);
    return changed(document, places[0] ?? '', (found) => String(found).replace(from, () => to));

    function visit(held: Json | undefined, at: string): void {
      if (Array.isArray(held)) for (const [index, item] of held.entries()) visit(item, joinPointer(at, index));
      else if (isObject(held)) for (const [key, item] of Object.entries(held)) visit(item, joinPointer(at, key));
      else if (typeof held === 'string' && held.includes(from)) places.push(at);
    }
  };
}

test.each<[id: string, says: string, mutate: Mutate]>([
  ['b-microblog', 'two limits are swapped', swap('createPost/x-limits/0/limit', 'createPost/x-limits/1/limit')],
  ['b-microblog', 'one request per second is two', value('searchAllPosts/x-limits/0/limit', 2)],
  ['b-microblog', 'a limit of the level basic is that of free', value('searchRecentPosts/x-limits/2/level', 'free')],
  ['b-microblog', 'the newest come last', value('/x-order/direction', 'oldest-first')],
  ['b-microblog', 'counts begin with the newest', value('countRecentPosts/x-order/direction', 'newest-first')],
  ['b-microblog', 'two problems have changed their titles', swap('/x-errors/429/0/title', '/x-errors/429/1/title')],
  ['b-microblog', 'a wrong token is 404', (d) => swap('/x-errors/403', '/x-errors/404')(d)],
  [
    'b-microblog',
    'levels have swapped their rules',
    text('25 rules at a time at basic access\nand up to 1,000', '1,000 rules at a time at basic access\nand up to 25'),
  ],
  [
    'b-microblog',
    'versions of a post come newest first',
    text('Identifiers of all versions of the post, the oldest first.', 'Identifiers of all versions of the post, the newest first.'),
  ],
  ['b-microblog', 'the code of PKCE lives a minute', text('within 30 seconds', 'within 60 seconds')],
  ['b-microblog-v1', 'a limit is counted per app', value('createPost/x-limits/0/per', 'app')],
  ['b-microblog-v1', 'a favorite that is one is 404', swap('/x-errors/403', '/x-errors/404')],
  ['b-microblog-v1', 'two codes have changed their meanings', swap('/x-errors/403/2/detail', '/x-errors/403/3/detail')],
  ['b-microblog-v1', 'the best places come first', value('findPlacesAt/x-order/direction', 'best-first')],
  [
    'c-controller',
    'a missing tag and a tag of another type have changed codes',
    swap('/x-errors/404/0/when/code', '/x-errors/404/1/when/code'),
  ],
  [
    'c-controller',
    'a tag is writable',
    text(
      '| analog inputs | a number in engineering units: degrees, litres a minute, per cent | no |',
      '| analog inputs | a number in engineering units: degrees, litres a minute, per cent | yes |',
    ),
  ],
  [
    'c-controller',
    'two bounds are swapped',
    text('at most 3,072 bytes, the name of a tag at most 50 characters', 'at most 50 bytes, the name of a tag at most 3,072 characters'),
  ],
  [
    'd-events',
    'a closed app may connect again',
    text('| 4003 | the app is disabled | does not reconnect |', '| 4003 | the app is disabled | reconnects at once |'),
  ],
  [
    'd-events',
    'two codes have changed their meanings',
    text(
      '| 4006 | malformed version | does not reconnect |\n| 4007 | unsupported protocol |',
      '| 4006 | unsupported protocol | does not reconnect |\n| 4007 | malformed version |',
    ),
  ],
  ['d-events', 'an event is kept longer', text('for at most 30 minutes', 'for at most 31 minutes')],
  ['e-scheduling', 'the body is signed before the time', text('`{t}.{body}`', '`{body}.{t}`')],
  ['e-scheduling', 'deliveries may be older', text('three minutes old', 'four minutes old')],
  ['e-scheduling', 'a limit of all operations is per account', value('/x-limits/0/per', 'account')],
  ['f-instalments', 'the newest come last', value('listPayments/x-order/direction', 'oldest-first')],
  [
    'f-instalments',
    'two states have changed their meanings',
    text('| `in_progress` | the first instalment is paid |', '| `in_progress` | everything is paid, or the rest is refunded |'),
  ],
  ['f-instalments', 'two fees are swapped', (d) => text('pays 2.9 per', 'pays 1.5 per')(text('1.5 per', '2.9 per')(d))],
  ['f-instalments', 'charges are repeated in another order', text('7, 15 and 45 days', '7, 45 and 15 days')],
  ['g-messaging', 'contacts come newest first', value('searchContacts/x-order/direction', 'newest-first')],
  [
    'g-messaging',
    'an import and a history have swapped their bounds',
    text('3,000 contacts, and a history up to 500 events', '500 contacts, and a history up to 3,000 events'),
  ],
  ['g-messaging', 'too many requests have another code', value('/x-errors/429/code', 'invalid-request')],
  ['g-messaging-marketing', 'groups come by number', value('listGroups/x-order/by', 'id')],
  ['h-email', 'two limits are swapped', swap('searchDomain/x-limits/0/limit', 'searchDomain/x-limits/1/limit')],
  ['h-email', 'the lowest confidence comes first', value('searchDomain/x-order/direction', 'lowest-first')],
  ['h-email', 'half a credit is a whole one', text('half a credit', 'a whole credit')],
  ['h-email', 'a credit pays for three', text('at two per credit', 'at three per credit')],
  ['h-email', 'two statuses of refusals are swapped', swap('/x-errors/403/code', '/x-errors/429/code')],
  [
    'h-email',
    'two results have changed their meanings',
    text(
      '`valid`: the mailbox exists. `invalid`: the mailbox does not exist.',
      '`valid`: the mailbox does not exist. `invalid`: the mailbox exists.',
    ),
  ],
  [
    'a-identity',
    'two reasons have changed their meanings',
    text(
      '`required`: the request has no token. `authError`: the token is not valid.',
      '`required`: the token is not valid. `authError`: the request has no token.',
    ),
  ],
])('%s: %s', (id, _says, mutate) => {
  const { document, table } = readOnce(id);
  expect(compare(table, groupsOf(mutate(document)))).not.toEqual([]);
});

test('what a sentence states', () => {
  expect(
    statedIn(`Lists 100 posts, the newest
first; 15 or 45 days, half a credit, code 187. One user has one post. \`paid\`: charged. \`{t}.{body}\` and \`/a/{id}\`.

| code | meaning |
|---|---|
| 7 | the 1st |
| 8 | |
`),
  ).toEqual([
    '100 posts',
    'newest first',
    '15 or',
    '45 days',
    'half a',
    'code 187',
    'one post',
    '7 | the 1st',
    '8 | ',
    '`paid`: charged',
    '`{t}.{body}`',
  ]);
});

test('every other text that is tried states something else', () => {
  const sentence = 'The 3 newest of 15 and 45 days, 3 or two. `a`: one. `b`: two.\n\n| a | b |\n|---|---|\n| 7 | x |\n| 8 | y |\n';
  const others = withOtherFacts(sentence);
  expect(others.length).toBeGreaterThan(12);
  expect(others).toContain(sentence.replace('15 and 45', '45 and 15'));
  expect(others).toContain(sentence.replace('| 7 | x |\n| 8 | y |', '| 7 | y |\n| 8 | x |'));
  const stated = statedIn(sentence).toSorted();
  for (const other of others) expect(statedIn(other).toSorted(), other).not.toEqual(stated);
});
