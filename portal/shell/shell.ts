// Runs on every page: the theme switch, the menu of narrow windows, the search, and reloading under `octavo dev`.

import { loadScript } from '../shared/site-root.ts';
import { showBroken } from './broken.ts';
import { chooseTheme, chosenTheme, showTheme, type Theme } from './theme-choice.ts';

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

function currentTheme(): Theme {
  return chosenTheme() ?? (darkSystem.matches ? 'dark' : 'light');
}

function startThemeSwitch(button: HTMLButtonElement): void {
  const show = (): void => button.setAttribute('aria-pressed', String(currentTheme() === 'dark'));
  show();
  button.hidden = false;
  button.addEventListener('click', () => {
    chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark');
    show();
  });
  // Redocly's page asks the system once. Half of it would change in the evening, and half would not.
  darkSystem.addEventListener('change', () => {
    showTheme(currentTheme());
    show();
  });
}

function startMenu(button: HTMLButtonElement, menu: HTMLElement): void {
  const open = (isOpen: boolean): void => {
    button.setAttribute('aria-expanded', String(isOpen));
    menu.classList.toggle('open', isOpen);
  };
  button.hidden = false;
  open(false);
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    if (menu.contains(document.activeElement)) button.focus();
    open(false);
  });
  // The open menu covers the page, so it closes when the focus goes on.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Node && target !== button && !menu.contains(target)) open(false);
  });
}

/** Closes a list of the bar, such as that of references, when the reader clicks or moves the focus elsewhere. */
function startReferences(list: HTMLDetailsElement): void {
  const close = (event: Event): void => {
    if (event.target instanceof Node && !list.contains(event.target)) list.open = false;
  };
  document.addEventListener('click', close);
  document.addEventListener('focusin', close);
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !list.open) return;
    list.open = false;
    list.querySelector('summary')?.focus();
  });
}

/** Apps keep their place after `#`, so the link must not change the address. */
function startSkip(link: HTMLAnchorElement): void {
  link.addEventListener('click', (event) => {
    const target = document.querySelector<HTMLElement>('#content') ?? document.querySelector<HTMLElement>('#main');
    if (target === null) return;
    event.preventDefault();
    target.tabIndex = -1;
    target.focus();
  });
}

/** The search is loaded when the reader first opens it. */
function startSearch(button: HTMLButtonElement): void {
  const open = async (): Promise<void> => {
    if (globalThis.octavoOpenSearch === undefined) await loadScript('assets/search.js');
    globalThis.octavoOpenSearch?.();
  };
  button.hidden = false;
  button.addEventListener('click', () => void open());
  // The listener runs before those of Redocly's page.
  const onKey = (event: KeyboardEvent): void => {
    const hasControl = event.ctrlKey || event.metaKey;
    if (event.altKey || isTyping(event) || (hasControl ? event.key.toLowerCase() !== 'k' : event.key !== '/')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void open();
  };
  addEventListener('keydown', onKey, { capture: true });
  const state: unknown = history.state;
  if (
    typeof state === 'object' &&
    state !== null &&
    'octavoSearch' in state &&
    typeof state.octavoSearch === 'string' &&
    state.octavoSearch !== ''
  )
    void open();
}

/** Also in a shadow tree, such as the column of an operation, whose events seem to come from its element. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** An app keeps what the reader has typed, so only other pages reload. */
function followBuilds(): void {
  const events = new EventSource('/-/events');
  events.addEventListener('reload', () => {
    if (document.querySelector('#app') === null) location.reload();
  });
  events.addEventListener('status', () => void showBroken());
  void showBroken();
}

const skip = document.querySelector<HTMLAnchorElement>('.skip');
if (skip !== null) startSkip(skip);
const themeSwitch = document.querySelector<HTMLButtonElement>('#theme-switch');
if (themeSwitch !== null) startThemeSwitch(themeSwitch);
const searchButton = document.querySelector<HTMLButtonElement>('#search-button');
if (searchButton !== null) startSearch(searchButton);
if (document.documentElement.dataset.dev !== undefined) followBuilds();
const menuButton = document.querySelector<HTMLButtonElement>('#menu-button');
const menu = document.querySelector<HTMLElement>('#site-menu');
if (menuButton !== null && menu !== null) startMenu(menuButton, menu);
for (const list of document.querySelectorAll<HTMLDetailsElement>('.bar details')) startReferences(list);
