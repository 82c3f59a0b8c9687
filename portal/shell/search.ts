// The search over all documents, in a dialog: loaded when the reader first opens it. Works from files and from a server.
import type { SearchData } from '../../generator/docs/search/search-data.ts';
import { element } from '../shared/element.ts';
import { loadScript, siteRoot } from '../shared/site-root.ts';
import { createFinder, type Found } from './find.ts';

/** Results to show before the reader asks for all. */
const SHOWN = 50;

const input = element('input', {
  // The type is not `search`: such a field is emptied by the first Escape, so that only the second one closes the dialog.
  type: 'text',
  enterkeyhint: 'search',
  placeholder: 'Operations, fields, schemas, guides, errors',
  autocomplete: 'off',
  'aria-label': 'Search',
  'aria-controls': 'search-results',
});
const list = element('ol', { id: 'search-results', class: 'results' });
const said = element('p', { class: 'hint', role: 'status' });
const dialog = element('dialog', { class: 'search-dialog', 'aria-label': 'Search' }, [
  element('form', { method: 'dialog', class: 'search-head' }, [input, element('button', { class: 'button quiet', value: '' }, ['Close'])]),
  said,
  list,
]);
input.spellcheck = false;

let find: ((query: string) => readonly Found[]) | undefined;
let data: SearchData | undefined;
let showAll = false;

function show(): void {
  const query = input.value.trim();
  remember(query);
  if (query === '' || find === undefined || data === undefined) {
    list.replaceChildren();
    said.textContent = data === undefined ? 'Loading…' : 'Words in any order; a path, a field, a schema, an error or a statement number.';
    return;
  }
  const start = performance.now();
  const found = find(query);
  const visible = showAll ? found : found.slice(0, SHOWN);
  list.replaceChildren(...visible.map(row));
  said.replaceChildren(summary(query, found, visible.length));
  list.dataset.milliseconds = String(performance.now() - start);
}

function summary(query: string, found: readonly Found[], visible: number): Node {
  if (found.length === 0) return document.createTextNode(`No results for “${query}”.`);
  const isPartial = found.some(({ isPartial }) => isPartial);
  const lead = isPartial ? 'No result has all of these words. ' : '';
  if (found.length === visible) return document.createTextNode(`${lead}${found.length === 1 ? '1 result' : `${found.length} results`}.`);
  const all = element('button', { type: 'button', class: 'link' }, ['Show all']);
  all.addEventListener('click', () => {
    showAll = true;
    show();
  });
  return element('span', {}, [`${lead}The first ${visible} of ${found.length} results. `, all]);
}

function row({ entry, field }: Found): Node {
  const { kind, method, title, path, service, url } = entry;
  const named = method === '';
  const sign = named
    ? element('span', { class: 'badge' }, [field === undefined ? kind : 'field'])
    : element('span', { class: `method ${method.toLowerCase()}` }, [method]);
  const link = element('a', { href: siteRoot() + (field === undefined ? url : `${url}#${encodeURIComponent(field)}`) }, [
    sign,
    element('strong', {}, [field === undefined ? title : `${title}.${field}`]),
    element(named ? 'span' : 'code', { class: 'place' }, [path]),
    element('small', {}, [data?.services[service]?.title ?? 'Statements']),
  ]);
  return element('li', {}, [link]);
}

/** The query is kept in the history, so that it is there again when the reader comes back from a result. */
function remember(query: string): void {
  const state: unknown = history.state;
  history.replaceState({ ...(typeof state === 'object' ? state : {}), octavoSearch: dialog.open ? query : undefined }, '');
}

function open(): void {
  if (!dialog.open) {
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
  }
  const state: unknown = history.state;
  if (typeof state === 'object' && state !== null && 'octavoSearch' in state && typeof state.octavoSearch === 'string')
    input.value = state.octavoSearch;
  input.select();
  show();
  void load();
}

async function load(): Promise<void> {
  if (data !== undefined) return;
  try {
    await loadScript('assets/search-data.js');
  } catch {
    said.textContent = 'The search could not be loaded. Close it and open it again to try once more.';
    return;
  }
  const loaded = globalThis.octavoSearch;
  if (loaded === undefined) return;
  const finder = await createFinder(loaded);
  data = loaded;
  find = finder;
  show();
}

function move(event: KeyboardEvent): void {
  const links = [...list.querySelectorAll('a')];
  if (links.length === 0) return;
  event.preventDefault();
  const at = links.indexOf(document.activeElement as HTMLAnchorElement) + (event.key === 'ArrowDown' ? 1 : -1);
  (at < 0 ? input : (links[at] ?? links[0]))?.focus();
}

input.addEventListener('input', () => {
  showAll = false;
  show();
});
dialog.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event);
  else if (event.key === 'Enter' && document.activeElement === input) {
    event.preventDefault();
    list.querySelector('a')?.click();
  }
});
dialog.addEventListener('close', () => remember(''));
// A click beside the dialog hits the dialog itself, whose children fill it.
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});
// A result on the same page only changes the fragment.
list.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link !== null && link.pathname === location.pathname) dialog.close();
});

globalThis.octavoOpenSearch = open;

declare global {
  /** Set by `search-data.js`. */
  var octavoSearch: SearchData | undefined;
  /** Set by this script. */
  var octavoOpenSearch: (() => void) | undefined;
}
