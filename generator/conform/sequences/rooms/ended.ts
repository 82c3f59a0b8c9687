// Fills a limit that a sentence states, ends one of the things that fill it, and makes another one in its place: what is over, or deleted, counts no
// more.
import { ENDED, quoted, uncountedIn } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { type Limit, textsAround } from '../../../inference/stated/limits.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { isBrought } from '../machines/routes.ts';
import { waitBriefly } from '../rules/later.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { filled, isSameRefusal, request } from './room.ts';

const CHECK = 'most-things';

/** The most things that are made so that the next one is refused, and the most states in which one of them counts no more. */
const MOST = 12;
const MOST_STATES = 2;

/** What counts also once it is gone. */
const EVER = /\b(?:ever|lifetime|in all|overall|(?:be|are|is|been|were) (?:created|made|issued|registered|deleted)|deleted ones)\b/i;

/** What was made within a limit. */
export interface Within {
  readonly limit: Limit;
  readonly owner: Resource;
  readonly user: Thing;
  /** The states that a word of the sentence stands for, such as `active`. */
  readonly counted: readonly string[];
}

/** A way in which a thing ends. */
interface Ending {
  readonly operation: Operation;
  readonly after: string;
  readonly isDone: (lab: Lab, thing: Thing) => Promise<boolean>;
}

export async function* madeInItsPlace(setting: Setting, within: Within): AsyncGenerator<Operation> {
  const { owner, user, limit } = within;
  const ways = endingsOf(setting, within);
  if (ways.length === 0 || limit.count > MOST) return;
  const { things, resource } = setting;
  const lab = things.lab();
  const made = { source: owner, input: undefined, stock: undefined, user, isApart: true };
  const now = await filled(setting, lab, made, limit.count, CHECK);
  if (now === undefined) return;
  const more = async (): Promise<Answered | undefined> => {
    const next = await request(setting, lab, { ...made, given: now.given, probe: CHECK });
    return next && unlessStopped(next());
  };
  const refused = await more();
  // All of them were made by the same request: only their number refuses this one.
  if (refused === undefined || isSuccess(refused) || ![409, 422].includes(refused.response.status)) return;
  const left = [...now.users];
  for (const { operation, after, isDone } of ways) {
    const one = left.pop();
    if (one === undefined || !(await isDone(lab, one))) continue;
    yield operation;
    const first = await more();
    if (first === undefined || !isSameRefusal(refused, first)) {
      if (first === undefined || !isSuccess(first)) return;
      continue;
    }
    await waitBriefly();
    const second = await more();
    if (second === undefined || !isSameRefusal(refused, second)) return;
    const message = `${resource.create.id} is refused with ${second.response.status} after one of ${limit.count} ${after}, as it was before.`;
    lab.fault(CHECK, message, `room for another one, as the document says: ${quoted(limit.said)}`, second);
  }
}

/** What ends a thing so that it counts no more: states that are over, as far as the sentence says so, and the delete. */
function endingsOf(setting: Setting, { limit: { said, adjective }, counted }: Within): readonly Ending[] {
  const { resource, things, context } = setting;
  const { remove, create } = resource;
  if (EVER.test(said.text)) return [];
  const read = shownBy(resource);
  const states = (read && listedState(read)?.states) ?? [];
  const counting = [...counted, ...states.filter((one) => one.toLowerCase() === adjective)];
  const isOfSome = counting.length > 0 || /\bat (?:a|any(?: one)?|one) time\b/i.test(said.text);
  const over = isOfSome ? states.filter((state) => ENDED.test(state) && !counting.includes(state)) : [];
  const named = textsAround(context.service, create).flatMap((text) => uncountedIn(text, said.quote ?? said.text, states));
  const brought = [...new Set([...named, ...over])].slice(0, MOST_STATES).map(
    (state): Ending => ({
      operation: create,
      after: `has become \`${state}\``,
      isDone: (lab, thing) => isBrought(setting, lab, thing, state),
    }),
  );
  if (remove === undefined) return brought;
  const isDone = async (lab: Lab, thing: Thing): Promise<boolean> => {
    const exchange = await unlessStopped(things.call(lab, remove, thing, { says: 'delete', isNeeded: true }));
    return exchange !== undefined && isSuccess(exchange) && exchange.response.status !== 202;
  };
  return [...brought, { operation: remove, after: 'was deleted', isDone }];
}
