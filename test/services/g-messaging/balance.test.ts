// Plays random sequences of sends, free, paid, repeated and refused ones, and compares balance and ledger with a model after each step.

import type { SendResult } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import type { ControlledSandbox } from '../../../services/index.ts';
import { byEffort } from '../../support/effort.ts';
import fc from '../../support/fast-check.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { LENA, messagingOf, PAVEL } from './support.ts';

const ORDERS = 'Orders <orders@papaver-books.example>';
const UNITS = 10_000;
/** Units that a piece costs. */
const PRICES = { email: 10, sms: 400, viber: 300, prepared: 10 } as const;

interface Step {
  readonly kind: keyof typeof PRICES;
  readonly recipients: number;
  /** Parts of an SMS. */
  readonly parts: number;
  /** The request that it repeats, or 0. */
  readonly repeats: number;
  readonly isRefused: boolean;
}

/** What an account should have, in units. */
interface Model {
  balance: number;
  bonusEmails: number;
  /** The requests with an identifier that were accepted. */
  readonly known: Set<string>;
}

async function openAccount(sandbox: ControlledSandbox) {
  await sandbox.reset();
  const { main } = messagingOf(sandbox);
  const address = (index: number) => `reader-${index}@example.com`;
  const many = <Item>(count: number, itemOf: (index: number) => Item) => Array.from({ length: count }, (_, index) => itemOf(index));
  const send = ({ kind, recipients, parts, repeats, isRefused }: Step) => {
    const more = repeats === 0 ? {} : { externalRequestId: `${kind} ${repeats}` };
    const phoneNumbers = many(recipients, (index) => `4917100${1_000 + index}`);
    const emails = many(recipients, address);
    const id = isRefused ? 9 : 2417;
    const contacts = [{ contactId: LENA }, { contactId: PAVEL }, { contactId: 1 }].slice(0, (recipients % 3) + 1);
    switch (kind) {
      case 'email':
        return main.sendEmail({
          body: { from: isRefused ? 'other@example.com' : ORDERS, subject: 'Hello', plainText: 'Hello', emails, ...more } as never,
        });
      case 'sms':
        return main.sendSms({
          body: { from: isRefused ? 'Other' : 'PapaverBks', text: 'x'.repeat(153 * parts), phoneNumbers, ...more } as never,
        });
      case 'viber':
        return main.sendViber({ body: { from: isRefused ? 'Other' : 'Papaver Books', text: 'Hello', phoneNumbers, ...more } as never });
      case 'prepared':
        return main.sendPreparedMessage({ body: { id, recipients: contacts, ...more } as never });
    }
  };
  const state = async () => {
    const { currentBalance, bonusEmails } = unwrap(await main.getAccountBalance(), 200);
    const all = unwrap(await main.getAccountBalanceHistory({ query: { from: '2020-01-01', to: '2030-01-01' } }), 200);
    return {
      balance: Math.round(currentBalance * UNITS),
      ledger: all.reduce((sum, { amount }) => sum + Math.round(amount * UNITS), 0),
      bonusEmails,
    };
  };
  return { send, state };
}

/** Pieces that a step sends, and how many of them the model expects to be paid. */
function spend(model: Model, { kind, parts }: Step, sent: number): number {
  const pieces = kind === 'sms' ? sent * Math.max(parts, 1) : sent;
  const free = kind === 'email' || kind === 'prepared' ? Math.min(model.bonusEmails, pieces) : 0;
  const cost = (pieces - free) * PRICES[kind];
  if (cost > model.balance) return Number.POSITIVE_INFINITY;
  model.bonusEmails -= free;
  model.balance -= cost;
  return cost;
}

async function play(sandbox: ControlledSandbox, steps: readonly Step[], seen: Map<string, number>): Promise<void> {
  const { send, state } = await openAccount(sandbox);
  const model: Model = { balance: 864_000, bonusEmails: 1_000, known: new Set() };
  const saw = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1);
  for (const step of steps) {
    const request = `${step.kind} ${step.repeats}`;
    const isRepeated = step.repeats > 0 && model.known.has(request);
    const answer = await send(step);
    const expected = step.kind === 'prepared' ? Math.min(2, (step.recipients % 3) + 1) : step.recipients;
    if (isRepeated) {
      saw('repeated');
      expect(answer.status).toBe(200);
    } else if (step.isRefused) {
      saw('refused');
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-value' } });
    } else if (spend(model, step, expected) === Number.POSITIVE_INFINITY) {
      saw('too dear');
      expect(answer).toMatchObject({ status: 400, body: { code: 'not-enough-money' } });
    } else {
      saw('sent');
      if (step.repeats > 0) model.known.add(request);
      const results = [unwrap(answer, 200).results].flat() as SendResult[];
      expect(results.filter(({ status }) => status === 'OK')).toHaveLength(expected);
    }
    const { balance, bonusEmails } = model;
    expect(await state()).toEqual({ balance, ledger: balance, bonusEmails });
  }
}

describeOnEngines('the balance', (engine) => {
  test('the sum of the ledger is the balance after each of many sends, and nothing is paid twice', async () => {
    const sandbox = await engine.open('g-messaging');
    const step = fc.record({
      kind: fc.constantFrom<Step['kind']>('email', 'sms', 'sms', 'viber', 'prepared'),
      recipients: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(400)),
      parts: fc.integer({ min: 2, max: 12 }),
      repeats: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2 })),
      isRefused: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    });
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), (steps) => play(sandbox, steps, seen)),
      { numRuns: byEffort({ quick: 4, deep: 25 }) },
    );
    // Each case was there.
    for (const what of ['sent', 'repeated', 'refused', 'too dear']) expect(seen.get(what), what).toBeGreaterThan(0);
  });
});
