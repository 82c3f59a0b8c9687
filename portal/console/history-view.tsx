// The last requests of this browser, to send again.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Badge } from '../shared/components.tsx';
import { clearHistory, type HistoryEntry, readHistory } from './history.ts';
import { encodeRequestLink } from './link.ts';
import { hashOf, type Route } from './route.ts';

/** `current`: the operation whose requests come first. */
export function HistoryView({ service, operation }: { service: string; operation: string }): JSX.Element {
  const [entries, setEntries] = useState(() => readHistory(localStorage));
  const [isAll, showAll] = useState(false);
  const shown = isAll ? entries : entries.filter((entry) => entry.service === service && entry.operation === operation);
  const clear = (): void => {
    clearHistory(localStorage);
    setEntries([]);
  };
  return (
    <div class="history">
      <div class="row">
        <label class="check">
          <input type="checkbox" checked={isAll} onChange={({ currentTarget }) => showAll(currentTarget.checked)} /> all operations
        </label>
        {entries.length > 0 && (
          <button type="button" class="button small" onClick={clear}>
            Forget all
          </button>
        )}
      </div>
      {shown.length === 0 ? (
        <p class="hint">Nothing was sent yet. This browser keeps the last 100 requests, without credentials and without responses.</p>
      ) : (
        <ol class="history-list">
          {shown.map((entry) => (
            <Entry key={`${entry.at}${entry.operation}`} entry={entry} isNamed={isAll} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** Without a name, the time leads to the request. */
function Entry({ entry, isNamed }: { entry: HistoryEntry; isNamed: boolean }): JSX.Element {
  const { service, kind, operation, at, input, server, status, milliseconds, valid } = entry;
  const request = encodeRequestLink({ input, server });
  const route: Route = { service, kind: kind as Route['kind'], id: operation, ...(request === undefined ? {} : { request }) };
  return (
    <li>
      <a href={hashOf(route)}>
        {isNamed ? (
          <>
            <code>{operation}</code> <span class="hint">{service}</span>
          </>
        ) : (
          <time>{new Date(at).toLocaleString()}</time>
        )}
      </a>
      <span>
        {status === undefined ? <Badge tone="bad">no response</Badge> : <Badge tone={status < 300 ? 'good' : 'warn'}>{status}</Badge>}{' '}
        {valid === false && <Badge tone="bad">not as declared</Badge>} <span class="fact">{server}</span>{' '}
        {milliseconds !== undefined && <span class="fact">{milliseconds} ms</span>}{' '}
        {isNamed && <time class="fact">{new Date(at).toLocaleTimeString()}</time>}
      </span>
    </li>
  );
}
