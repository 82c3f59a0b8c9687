// The server that a request goes to: what the reader has chosen, or the live service, or else the first that there is.
import { useMemo, useRef } from 'preact/hooks';
import type { ConsoleDocument, ConsoleOperation } from '../../../generator/docs/console/data.ts';
import { type DevStatus, isDev } from '../../shared/site.ts';
import { type ServerChoice, serverChoices } from './servers.ts';

export interface ChosenServer {
  readonly servers: readonly ServerChoice[];
  /** `undefined` where there is none, and while the live service that was in use does not run. */
  readonly server: ServerChoice | undefined;
  /** The live service was in use, and does not run any more: the reader has to choose another server. */
  readonly isLiveGone: boolean;
  /** The id of the choice, which holds also where the live service does not run any more. */
  readonly kept: string | undefined;
}

/** @param wanted the id of the server that the reader has chosen */
export function useServer(
  document: Pick<ConsoleDocument, 'id' | 'servers'>,
  operation: Pick<ConsoleOperation, 'servers'>,
  status: DevStatus | undefined,
  wanted: string | undefined,
): ChosenServer {
  const servers = useMemo(() => serverChoices(document, operation, status), [document, operation, status]);
  const [best] = servers;
  // The live service is used until the reader chooses otherwise, also where it does not run any more: another server would answer in its place
  // unseen.
  const kept = useRef(wanted);
  kept.current = wanted ?? (best?.id === 'live' ? 'live' : kept.current);
  const isLiveGone = isDev && kept.current === 'live' && best?.id !== 'live';
  const server = isLiveGone ? undefined : (servers.find(({ id }) => id === wanted) ?? best);
  return { servers, server, isLiveGone, kept: kept.current };
}
