// The values that the column sends: those of the example, until the reader gives others. The form is loaded when it is opened first.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ColumnData } from '../../generator/docs/console/data.ts';
import { draftKey, draftText } from '../console/request/draft-store.ts';
import { Button } from '../shared/components.tsx';
import { loadEngine, type Ready } from './load-engine.ts';
import type { Own } from './own.ts';

export interface ValuesProps {
  readonly data: ColumnData;
  readonly own: Own | undefined;
  readonly onOwn: (own: Own | undefined) => void;
  readonly onSend: () => void;
}

/** The operations whose values are open. Redocly puts the column elsewhere while it adds what stands above, and then the column begins anew. */
const opened = new Set<string>();

export function Values({ data, own, onOwn, onSend }: ValuesProps): JSX.Element {
  const { document, operation } = data;
  // What was typed before the page was loaded again is shown, since Send sends it.
  const key = draftKey('column', document.id, { kind: 'operation', id: operation.id });
  const [isOpen, setOpen] = useState(() => opened.has(key) || draftText(key) !== undefined);
  const open = (now: boolean): void => {
    if (now) opened.add(key);
    else opened.delete(key);
    setOpen(now);
  };
  const [ready, setReady] = useState<Ready>();
  const [error, say] = useState<string>();
  const load = (): void => {
    say(undefined);
    loadEngine(data).then(setReady, (reason: unknown) => say(reason instanceof Error ? reason.message : String(reason)));
  };
  useEffect(() => {
    if (isOpen && ready === undefined) load();
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSend();
  };
  return (
    <details class="who values" open={isOpen} onToggle={({ currentTarget }) => open(currentTarget.open)} onKeyDown={onKeyDown}>
      <summary>
        Values: {own === undefined ? 'those of the example' : 'your own'}
        {own !== undefined && own.faults > 0 && <span class="fault">, {own.faults === 1 ? '1 fault' : `${own.faults} faults`}</span>}
      </summary>
      {ready !== undefined && <ready.engine.ValuesForm loaded={ready.loaded} operation={ready.operation} onOwn={onOwn} />}
      {ready === undefined && error === undefined && <p class="hint">Loading the form…</p>}
      {error !== undefined && (
        <p class="notice bad" role="alert">
          {error} <Button onClick={load}>Try again</Button>
        </p>
      )}
    </details>
  );
}
