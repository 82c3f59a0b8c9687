// Tells the webhook of an account what happened to its messages, one activity a request, and tests the address of a webhook.

import { type Activity, createMessagingWebhookSender, type MessagingWebhookSender, validateActivity } from '@octavo/interfaces/g-messaging';
import type { Network } from '@octavo/runtime/conformance';
import { withSecretHeaders } from '@octavo/runtime/conformance';
import { announcementsOf } from '../../platform/announce.ts';
import { request } from '../../platform/outbox/file.ts';
import type { Deps, MessagingPlatform, Tables, Unit } from '../deps.ts';
import { changeAll } from '../store.ts';
import { findHook, secretHeadersOf, TEST } from './settings.ts';
import type { HookRow } from './tables.ts';

const service = 'g-messaging';

const { kind, announce, handle } = announcementsOf<MessagingWebhookSender>()(service, 'account');
const ACTIVITY = kind('messageActivity', validateActivity, (sender, body, options) => sender.messageActivity({ body }, options));

/** Seconds before each attempt after the first. */
const SCHEDULE = [60, 300, 900, 3_600, 14_400];

/** The only status that accepts, as the document has it. */
const ACCEPTED = [200];

/** As many deliveries may wait for a webhook before what causes more of them waits too. */
const MOST_WAITING = 5_000;

/** How long what would cause more deliveries waits for a busy webhook, on the sandbox clock. */
export const BUSY_TIME = 10_000;

interface Told {
  /** The message. Its activities go to the webhook in their order. */
  readonly send: string;
  readonly at: number;
  readonly activity: Activity;
}

/** Tells what happened to messages of an account, in the unit of work that records it. */
export async function tellActivity({ deps, tables }: Pick<Unit, 'deps' | 'tables'>, account: number, told: readonly Told[]): Promise<void> {
  const hook = await findHook(tables, account);
  if (hook === undefined) return;
  const { url, kinds } = hook;
  const now = deps.clock.now();
  const receivers = told
    .filter(({ activity }) => kinds === null || kinds.includes(activity.activityStatus))
    // An app may report what it dates in the future.
    .map(({ send, at, activity: body }) => ({ id: String(account), url, body, sequence: `activity ${send}`, at: Math.min(at, now) }));
  await announce(deps.outbox, tables, ACTIVITY, receivers);
}

/** Whether so much waits for the webhook of an account that a job that causes more has to come back later, after `BUSY_TIME`. */
export async function isHookBusy({ outbox }: Pick<Deps, 'outbox'>, tables: Tables, account: number): Promise<boolean> {
  const hook = await findHook(tables, account);
  return hook !== undefined && (await outbox.waiting({ service, url: hook.url, most: MOST_WAITING })) >= MOST_WAITING;
}

/** Takes an erased contact's addresses out of what was told of it, in a unit of work. */
export async function forgetActivity({ outbox }: Pick<Deps, 'outbox'>, tables: Tables, contact: number): Promise<void> {
  await outbox.revise(tables, ACTIVITY, String(contact), (given) => {
    if (given.body.contactId !== contact) return given;
    const { email: _email, sms: _sms, linkClicked: _link, ...body } = given.body;
    return { ...given, body };
  });
}

/** Says how webhooks are called. */
export function handleHooks({ store, seal, outbox }: MessagingPlatform): void {
  /** @throws where the webhook is another one by now: its credentials must not go to the old address */
  async function networkFor(account: number, url: string, network: Network): Promise<Network> {
    const hook = await findHook(store.read, account);
    if (hook?.url !== url) throw new Error('The webhook was removed or has another address, so the delivery is dropped.');
    return withSecretHeaders(network, secretHeadersOf(seal, hook));
  }

  handle(outbox, {
    schedule: SCHEDULE,
    accepted: ACCEPTED,
    senderOf: async (account, url, network) => createMessagingWebhookSender({ url, ...(await networkFor(Number(account), url, network)) }),
  });
  outbox.handle(TEST, {
    schedule: [],
    accepted: ACCEPTED,
    async post({ url, payload: { account } }, network, options) {
      const { body } = await request(url, await networkFor(account, url, network), options);
      await body?.cancel();
    },
    async onAttempt({ url, payload: { account } }, step, tables) {
      await changeAll(tables, 'g_hooks', { account, url }, outcomeOf(step));
    },
  });
}

function outcomeOf(step: {
  readonly outcome: string;
  readonly status?: number;
  readonly error?: unknown;
}): Pick<HookRow, 'state' | 'fault'> {
  if (step.outcome === 'delivered') return { state: 'accepted', fault: null };
  if (step.status !== undefined) return { state: 'failed', fault: `The address answered GET with the status ${step.status}, not 200.` };
  const reason = step.error instanceof Error && step.error.name === 'BlockedAddressError' ? ` ${step.error.message}` : '';
  return { state: 'failed', fault: `The address did not answer GET.${reason}` };
}
