// The short beds: without faults they do what their documents say, and each planted fault breaks it.
import { describe, expect, test } from 'vitest';
import { probes as archive } from '../../bench/beds/archive/probes.ts';
import { probes as bank, callers as bankCallers } from '../../bench/beds/bank/probes.ts';
import type { Bed } from '../../bench/beds/bed.ts';
import { probes as billing, headers as billingHeaders } from '../../bench/beds/billing/probes.ts';
import { client } from '../../bench/beds/client.ts';
import { probes as farm } from '../../bench/beds/farm/probes.ts';
import { probes as ferry } from '../../bench/beds/ferry/probes.ts';
import { probes as hiring, callers as hiringCallers } from '../../bench/beds/hiring/probes.ts';
import { probes as hotel, callers as hotelCallers } from '../../bench/beds/hotel/probes.ts';
import { probes as league, headers as leagueHeaders } from '../../bench/beds/league/probes.ts';
import { probes as ledgerbook } from '../../bench/beds/ledgerbook/probes.ts';
import { probes as lending, headers as lendingHeaders } from '../../bench/beds/lending/probes.ts';
import { probes as observatory } from '../../bench/beds/observatory/probes.ts';
import { probes as pledges } from '../../bench/beds/pledges/probes.ts';
import { probes as polls } from '../../bench/beds/polls/probes.ts';
import type { Probes } from '../../bench/beds/probes.ts';
import { probes as shelter } from '../../bench/beds/shelter/probes.ts';
import { shortBeds } from '../../bench/beds/short.ts';
import { probes as transit } from '../../bench/beds/transit/probes.ts';
import { probes as translation } from '../../bench/beds/translation/probes.ts';
import { probes as workshop } from '../../bench/beds/workshop/probes.ts';
import { sampleOf } from '../support/effort.ts';

type Headers = Readonly<Record<string, string>>;

/** The probes of a bed with its callers, whatever they are called. */
interface Proof {
  readonly ids: readonly string[];
  readonly holds: (id: string, url: string) => Promise<boolean>;
}

function proofOf<Callers>(probes: Probes<Callers>, callers: (url: string) => Callers): Proof {
  return { ids: Object.keys(probes), holds: async (id, url) => (await probes[id]?.(callers(url))) === true };
}

const sending =
  <Name extends string>(headers: Readonly<Record<Name, Headers>>) =>
  (url: string) =>
    Object.fromEntries(Object.entries<Headers>(headers).map(([name, own]) => [name, client(url, own)])) as Record<
      Name,
      ReturnType<typeof client>
    >;

/** The header with the secret of each caller of a bed. */
function headersOf<Name extends string>(
  name: string,
  header: (secret: Bed['credentials'][string][string]) => Headers,
): Record<Name, Headers> {
  const credentials = shortBeds.find((one) => one.name === name)?.credentials ?? {};
  return Object.fromEntries(
    Object.entries(credentials).flatMap(([caller, secrets]) => Object.values(secrets).map((secret) => [caller, header(secret)])),
  ) as Record<Name, Headers>;
}

const basic = (secret: Bed['credentials'][string][string]): string =>
  typeof secret === 'string' ? '' : Buffer.from(`${secret.username}:${secret.password}`).toString('base64');

const proofs: Readonly<Record<string, Proof>> = {
  hotel: proofOf(hotel, hotelCallers),
  hiring: proofOf(hiring, hiringCallers),
  bank: proofOf(bank, bankCallers),
  league: proofOf(league, sending(leagueHeaders)),
  billing: proofOf(billing, sending(billingHeaders)),
  lending: proofOf(lending, sending(lendingHeaders)),
  workshop: proofOf(workshop, sending(headersOf('workshop', (secret) => ({ 'x-garage-key': String(secret) })))),
  polls: proofOf(polls, sending(headersOf('polls', (secret) => ({ authorization: `Bearer ${String(secret)}` })))),
  farm: proofOf(farm, sending(headersOf('farm', (secret) => ({ 'x-hub-key': String(secret) })))),
  observatory: proofOf(observatory, sending(headersOf('observatory', (secret) => ({ authorization: `Bearer ${String(secret)}` })))),
  ferry: proofOf(ferry, sending(headersOf('ferry', (secret) => ({ authorization: `Bearer ${String(secret)}` })))),
  archive: proofOf(archive, sending(headersOf('archive', (secret) => ({ 'x-archive-key': String(secret) })))),
  shelter: proofOf(shelter, sending(headersOf('shelter', (secret) => ({ authorization: `Basic ${basic(secret)}` })))),
  transit: proofOf(transit, sending(headersOf('transit', (secret) => ({ 'x-transit-key': String(secret) })))),
  translation: proofOf(translation, sending(headersOf('translation', (secret) => ({ authorization: `Bearer ${String(secret)}` })))),
  ledgerbook: proofOf(ledgerbook, sending(headersOf('ledgerbook', (secret) => ({ authorization: `Bearer ${String(secret)}` })))),
  pledges: proofOf(pledges, sending(headersOf('pledges', (secret) => ({ authorization: `Basic ${basic(secret)}` })))),
};

describe.each(shortBeds.map((bed) => [bed.name, bed] as const))('the bed %s', (name, bed) => {
  const proof = proofs[name];

  test('has a probe for each fault', () => {
    expect(proof?.ids.toSorted()).toEqual(bed.faults.map(({ id }) => id).toSorted());
  });

  test.each(sampleOf(proof?.ids ?? [], 2))('%s is seen with the fault alone', async (id) => {
    const seen = async (faults: readonly string[]): Promise<boolean> => {
      const { url, stop } = await bed.start(new Set(faults));
      try {
        return (await proof?.holds(id, url)) === false;
      } finally {
        await stop();
      }
    };
    expect([await seen([]), await seen([id])]).toEqual([false, true]);
  });
});
