// Where the site begins, seen from the page, and scripts that are loaded when they are needed.

/** `../` for each folder that holds the page; empty at the root. */
export function siteRoot(): string {
  return document.documentElement.dataset.root ?? '';
}

const loading = new Map<string, Promise<void>>();

/**
 * Loads a script once, however often it is asked for: one that ran twice would do all that it does twice. A failure is not kept.
 *
 * @param name relative to the root of the site
 */
export function loadScript(name: string): Promise<void> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const loaded = appendScript(name);
  loading.set(name, loaded);
  loaded.catch(() => loading.delete(name));
  return loaded;
}

/** Appends an element for the script, because pages that are opened as files cannot import modules. */
function appendScript(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = siteRoot() + name;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${name} could not be loaded.`)));
    document.head.append(script);
  });
}
