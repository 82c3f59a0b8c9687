// Loads what a view shows, again on demand and at intervals.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { messageOf } from './control.ts';

export interface Loaded<T> {
  /** The last value that was loaded; it stays while the next is on its way, and after a failure. */
  readonly value: T | undefined;
  /** Why the last attempt failed. */
  readonly error: string | undefined;
  readonly reload: () => void;
}

/**
 * @param inputs what `load` depends on: it is loaded again when one of them changes
 * @param every milliseconds after which it is loaded again, while the page is visible
 */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[], every?: number): Loaded<T> {
  const [state, setState] = useState<{ readonly value?: T; readonly error?: string }>({});
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setState({ value }),
      (error: unknown) => isCurrent && setState((last) => ({ ...last, error: messageOf(error) })),
    );
    return () => {
      isCurrent = false;
    };
  }, [...inputs, turn]);
  useEffect(() => {
    if (every === undefined) return undefined;
    const timer = setInterval(() => document.hidden || reload(), every);
    return () => clearInterval(timer);
  }, [every, reload]);
  return { value: state.value, error: state.error, reload };
}
