// Who sends the requests of probes, and the bodies and steps that several probes share.
import { client, type Got, type Send } from '../../client.ts';
import { ANY, type Probe } from '../../probes.ts';
import { credentials } from '../server.ts';

type Named = Readonly<Record<'north' | 'south' | 'yard' | 'stranger' | 'forger', Send>>;

/** The three callers, one without a login, and one who knows only a name. */
export function callers(url: string): Named {
  const login = ({ username, password }: { readonly username: string; readonly password: string }): Send =>
    client(url, { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` });
  const { north, south, yard } = credentials;
  return {
    north: login(north),
    south: login(south),
    yard: login(yard),
    stranger: client(url, {}),
    forger: login({ ...north, password: 'guessed' }),
  };
}

export type Bed = ReturnType<typeof callers>;

const ADDRESS = { street: 'Kai 1', postcode: '20457', city: 'Hamburg', country: 'DE' };

export const inCountry = (country: string): object => ({ ...ADDRESS, country });
export const atLatitude = (latitude: number): object => ({ ...ADDRESS, location: { latitude, longitude: 10 } });

export const DEPOT = { name: 'North yard', address: ADDRESS, opensAt: '06:00', closesAt: '18:00' };
export const MODEL = {
  name: 'Cart',
  manufacturer: 'Nordpick',
  category: 'tool',
  dayRate: 900,
  weightKg: 80.5,
  power: { source: 'manual' } as object,
};
export const MACHINE = { modelNumber: 'T102', depotNumber: 'D101', serialNumber: 'NP-10-7777', yearBuilt: 2020 };
export const CUSTOMER = { name: 'Lind Bau', email: 'office@lind.example', billingAddress: ADDRESS, creditLimit: 1_000_000 };
export const CONTACT = { name: 'Åsa Lind', email: 'asa@lind.example', roles: ['site'] };
/** A reservation of a machine that costs 4500 a day and needs neither deposit nor licence. */
export const RESERVATION = { customerNumber: 'C1002', machineNumber: 'M1003', from: '2041-05-06', until: '2041-05-08', site: ADDRESS };
export const PAYMENT = { reference: 'BANK-1', amount: 1000, paidOn: '2040-01-02', method: { type: 'cash', receivedBy: 'Jo' } as object };
export const RETURN = { on: '2040-02-10', operatingHours: 200 };

/** Changes a thing whatever its state is. */
export const patch = (send: Send, path: string, body: object): Promise<Got> =>
  send('PATCH', path, { body, type: 'application/merge-patch+json', headers: ANY });

/** A probe that one request of the first office has this status. */
export const gives =
  (status: number, path: string, body: object): Probe<Bed> =>
  async ({ north }) =>
    (await north('POST', path, { body })).status === status;

export const reads =
  (status: number, path: string, headers: Readonly<Record<string, string>> = {}): Probe<Bed> =>
  async ({ north }) =>
    (await north('GET', path, { headers })).status === status;

/** A probe that a change of the first office has this status. */
export const patches =
  (status: number, path: string, body: object): Probe<Bed> =>
  async ({ north }) =>
    (await patch(north, path, body)).status === status;
