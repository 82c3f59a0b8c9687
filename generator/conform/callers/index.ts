// Tries a service with several callers: a second account, a credential with fewer rights, and requests at once.
import { aloneIn, withList } from '../../inference/alone.ts';
import { actedOnIn, resourcesOf } from '../../inference/resources.ts';
import { tryAccounts } from './accounts.ts';
import { type Desk, succeeded } from './desk.ts';
import { tryGivenSecrets } from './given-secrets.ts';
import { tryHidden } from './hidden.ts';
import { tryKeys } from './keys/index.ts';
import { tryLimits } from './limits.ts';
import { createdWith, guardedReads, keyIn, MADE, makersIn } from './made.ts';
import { afterEnd, afterExpiry } from './made-ends.ts';
import { withFewerRights } from './made-rights.ts';
import { tryNear } from './near.ts';
import { tryRaces } from './races/index.ts';
import { tryRights } from './rights.ts';
import { trySecrets } from './secrets.ts';
import { tryShownOnce } from './shown-once.ts';
import { tryUnique } from './theirs/values.ts';
import { tryWithheld } from './withheld.ts';

export { LIMITS } from './limits.ts';
export { changedRequest, changedValue } from './nearness.ts';

export interface CallersOptions extends Omit<Desk, 'resources' | 'named' | 'actedOn' | 'unread' | 'number'> {
  readonly hasOther: boolean;
  readonly hasLimited: boolean;
  /** Whether things may be made. */
  readonly writes: boolean;
}

function deskWith(options: CallersOptions): Desk {
  let number = 0;
  // What a PUT has made, the next PUT replaces: each account may have a thing of the same name, and two requests at once may both succeed.
  const all = resourcesOf(options.service, options.edges).map((one) => withList(options.service, one));
  const actedOn = actedOnIn(options.service, options.edges, all);
  const alone = aloneIn(options.service, options.edges, [...all, ...actedOn]);
  const unread = [...actedOn, ...alone].filter(({ create, list }) => create.method === 'POST' && list !== undefined);
  const [resources, named] = [true, false].map((isPost) => all.filter(({ create }) => (create.method === 'POST') === isPost));
  return { ...options, resources: resources ?? [], named: named ?? [], actedOn, unread, number: () => ++number };
}

/**
 * Tries another account on what could not be reached at first, and sends as many requests as the document allows, and more: the operations are
 * limited after that.
 */
export async function tryLast(options: CallersOptions): Promise<void> {
  const desk = deskWith(options);
  if (options.hasOther) await tryAccounts(desk, true);
  if (options.writes) await tryLimits(desk);
}

export async function tryCallers(options: CallersOptions): Promise<void> {
  const { hasOther, hasLimited, writes } = options;
  const desk = deskWith(options);
  if (hasOther) await tryAccounts(desk);
  if (hasLimited) await tryRights(desk);
  await tryNear(desk);
  if (!writes) return;
  if (hasLimited) {
    await tryHidden(desk);
    await tryWithheld(desk);
  }
  await tryMade(desk);
  await trySecrets(desk);
  await tryGivenSecrets(desk);
  await tryShownOnce(desk);
  await tryKeys(desk);
  await tryRaces(desk);
  if (hasOther && desk.isOn('unique-values')) await tryUnique(desk);
}

/** The most operations that are tried as makers of keys. */
const MOST_MAKERS = 6;

/** Makes keys and tokens, and uses them with fewer rights and after their end. */
async function tryMade(desk: Desk): Promise<void> {
  const makers = desk.isOn(MADE) ? makersIn(desk).slice(0, MOST_MAKERS) : [];
  const guarded = makers.length === 0 ? [] : await guardedReads(desk);
  for (const operation of guarded.length === 0 ? [] : makers) {
    const created = desk.mayGoOn() ? await createdWith(desk, operation, {}) : undefined;
    const key = succeeded(created) ? await keyIn(desk, created, guarded) : undefined;
    if (key === undefined) continue;
    await withFewerRights(desk, key, guarded);
    await afterExpiry(desk, key, guarded);
    await afterEnd(desk, key);
  }
}
