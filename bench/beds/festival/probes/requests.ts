// What the probes of the festival service send, and how they judge it.
import { client, type Send } from '../../client.ts';
import { credentials } from '../server.ts';

/** The senders: the organizers of two accounts, a steward of the first, the devices of each, and somebody without a credential. */
export interface Callers {
  readonly meadow: Send;
  readonly harbour: Send;
  readonly steward: Send;
  readonly seller: Send;
  readonly scanner: Send;
  readonly nobody: Send;
  readonly withKey: (key: string) => Send;
}

/** Whether the service does what its document says. */
type Probe = (callers: Callers) => Promise<boolean>;
export type Probes = Readonly<Record<string, Probe>>;

export function callers(url: string): Callers {
  const withToken = (token: string): Send => client(url, { authorization: `Bearer ${token}` });
  const withKey = (key: string): Send => client(url, { 'x-box-office-key': key });
  const { meadow, harbour, steward } = credentials;
  return {
    meadow: withToken(meadow.token),
    harbour: withToken(harbour.token),
    steward: withToken(steward.token),
    seller: withKey(meadow.deviceKey),
    scanner: withKey(steward.deviceKey),
    nobody: client(url, {}),
    withKey,
  };
}
