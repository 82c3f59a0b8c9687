// Where the site begins, seen from the page, and scripts that are loaded when they are needed.

/** `../` for each folder that holds the page; empty at the root. */
export function siteRoot(): string {
  return document.documentElement.dataset.root ?? '';
}

/** `name` is relative to the root of the site. As an element, because pages that are opened as files cannot import modules. */
export function loadScript(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = siteRoot() + name;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${name} could not be loaded.`)));
    document.head.append(script);
  });
}
