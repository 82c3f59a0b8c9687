// The addresses that a request may go to: the live service, the mock, and the servers of the document.
import type { ConsoleDocument, ConsoleOperation } from '../../../generator/docs/console/data.ts';
import type { DevStatus } from '../../shared/site.ts';
import { isLoopback } from './send.ts';

export interface ServerChoice {
  /** `live`, `mock`, or the position of a server in the document. */
  readonly id: string;
  readonly label: string;
  readonly url: string;
  /** Whether it is outside this machine, so that the user has to confirm it. */
  readonly isRemote: boolean;
}

export function serverChoices(
  document: Pick<ConsoleDocument, 'id' | 'servers'>,
  operation: Pick<ConsoleOperation, 'servers'>,
  status: DevStatus | undefined,
): readonly ServerChoice[] {
  const servers = operation.servers ?? document.servers;
  const live = status?.live?.services.find(({ id }) => id === document.id)?.url;
  const running = status?.mocks.find(({ id }) => id === document.id);
  const mock = servers[0]?.mock ?? running?.url;
  const choice = (id: string, label: string, url: string): ServerChoice => ({ id, label, url, isRemote: !isLoopback(url) });
  return [
    ...(live === undefined ? [] : [choice('live', 'Live', live)]),
    ...(mock === undefined ? [] : [choice('mock', running?.by === 'living' ? 'Mock that remembers' : 'Mock', mock)]),
    ...servers.flatMap(({ filled }, index) => (/^https?:/.test(filled) ? [choice(String(index), hostOf(filled), filled)] : [])),
  ];
}

/** The address that sockets of a document are at: the live service's, or the first server of the document. */
export function baseUrlOf(document: ConsoleDocument, status: DevStatus | undefined): string {
  return status?.live?.services.find(({ id }) => id === document.id)?.url ?? document.servers[0]?.filled ?? '';
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The server in a sentence. */
export function placeOf({ id, label }: Pick<ServerChoice, 'id' | 'label'>): string {
  return id === 'live' ? 'the live service' : id === 'mock' ? 'the mock' : label;
}

/** Why no live service runs, as a sentence; `undefined` where the implementation runs, or there is none. */
export function failureOf(status: DevStatus | undefined): string | undefined {
  const { state, error } = status?.live ?? {};
  if (state !== 'failed') return undefined;
  const text = error ?? 'the output of octavo dev says why';
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
