// Loads what a view shows, again on demand and at intervals.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { messageOf } from './control.ts';

export interface Loaded<T> {
  /** The last value that was loaded; it stays while the next is on its way, and after a failure. */
  readonly value: T | undefined;
  /** Why the last attempt failed. */
  readonly error: string | undefined;
  /** The value belongs to the inputs of now, and not to those before. */
  readonly isCurrent: boolean;
  readonly reload: () => void;
}

/**
 * @param inputs what `load` depends on: it is loaded again when one of them changes
 * @param every milliseconds after which it is loaded again, while the page is visible
 */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[], every?: number): Loaded<T> {
  const [state, setState] = useState<{ readonly value?: T; readonly inputs?: readonly unknown[]; readonly error?: string }>({});
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setState({ value, inputs }),
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
  const isCurrent = state.inputs?.every((input, index) => Object.is(input, inputs[index])) === true;
  return { value: state.value, error: state.error, isCurrent, reload };
}
