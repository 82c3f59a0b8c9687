// How long it takes to find the rules that a post matches: by the index of their terms, and by trying each rule.

import { loadavg } from 'node:os';
import { type Compiled, createMatcher } from '../../../services/b-microblog/filter/matcher.ts';
import { PLAIN_POST, type PostRow } from '../../../services/b-microblog/posts/tables.ts';
import { postIdOf } from '../../../services/b-microblog/rules/identifiers.ts';
import { parseQuery } from '../../../services/b-microblog/search/language/parse.ts';
import { type Checked, holds, planOf } from '../../../services/b-microblog/search/plan.ts';
import { termsOf } from '../../../services/b-microblog/search/terms.ts';
import { quick, rounds } from '../../effort.ts';
import { median } from '../../measure.ts';
import { byCube, randomOf } from '../posts/random.ts';

const RULES = quick ? [100, 200] : [1_000, 10_000];
const POSTS = quick ? 50 : 2_000;
/** Microseconds that a post may take, by the number of rules. */
const GOALS: Readonly<Record<number, number>> = { 1000: 8, 10000: 40 };
const WORDS = 20_000;

const random = randomOf(7);
const author = () => String(Math.floor(random() * 10_000));
/** Some words are frequent, and most are rare, as in any language. */
const word = () => `word${byCube(random, WORDS)}`;
/** What rules ask for are names of things rather than the words that most posts have. */
const name = () => `word${Math.floor(random() * WORDS)}`;
const words = (count: number, one: () => string) => Array.from({ length: count }, one).join(' ');

/** What people ask for: words, words of which one suffices, phrases, tags, authors, and what they leave out. */
const KINDS: readonly (() => string)[] = [
  () => name(),
  () => words(2, name),
  () => `(${name()} OR ${name()} OR ${name()}) lang:en`,
  () => `"${words(2, name)}"`,
  () => `#${name()} -is:retweet`,
  () => `from:${author()} ${name()}`,
  () => `${name()} -${name()} has:links`,
];

function makeRules(count: number): readonly Compiled<string>[] {
  const names = { users: new Map<string, string>(), places: [], lists: new Map() };
  return Array.from({ length: count }, (_, index) => {
    const value = (KINDS[index % KINDS.length] ?? name)();
    return { rule: value, plan: planOf(parseQuery(value, { use: 'rules', level: 'enterprise', most: 1_024 }), names, 'rules') };
  });
}

function makePost(seq: number): Checked {
  const id = postIdOf(seq);
  const own = { id, seq, author: author(), created_at: 0, text: words(25, word), source: 'Bench', source_url: '' };
  const tag = word();
  const entities = { hashtags: [{ start: 0, end: tag.length + 1, tag }] };
  const row: PostRow = { ...PLAIN_POST, ...own, lang: 'en', entities, conversation: id, first: id, first_at: 0 };
  const terms = termsOf(row, { place: undefined, media: [], original: undefined }, 'rules');
  return { post: row, author: undefined, place: undefined, terms };
}

/** Microseconds of processor time a post, and how many rules matched. */
function measure(posts: readonly Checked[], matches: (post: Checked) => number): { readonly time: number; readonly found: number } {
  let found = 0;
  const begin = process.cpuUsage();
  for (const post of posts) found += matches(post);
  const { user, system } = process.cpuUsage(begin);
  return { time: (user + system) / posts.length, found };
}

export function compareRules(): void {
  console.log('### The rules that a post matches\n');
  console.log(
    '| rules | by the index, µs a post | goal | trying each | ÷ | rules that match a post | load |\n|---:|---:|---:|---:|---:|---:|---:|',
  );
  for (const count of RULES) {
    const rules = makeRules(count);
    const matcher = createMatcher(rules);
    const posts = Array.from({ length: POSTS }, (_, index) => makePost(index + 1));
    const some = posts.slice(0, POSTS / 10);
    const [byIndex, each]: [number[], number[]] = [[], []];
    let found = 0;
    for (let round = quick ? 0 : -2; round < rounds(7); round++) {
      const own = measure(posts, (post) => matcher(post).length);
      const peer = measure(some, (post) => rules.filter(({ plan }) => holds(plan, post)).length);
      if (measure(some, (post) => matcher(post).length).found !== peer.found) throw new Error('The index finds other rules.');
      found = own.found;
      if (round < 0) continue;
      byIndex.push(own.time);
      each.push(peer.time);
    }
    const ratio = median(each.map((time, round) => time / (byIndex[round] ?? Number.NaN)));
    const [own, goal] = [median(byIndex), GOALS[count]];
    const met = goal === undefined ? '–' : `${goal}: ${own <= goal ? 'met' : 'missed'}`;
    const figures = [
      count,
      own.toFixed(1),
      met,
      median(each).toFixed(0),
      // A quick run may end within what the system counts as no time.
      Number.isFinite(ratio) ? ratio.toFixed(0) : '–',
      (found / POSTS).toFixed(2),
      loadavg()[0]?.toFixed(1),
    ];
    console.log(`| ${figures.join(' | ')} |`);
  }
  console.log('');
}
