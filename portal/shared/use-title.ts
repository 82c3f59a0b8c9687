// The title of the tab, which says what a page that draws itself shows now: browsers list it, and bookmarks keep it.
import { useEffect } from 'preact/hooks';

/** Stands between the parts of a title: `Console · Our services`. The page begins with one part and the name of the site. */
const SIGN = ' · ';
const [, ...SITE] = document.title.split(SIGN);

/** @param parts the narrowest one first */
export function useTitle(parts: readonly string[]): void {
  const title = [...parts, ...SITE].join(SIGN);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
