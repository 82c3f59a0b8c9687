// The callers of the observatory, and the steps that its probes share.
import type { Got, Send } from '../../client.ts';
import { type Item, itemsOf, of, type Probes } from '../../probes.ts';

export type ObservatoryProbes = Probes<Readonly<Record<'paloma' | 'einar', Send>>>;

let number = 1000;

/** A number that no other thing has. */
const fresh = (): number => {
  number += 1;
  return number;
};

const SITE = { latitude: 28.3, longitude: -16.5, elevationM: 2390 };

export const instrumentBody = (members: Item = {}): Item => ({
  name: 'Camera',
  kind: 'imager',
  apertureMm: 800,
  serialNumber: `ZZ-${fresh()}`,
  filters: ['V', 'R'],
  site: SITE,
  ...members,
});

export const programmeBody = (members: Item = {}): Item => ({
  code: `117.C-${fresh()}`,
  title: 'Comets',
  principalInvestigator: { name: 'Ana', email: 'ana@sierra.example' },
  hoursGranted: 10,
  opensOn: '2026-01-01',
  closesOn: '2026-12-31',
  ...members,
});

export const TARGET = { name: 'M 31', rightAscension: 10.68, declination: 41.27 };

export const proposalBody = (members: Item = {}): Item => ({ title: 'A', targets: [TARGET], requestedMinutes: 240, ...members });

export const nightBody = (members: Item = {}): Item => ({ date: '2026-04-01', startTime: '20:15', minutes: 300, ...members });

export const fileBody = (members: Item = {}): Item => ({
  name: `frame-${fresh()}.fits`,
  kind: 'raw',
  sizeBytes: 8_640,
  sha256: 'ab'.repeat(32),
  recordedAt: '2026-04-01T22:00:00Z',
  ...members,
});

export const calibrationBody = (members: Item = {}): Item => ({
  kind: 'flat',
  takenAt: '2026-04-01T18:00:00+02:00',
  frames: 20,
  temperatureCelsius: -80,
  ...members,
});

export const idOf = (got: Got): string => String(of(got).id);

export const newInstrument = async (send: Send, members: Item = {}): Promise<string> =>
  `/instruments/${idOf(await send('POST', '/instruments', { body: instrumentBody(members) }))}`;

export const newProgramme = async (send: Send, members: Item = {}): Promise<string> =>
  `/programmes/${idOf(await send('POST', '/programmes', { body: programmeBody(members) }))}`;

export const write = async (send: Send, members: Item = {}, programme?: string): Promise<Got> =>
  send('POST', `${programme ?? (await newProgramme(send))}/proposals`, { body: proposalBody(members) });

export const newProposal = async (send: Send, members: Item = {}, programme?: string): Promise<string> =>
  `/proposals/${idOf(await write(send, members, programme))}`;

export const decide = (send: Send, proposal: string, decision: string, members: Item = {}): Promise<Got> =>
  send('POST', `${proposal}/decisions`, { body: { decision, ...members } });

export async function accepted(send: Send, members: Item = {}, programme?: string): Promise<string> {
  const proposal = await newProposal(send, members, programme);
  await decide(send, proposal, 'submit');
  await decide(send, proposal, 'accept');
  return proposal;
}

/** An accepted proposal, and a night of a new instrument. */
export interface Plan {
  readonly proposal: string;
  readonly instrument: string;
  readonly nightId: string;
}

export async function newPlan(send: Send, night: Item = {}): Promise<Plan> {
  const proposal = await accepted(send);
  const instrument = await newInstrument(send);
  const opened = await send('POST', `${instrument}/nights`, { body: nightBody(night) });
  return { proposal, instrument, nightId: idOf(opened) };
}

export const observe = (send: Send, { proposal, nightId }: Plan, members: Item = {}): Promise<Got> =>
  send('POST', `${proposal}/observations`, { body: { nightId, minutes: 60, exposures: [{ seconds: 30, count: 4 }], ...members } });

export const newObservation = async (send: Send): Promise<string> => `/observations/${idOf(await observe(send, await newPlan(send)))}`;

export const patch = (send: Send, path: string, body: Item, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  send('PATCH', path, { body, type: 'application/merge-patch+json', headers });

export const freeOf = async (send: Send, { instrument }: Plan): Promise<unknown> =>
  itemsOf(await send('GET', `${instrument}/nights`))[0]?.minutesFree;

/** The items of all pages of a list. The path has a query. */
export async function allOf(send: Send, path: string): Promise<Item[]> {
  const found: Item[] = [];
  let cursor = '';
  for (let page = 0; page < 20; page++) {
    const got = await send('GET', `${path}${cursor}`);
    found.push(...itemsOf(got));
    const { next } = (of(got).page ?? {}) as Item;
    if (typeof next !== 'string') break;
    cursor = `&cursor=${next}`;
  }
  return found;
}
