// Plays many random sequences on a ground, and shrinks the first one that breaks a promise.

import type { PaymentState } from '@octavo/interfaces/f-instalments';
import fc from 'fast-check';
import type { Ground } from './ground.ts';
import { type Played, play } from './play.ts';
import { sequences } from './steps.ts';

/** After so many sequences there is a new ground, so that lists and jobs of old shops do not grow for ever. */
const MOST_SHOPS = 500;

/** What all sequences came to, so that a run that reached nothing is seen. */
export interface Totals {
  sequences: number;
  steps: number;
  payments: number;
  captures: number;
  refunds: number;
  /** In how many sequences a payment had the state. */
  readonly states: Partial<Record<PaymentState, number>>;
}

/**
 * @param open opens a ground
 * @param seed of the sequences. A failure prints it, and the sequence
 */
export async function checkSequences(open: () => Promise<Ground>, count: number, seed: number): Promise<Totals> {
  const totals: Totals = { sequences: 0, steps: 0, payments: 0, captures: 0, refunds: 0, states: {} };
  let ground = await open();
  let shops = 0;
  try {
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => {
        if (shops === MOST_SHOPS) {
          await ground.end();
          ground = await open();
          shops = 0;
        }
        shops += 1;
        add(totals, steps.length, await play(ground, steps));
      }),
      { numRuns: count, seed },
    );
  } finally {
    await ground.end();
  }
  return totals;
}

function add(totals: Totals, steps: number, { payments, captures, refunds, states }: Played): void {
  totals.sequences += 1;
  totals.steps += steps;
  totals.payments += payments;
  totals.captures += captures;
  totals.refunds += refunds;
  for (const state of states) totals.states[state] = (totals.states[state] ?? 0) + 1;
}
