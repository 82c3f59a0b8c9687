// Who sends the requests of the probes, what they send, and the ids of what is there from the start.
import { client, type Got, type Send } from '../../client.ts';
import { etag, type Item, of, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly linden: Send;
  readonly aspen: Send;
  /** An assistant of the first agency. */
  readonly assistant: Send;
  /** Has no session. */
  readonly stranger: Send;
}

export type ClaimProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const send = (session: string): Send => client(url, { cookie: `agency_session=${session}` });
  const { linden, aspen, assistant } = credentials;
  return { linden: send(linden.session), aspen: send(aspen.session), assistant: send(assistant.session), stranger: client(url, {}) };
}

/** Motor and home are active, travel is a draft. The first instalments of those that are active are paid. */
export const POLICIES = { motor: '9c9294a5d4b5a5fb', home: '19d1bcbd5d6cf2c7', travel: '2339d51284525508' };
/** The bump is reported, the crash is assessed with 600 outstanding, and the leak is settled. */
export const CLAIMS = { bump: '28a1166fac120d57', crash: '82fe802a579615b8', leak: 'e434939bbb04d87b' };
/** The lawyer is blocked. */
export const PAYEES = { workshop: '5bef36e0211c5dae', person: 'e6779b9bfc297b30', lawyer: 'ca410b2e054f4c75' };
/** Is attached to the crash. */
export const REPORT = '32b834ca3d233709';

const HOLDER = { name: 'Mika Koskinen', email: 'mika@example.org', birthDate: '1985-03-09' };
export const VEHICLE = { kind: 'vehicle', plate: 'XYZ-987', builtIn: 2020 };
export const COLLISION = { code: 'collision', limit: 5000, deductible: 200, annualPremium: 120 };
const LIABILITY = { code: 'liability', limit: 100_000, deductible: 0, annualPremium: 240 };

let references = 0;

export function policy(others: object = {}): object {
  references += 1;
  return {
    reference: `P-${references}`,
    product: 'motor',
    holder: HOLDER,
    startsOn: '2026-01-01',
    months: 12,
    covers: [COLLISION, LIABILITY],
    insured: [VEHICLE],
    ...others,
  };
}

export const withHolder = (others: object): object => policy({ holder: { ...HOLDER, ...others } });
export const withCover = (others: object): object => policy({ covers: [{ ...COLLISION, ...others }] });
export const withVehicle = (others: object): object => policy({ insured: [{ ...VEHICLE, ...others }] });

export const draft = (send: Send, body: object = policy()): Promise<Got> => send('POST', '/policies', { body });

/** The status of a new policy. */
export const draftStatus = async (send: Send, body: object): Promise<number> => (await draft(send, body)).status;

/** The address of a new draft. */
export const drafted = async (send: Send, body?: object): Promise<string> => `/policies/${of(await draft(send, body)).id}`;

/** The address of a new active policy. */
export async function active(send: Send, others: object = {}): Promise<string> {
  const path = await drafted(send, policy(others));
  await send('POST', `${path}/activation`);
  return path;
}

export const seen = async (send: Send, path: string): Promise<Item> => of(await send('GET', path));

export const loss = (policyId: string, others: object = {}): object => ({
  policyId,
  cover: 'collision',
  occurredAt: '2026-01-20T10:00:00Z',
  description: 'Hit a gate while it closed.',
  contact: { name: 'Mika Koskinen', phone: '+358409998877' },
  ...others,
});

export const report = (send: Send, others: object = {}, policyId = POLICIES.motor): Promise<Got> =>
  send('POST', '/claims', { body: loss(policyId, others) });

export const addDamage = (send: Send, claim: string, estimate: number): Promise<Got> =>
  send('POST', `${claim}/damages`, { body: { kind: 'property', item: 'Door', estimate } });

/** Assesses a claim, of whose damages these amounts are accepted. */
export async function assess(send: Send, claim: string, ...accepted: readonly number[]): Promise<Got> {
  const items = accepted.map((amount, index) => ({ damageNo: index + 1, accepted: amount }));
  const headers = { 'if-match': etag(await send('GET', claim)) };
  return send('PUT', `${claim}/assessment`, { body: { items, assessor: 'Outi Heino' }, headers });
}

/** The address of a new claim with one damage, which is accepted in full. */
export async function assessed(send: Send, estimate: number, policyPath?: string): Promise<string> {
  const owner = policyPath ?? (await active(send));
  const claim = `/claims/${of(await report(send, {}, owner.slice('/policies/'.length))).id}`;
  await addDamage(send, claim, estimate);
  await assess(send, claim, estimate);
  return claim;
}

export const pay = (send: Send, claim: string, amount: number, reference = `Part of ${amount}`, payeeId = PAYEES.person): Promise<Got> =>
  send('POST', `${claim}/payments`, { body: { payeeId, amount, reference } });

export const reverse = (send: Send, claim: string, no = 1): Promise<Got> =>
  send('POST', `${claim}/payments/${no}/reversal`, { body: { reason: 'Wrong account.' } });

export const recover = (send: Send, claim: string, amount: number): Promise<Got> =>
  send('POST', `${claim}/recoveries`, { body: { source: 'thirdParty', name: 'Gate Ltd', amount, receivedOn: '2026-03-01' } });

export const settle = (send: Send, claim: string): Promise<Got> => send('POST', `${claim}/closing`, { body: { outcome: 'settled' } });

export const reject = (send: Send, claim: string, letter = 'We are sorry, it is not covered.'): Promise<Got> =>
  send('POST', `${claim}/closing`, { body: { outcome: 'rejected', reason: 'notCovered', letter } });

export const reopen = (send: Send, claim: string): Promise<Got> =>
  send('POST', `${claim}/reopening`, { body: { reason: 'New facts came up.' } });

export const attach = (send: Send, claim: string, others: object = {}): Promise<Got> =>
  send('POST', `${claim}/documents`, { body: { name: 'a.txt', kind: 'photo', mediaType: 'text/plain', content: 'QUJD', ...others } });

export const cancel = (send: Send, path: string, others: object = {}): Promise<Got> =>
  send('POST', `${path}/cancellation`, { body: { receivedOn: '2026-03-01', effectiveOn: '2026-07-01', reason: 'sold', ...others } });

export const payee = (others: object = {}): object => ({ kind: 'person', name: 'Ida Lehto', iban: 'FI4950009420028730', ...others });

/** The addresses of two claims. */
export const CRASH = `/claims/${CLAIMS.crash}`;
export const BUMP = `/claims/${CLAIMS.bump}`;
