// The part of the address after `#`, which chooses what an app shows.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** `location.hash`, followed as it changes. `onChange` is called for each later change. */
export function useHash(onChange?: () => void): string {
  const [hash, setHash] = useState(() => location.hash);
  // The listener stands before the browser does anything else: one of `useEffect` comes after the next paint, and misses a change before that.
  useLayoutEffect(() => {
    const follow = (): void => {
      setHash(location.hash);
      onChange?.();
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return hash;
}

/**
 * Moves the focus to the heading of the view when `view` changes, so that a screen reader says it and the next Tab goes on in the view and not in the
 * list that led there. The heading may appear later, with what it is about; a reader who has moved on by then keeps the focus.
 */
export function useHeadingFocus(view: string): void {
  const last = useRef(view);
  // Before the next paint, so that a key that is pressed when the heading is seen goes on from it.
  useLayoutEffect(() => {
    if (view === last.current) return;
    last.current = view;
    const from = document.activeElement;
    const content = document.querySelector('#content');
    const look = (): boolean => {
      const heading = content?.querySelector<HTMLElement>('h1');
      if (heading === null || heading === undefined) return false;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      return true;
    };
    if (content === null || look()) return;
    const observer = new MutationObserver(() => {
      const isElsewhere = document.activeElement !== from && document.activeElement !== document.body;
      if (isElsewhere || look()) observer.disconnect();
    });
    observer.observe(content, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [view]);
}
