// Tests that the rules which are tried for a post are all that it can match: against trying each rule.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMatcher } from '../../../services/b-microblog/filter/matcher.ts';
import { PLAIN_POST, type PostRow } from '../../../services/b-microblog/posts/tables.ts';
import { parseQuery } from '../../../services/b-microblog/search/language/parse.ts';
import { QueryFault } from '../../../services/b-microblog/search/language/query.ts';
import { type Checked, holds, planOf } from '../../../services/b-microblog/search/plan.ts';
import { termsOf } from '../../../services/b-microblog/search/terms.ts';
import { byEffort } from '../../support/effort.ts';

const WORDS = ['storm', 'tide', 'gull', 'wave', 'café', 'cafe', 'the'] as const;
const names = {
  users: new Map([
    ['gull', '1'],
    ['tern', '2'],
  ]),
  places: [],
  lists: new Map(),
};

const term: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...WORDS) },
  fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map((pair) => `"${pair.join(' ')}"`),
  fc.constantFrom('#tide', 'from:gull', 'from:tern', 'from:nobody', 'lang:en', 'is:retweet', 'has:hashtags', 'sample:50', 'source:web'),
);
const { rule } = fc.letrec<{ rule: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small' },
    { weight: 4, arbitrary: term },
    term.map((one) => `-${one}`),
    tie('rule').map((inner) => `(${inner})`),
    tie('rule').map((inner) => `-(${inner})`),
  ),
  rule: fc
    .array(fc.array(tie('part'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((sides) => sides.map((side) => side.join(' ')).join(' OR ')),
}));

const post: fc.Arbitrary<Checked> = fc
  .record({
    words: fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }),
    author: fc.constantFrom('1', '2', '3'),
    lang: fc.constantFrom('en', 'da'),
    isRepost: fc.boolean(),
    hasTag: fc.boolean(),
    id: fc.integer({ min: 1, max: 1e9 }).map(String),
  })
  .map(({ words, author, lang, isRepost, hasTag, id }) => {
    const own = {
      id,
      seq: 1,
      author,
      created_at: 0,
      text: words.join(' '),
      source: 'Web',
      source_url: '',
      conversation: id,
      first: id,
      first_at: 0,
    };
    const entities = hasTag ? { hashtags: [{ start: 0, end: 5, tag: 'tide' }] } : {};
    const row: PostRow = { ...PLAIN_POST, ...own, lang, entities, reposted: isRepost ? '9' : null };
    return {
      post: row,
      author: undefined,
      place: undefined,
      terms: termsOf(row, { place: undefined, media: [], original: undefined }, 'rules'),
    };
  });

function compiled(value: string) {
  try {
    const query = parseQuery(value, { use: 'rules', level: 'pro', most: 1024 });
    return [{ rule: value, plan: planOf(query, names, 'rules') }];
  } catch (error) {
    if (error instanceof QueryFault) return [];
    throw error;
  }
}

test('B10: a post matches the same rules as if each of them were tried', () => {
  let matches = 0;
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 30 }), fc.array(post, { minLength: 1, maxLength: 10 }), (values, posts) => {
      const rules = values.flatMap(compiled);
      const matcher = createMatcher(rules);
      for (const one of posts) {
        const wanted = rules.filter(({ plan }) => holds(plan, one)).map(({ rule: value }) => value);
        matches += wanted.length;
        expect(matcher(one)).toEqual(wanted);
      }
    }),
    { numRuns: byEffort({ quick: 100, deep: 2_000 }) },
  );
  expect(matches).toBeGreaterThan(100);
});
