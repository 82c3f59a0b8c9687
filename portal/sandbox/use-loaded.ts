// Loads what a view shows, again on demand and at intervals.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from './control.ts';

export interface Loaded<T> {
  /** The last value that was loaded; it stays while the next is on its way, and after a failure to load it again. */
  readonly value: T | undefined;
  /** Why the last attempt failed. */
  readonly error: string | undefined;
  /** The value belongs to the inputs of now, and not to those before. */
  readonly isCurrent: boolean;
  readonly reload: () => void;
}

interface State<T> {
  readonly value?: T;
  /** The inputs for which the value was loaded. */
  readonly inputs?: readonly unknown[];
  readonly error?: string;
}

/**
 * @param load absent while it is not known what to load
 * @param inputs what `load` depends on: it is loaded again when one of them changes
 * @param every milliseconds after which it is loaded again, while the page is visible
 */
export function useLoaded<T>(load: (() => Promise<T>) | undefined, inputs: readonly unknown[], every?: number): Loaded<T> {
  const [state, setState] = useState<State<T>>({});
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  const isLoading = useRef(false);
  useEffect(() => {
    if (load === undefined) return undefined;
    let isCurrent = true;
    const keep = (change: (last: State<T>) => State<T>): void => {
      if (!isCurrent) return;
      isLoading.current = false;
      setState(change);
    };
    isLoading.current = true;
    load().then(
      (value) => keep(() => ({ value, inputs })),
      // A value of other inputs would look as if it were of these.
      (error: unknown) => keep((last) => ({ ...(isSame(last.inputs, inputs) ? last : {}), error: messageOf(error) })),
    );
    return () => {
      isCurrent = false;
      isLoading.current = false;
    };
  }, [...inputs, load === undefined, turn]);
  useEffect(() => {
    if (every === undefined || load === undefined) return undefined;
    // A look that takes longer than the interval is waited for: the next one would only take its place.
    const timer = setInterval(() => document.hidden || isLoading.current || reload(), every);
    return () => clearInterval(timer);
  }, [every, reload, load === undefined]);
  return { value: state.value, error: state.error, isCurrent: isSame(state.inputs, inputs), reload };
}

function isSame(one: readonly unknown[] | undefined, other: readonly unknown[]): boolean {
  return one?.every((input, index) => Object.is(input, other[index])) === true;
}
