// Reads the data of the site and the status of the dev server.
import type { SiteData } from '../../generator/docs/site-data.ts';

export type * from '../../generator/docs/site-data.ts';

/** The services with their operations. Paths are relative to the page, and the apps stand at the root of the site. */
export async function fetchSite(): Promise<SiteData> {
  return (await fetchJson('data/site.json')) as SiteData;
}

/** The answer of `octavo dev` at `/-/status`. */
export interface DevStatus {
  readonly ready: boolean;
  readonly url: string;
  readonly documented: boolean;
  readonly mocks: readonly DevMock[];
  /** The address of the control API: that of the services where `serve` gives one, or that of mocks that remember. */
  readonly control?: string;
  readonly live?: {
    readonly state: 'starting' | 'running' | 'failed';
    readonly services: readonly LiveService[];
    /** Why it does not run, or why the last change is not in effect. */
    readonly error?: string;
  };
}

interface DevMock {
  readonly id: string;
  readonly url: string;
  readonly operations: number;
  /** Which mock answers: Prism with the examples of the document, or the one that remembers. */
  readonly by: 'prism' | 'living';
}

export interface LiveService {
  readonly id: string;
  readonly name?: string;
  readonly url: string;
  readonly docs?: string;
  readonly credentials?: readonly LiveCredential[];
  readonly clients?: readonly LiveClient[];
}

/** An application that gets tokens of a scheme. */
export interface LiveClient {
  readonly scheme: string;
  readonly clientId: string;
  readonly note?: string;
}

/** A credential that works: a key or token, or its parts. */
export interface LiveCredential {
  readonly scheme: string;
  readonly value: string | Readonly<Record<string, string>>;
  readonly note?: string;
}

/** Whether `octavo dev` serves the page; a static host has no status. */
export const isDev = document.documentElement.dataset.dev !== undefined;

/** `undefined` on a static host, and while the dev server does not answer. */
export async function fetchStatus(): Promise<DevStatus | undefined> {
  if (!isDev) return undefined;
  try {
    return (await fetchJson('/-/status')) as DevStatus;
  } catch {
    return undefined;
  }
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return await response.json();
}
