// Who asks in the probes of the tracker, and what several probes do.
import { client, type Got, type Send } from '../../client.ts';
import { type Item, of, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly mira: Send;
  readonly olaf: Send;
  readonly gus: Send;
  /** Has no login. */
  readonly stranger: Send;
}

export type TrackerProbes = Probes<Callers>;

export function callers(url: string): Callers {
  const caller = (name: keyof typeof credentials): Send => {
    const { username, password } = credentials[name];
    return client(url, { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` });
  };
  return { mira: caller('mira'), olaf: caller('olaf'), gus: caller('gus'), stranger: client(url, {}) };
}

export const APP = '/projects/APP';

/** The entries of a page. */
export const entries = (got: Got): readonly Item[] => (of(got).resources ?? []) as readonly Item[];

/** Whether the body of a request gets this status. */
export const gets =
  (status: number, method: string, path: string, body: unknown) =>
  async ({ mira }: Callers): Promise<boolean> =>
    (await mira(method, path, { body })).status === status;

/** A new project, with what else it should have. */
export const newProject = (mira: Send, given: object = {}): Promise<Got> =>
  mira('POST', '/projects', { body: { key: 'NEW', name: 'New', ...given } });

/** The key of a new issue in a project. */
export async function newIssue(mira: Send, given: object = {}, project = 'APP'): Promise<string> {
  const made = await mira('POST', `/projects/${project}/issues`, { body: { title: 'A', type: 'task', ...given } });
  return String(of(made).key);
}

/** Moves an issue from state to state. The answer is that of the last move. */
export async function moved(mira: Send, key: string, ...states: readonly string[]): Promise<Got> {
  const [to, ...others] = states;
  const got = await mira('POST', `/issues/${key}/transitions`, { body: { to, ...(to === 'rejected' ? { reason: 'Not needed.' } : {}) } });
  return others.length === 0 ? got : moved(mira, key, ...others);
}

export const link = (mira: Send, key: string, type: string, target: string): Promise<Got> =>
  mira('POST', `/issues/${key}/links`, { body: { type, target } });

export const log = (mira: Send, key: string, minutes: number, startedAt: string, given: object = {}): Promise<Got> =>
  mira('POST', `/issues/${key}/workLogs`, { body: { minutes, startedAt, ...given } });
