// Work that a button or a form begins: a second click while it is under way would do it twice.
import { useRef, useState } from 'preact/hooks';

/** @returns whether work is under way, and what begins it unless it is. Work that returns no promise is over at once. */
export function useOneAtATime(): readonly [isBusy: boolean, begin: (work: () => unknown) => void] {
  const [isBusy, setBusy] = useState(false);
  // The state changes only when the page is drawn again, and two clicks may come before that.
  const current = useRef(false);
  const begin = (work: () => unknown): void => {
    if (current.current) return;
    const done = work();
    if (!(done instanceof Promise)) return;
    const end = (): void => {
      current.current = false;
      setBusy(false);
    };
    current.current = true;
    setBusy(true);
    done.then(end, end);
  };
  return [isBusy, begin];
}
