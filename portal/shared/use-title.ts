// The title of the tab, which says what a page that draws itself shows now: browsers list it, and bookmarks keep it.
import { useEffect } from 'preact/hooks';

/** What the page began with, such as `Console · Our services`: what follows the first sign is the name of the site. */
const SIGN = ' · ';
const [, ...SITE] = document.title.split(SIGN);

/** @param parts the narrowest one first */
export function useTitle(parts: readonly string[]): void {
  const title = [...parts, ...SITE].join(SIGN);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
