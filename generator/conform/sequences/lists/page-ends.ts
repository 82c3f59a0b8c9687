// The first and the last page by `Link`, and cursors that no page gave.
import { nextLink } from '@octavo/runtime/conformance';
import { sizeLimits } from '../../../inference/lists/facts.ts';
import type { Place } from '../../../inference/lists/places.ts';
import { sentencesIn } from '../../../inference/prose/index.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { isSuccess } from '../thing.ts';
import { filterRequests } from './filter-values.ts';
import { isSameOrder } from './reader.ts';
import type { ListSetting } from './script.ts';

const CHECK = 'list-pages';

/** The links `first` and `last` of a page lead to the first page and to the last one (RFC 8288, and the registry of relations). */
export async function* endsByLink({ reader, facts }: ListSetting, size: number | undefined): AsyncGenerator<void> {
  if (size === undefined || facts.id === undefined) return;
  const lab = reader.lab();
  const walk = await reader.walk(lab, { says: 'pages', size });
  const [first, last] = [walk?.pages[0], walk?.pages.at(-1)];
  if (walk === undefined || first === undefined || last === undefined || !walk.ended || walk.pages.length < 2 || last.ids.length === 0)
    return;
  for (const [relation, wanted] of [
    ['first', first],
    ['last', last],
  ] as const) {
    const link = nextLink(first.answered.response.headers.get('link') ?? '', relation);
    const page = link === undefined ? undefined : await reader.linked(lab, `${relation} page`, first, link);
    if (page === undefined) continue;
    yield;
    if (!isSameOrder(page, wanted))
      lab.fault(
        CHECK,
        `The link to the ${relation} page does not lead to that page.`,
        `the ${relation} page behind \`rel="${relation}"\``,
        page.answered,
      );
  }
}

/** In pages of one item, each page is full: the link `last` of a list with items leads to one of them, and not behind it. */
export async function* lastOfOne({ reader, facts, whole }: ListSetting): AsyncGenerator<void> {
  if (sizeLimits(facts)?.least !== 1 || whole.ids.length < 2) return;
  const lab = reader.lab();
  const first = await reader.page(lab, 'page of one item', { input: reader.input({ size: 1 }) });
  const link = nextLink(first?.answered.response.headers.get('link') ?? '', 'last');
  const last = first?.ids.length === 1 && link !== undefined ? await reader.linked(lab, 'last page of one item', first, link) : undefined;
  if (last === undefined) return;
  yield;
  const message = 'The link to the last page leads to an empty page, although the list has items.';
  if (last.ids.length === 0) lab.fault(CHECK, message, 'the last item behind `rel="last"`', last.answered);
}

const REFUSES = /\b4\d\d\b|\brefuse[sd]?\b|\breject(?:s|ed)?\b|\b(?:an error|fails?|is a problem|bad request)\b/i;
const UNKNOWN =
  /\b(?:no page|no such|never|unknown|not (?:given|issued|valid|from|found|known|in|part of|recogni[sz]ed)|invalid|malformed|wrong|made[- ]up|tampered|altered|expired|other texts?|another text|another list|anything else|(?:do|does) not (?:have|exist|contain|know|belong|match|recogni[sz]e)|cannot be (?:read|decoded|found))\b/i;

/** The sentence that says what becomes of a cursor that no page gave: that of the parameter, or one about all lists that names it. */
function isRefused({ general }: ListSetting['facts'], { name, description }: Place): boolean {
  const about = general.filter((sentence) => sentence.includes(`\`${name}\``) || /\b(?:cursor|page token)s?\b/i.test(sentence));
  return [...sentencesIn(description), ...about].some((one) => REFUSES.test(one) && UNKNOWN.test(one));
}

/** A cursor that no page gave is refused, where the document says so. */
export async function* madeUpCursor({ reader, facts }: ListSetting): AsyncGenerator<void> {
  const { cursor } = facts.roles;
  if (cursor === undefined || !isRefused(facts, cursor)) return;
  const lab = reader.lab();
  const answered = await reader.answer(lab, 'page of a made-up cursor', {
    input: reader.input({ values: { [cursor.at]: 'octavo-no-such-cursor' } }),
  });
  yield;
  if (isSuccess(answered))
    lab.fault(
      CHECK,
      `A text in \`${cursor.name}\` that no page gave is answered with ${answered.response.status}.`,
      'a refusal, as the document says',
      answered,
    );
}

/** A sentence by which a cursor goes with the filters of the page that gave it. One about its order says nothing of filters. */
const OF_QUERY = /\b(?:filters?|query|search|parameters)\b/i;
const WITH_SAME = /\b(?:only|same|other|another|different|elsewhere|change[sd]?|belongs?)\b/i;

/** A cursor is refused with a filter that the page which gave it has not, where the document says so. */
export async function* cursorOfOthers(setting: ListSetting, size: number | undefined): AsyncGenerator<void> {
  const { reader, facts } = setting;
  const { cursor } = facts.roles;
  const [filter] = filterRequests(setting);
  if (cursor === undefined || filter === undefined || size === undefined) return;
  const about = [...sentencesIn(cursor.description), ...facts.general.filter((sentence) => /\b(?:cursor|page token)s?\b/i.test(sentence))];
  if (!about.some((one) => REFUSES.test(one) && OF_QUERY.test(one) && WITH_SAME.test(one))) return;
  const lab = reader.lab();
  const input = reader.input({ size });
  const first = await reader.page(lab, 'first page', { input });
  const way = first && reader.ways(reader.turn(first, input, 0, size)).find(({ kind }) => kind === 'cursor');
  const next = first && way?.next(reader.turn(first, input, 0, size));
  if (next === undefined || !isSuccess(await reader.answer(lab, 'next page', next))) return;
  const other = Object.entries(filter.values).reduce<Input>((whole, [at, value]) => changedAt(whole, at, value) as Input, next.input);
  const answered = await reader.answer(lab, `next page, ${filter.says}`, { input: other });
  yield;
  if (isSuccess(answered))
    lab.fault(
      CHECK,
      `The cursor of a page without filters is answered with ${answered.response.status} in a ${filter.says}.`,
      'a refusal, as the document says',
      answered,
    );
}
