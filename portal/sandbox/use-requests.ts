// The log of the sandbox, followed as it grows. When its stream ends, it is opened again, until the sandbox answers.
import { useEffect, useState } from 'preact/hooks';
import type { LoggedRequest } from '../../services/generated/control/index.ts';
import { bodyOf, type ControlClient, messageOf } from './control.ts';

/** Requests that are kept. */
const MOST = 200;
/** Milliseconds before the next attempt to connect. */
const PAUSE = 1000;

export interface FollowedRequests {
  /** The newest first; `undefined` until the log was read. */
  readonly requests: readonly LoggedRequest[] | undefined;
  /** Whether requests appear as they come. */
  readonly isLive: boolean;
  /** Why the last attempt to connect failed. */
  readonly error: string | undefined;
  /** Empties the list, after the log of the sandbox was cleared. */
  readonly forget: () => void;
}

export function useRequests(control: ControlClient): FollowedRequests {
  const [requests, setRequests] = useState<readonly LoggedRequest[]>();
  const [isLive, setLive] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => {
    const ended = new AbortController();
    const follow = async (signal: AbortSignal): Promise<void> => {
      const events = bodyOf(await control.followRequests({}, { signal }), 200);
      // Read after the stream is open, so that no request is in neither; those in both are the same.
      const { requests: log } = bodyOf(await control.listRequests({ query: { limit: MOST } }, { signal }), 200);
      setRequests(log);
      setError(undefined);
      setLive(true);
      for await (const { data } of events) setRequests((last = []) => [data, ...last.filter(({ id }) => id !== data.id)].slice(0, MOST));
    };
    const stay = async (): Promise<void> => {
      while (!ended.signal.aborted) {
        // Each attempt has an end of its own, so that no stream stays open when its log cannot be read.
        const attempt = new AbortController();
        const reason = await follow(AbortSignal.any([ended.signal, attempt.signal])).then(
          () => undefined,
          (failure: unknown) => messageOf(failure),
        );
        attempt.abort();
        if (ended.signal.aborted) return;
        setLive(false);
        setError(reason);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    };
    void stay();
    return () => ended.abort();
  }, [control]);
  return { requests, isLive, error, forget: () => setRequests([]) };
}
