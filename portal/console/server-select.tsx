// The choice of the server that a request goes to.
import type { JSX } from 'preact';
import type { ChosenServer } from './request/use-server.ts';

export interface ServerSelectProps {
  readonly chosen: Pick<ChosenServer, 'servers' | 'server' | 'isLiveGone'>;
  readonly onChoose: (id: string) => void;
}

export function ServerSelect({ chosen: { servers, server, isLiveGone }, onChoose }: ServerSelectProps): JSX.Element {
  return (
    <select
      class="input server"
      aria-label="Server"
      value={server?.id ?? 'live'}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {isLiveGone && (
        <option value="live" disabled>
          Live · does not run
        </option>
      )}
      {servers.map(({ id, label, url, isRemote }) => (
        <option key={id} value={id}>
          {isRemote ? `${label} (asks first)` : `${label} · ${url}`}
        </option>
      ))}
    </select>
  );
}
