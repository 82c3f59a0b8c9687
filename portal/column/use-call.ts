// Sends a request of an operation, with what the console sends requests by. That is loaded with the first request.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ColumnData } from '../../generator/docs/console/data.ts';
import type { Credentials } from '../console/request/exchange.ts';
import type { Run } from '../console/request/run.ts';
import type { ServerChoice } from '../console/request/servers.ts';
import { isDev } from '../shared/site.ts';
import { type Engine, loadEngine } from './load-engine.ts';
import type { Own } from './own.ts';

export interface Call {
  /** The last request, and its response so far. */
  readonly run: Run | undefined;
  /** The server that the last request went to. */
  readonly to: ServerChoice | undefined;
  /** What shows the response: it is loaded with the first request. */
  readonly engine: Engine | undefined;
  readonly isWaiting: boolean;
  /** @param confirmed the origin outside this machine that the reader has confirmed */
  send(server: ServerChoice, credentials: Credentials, confirmed?: string): Promise<void>;
  stop(): void;
}

/** @param own the values of the reader; without them, those of the example are sent */
export function useCall(data: ColumnData, own: Own | undefined): Call {
  const [state, set] = useState<Pick<Call, 'run' | 'to' | 'engine'>>({ run: undefined, to: undefined, engine: undefined });
  const controller = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const send: Call['send'] = async (server, credentials, confirmed) => {
    if (controller.current !== undefined) return;
    const stopper = new AbortController();
    controller.current = stopper;
    const at = Date.now();
    set((last) => ({ ...last, to: server, run: { phase: 'sending', size: 0, body: [], items: [], count: 0 } }));
    try {
      const { engine, loaded, operation } = await loadEngine(data);
      const input = own?.input ?? engine.exampleInput(operation, loaded.document);
      const { answer, verdict, milliseconds } = await engine.run({
        contract: loaded.contract,
        operation,
        input,
        target: { baseUrl: server.url, credentials },
        onChange: (run) => set({ run, to: server, engine }),
        signal: stopper.signal,
        byServer: isDev,
        ...(confirmed === undefined ? {} : { confirmed }),
      });
      engine.addToHistory(localStorage, {
        service: data.document.id,
        kind: 'operation',
        operation: operation.id,
        at,
        server: server.id,
        input,
        ...(answer === undefined ? {} : { status: answer.status }),
        ...(milliseconds === undefined ? {} : { milliseconds }),
        ...(verdict === undefined ? {} : { valid: verdict.kind === 'valid' }),
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      set((last) => ({ ...last, run: { phase: 'failed', size: 0, body: [], items: [], count: 0, error: { code: 'not-sent', message } } }));
    } finally {
      controller.current = undefined;
    }
  };
  return { ...state, isWaiting: state.run?.phase === 'sending', send, stop: () => controller.current?.abort() };
}
