// Runs inside the page for missing addresses. A host sends that page for addresses at any depth, so its relative links may begin at the wrong folder:
// this finds the folder of the site, corrects the links, and loads the styles and scripts from there.

/** The innermost folder above this address that has the data of a site. */
async function findRoot(): Promise<string | undefined> {
  const names = location.pathname.split('/').slice(0, -1);
  while (names.length > 0) {
    const folder = `${names.join('/')}/`;
    const answer = await fetch(`${folder}data/site.json`, { method: 'HEAD' }).catch(() => undefined);
    // Some hosts send a page with status 200 for missing files too.
    if (answer?.ok === true && answer.headers.get('content-type')?.includes('json') === true) return folder;
    names.pop();
  }
  return undefined;
}

/** Puts the folder before each relative address of the page. A script does not run again where only its address changes, so it is replaced. */
function moveTo(root: string): void {
  document.documentElement.dataset.root = root;
  for (const link of document.querySelectorAll<HTMLAnchorElement | HTMLLinkElement>('a[href], link[rel="stylesheet"]')) {
    const href = link.getAttribute('href') ?? '';
    if (!href.startsWith('#')) link.setAttribute('href', root + href);
  }
  for (const old of document.querySelectorAll('script[src]')) {
    const script = document.createElement('script');
    script.src = root + old.getAttribute('src');
    // In order, as in the page.
    script.async = false;
    old.replaceWith(script);
  }
}

async function start(): Promise<void> {
  const root = await findRoot();
  if (root !== undefined && root !== new URL('.', location.href).pathname) moveTo(root);
}

void start();
