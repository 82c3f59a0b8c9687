// Adds what Redocly's page lacks: the column of each operation, the title of the tab, and what assistive technology and the keyboard need. Redocly's
// script draws the page anew as its reader moves, so each change of the page is repaired.
import { addColumns } from './columns.ts';
import { titlePage } from './reference-title.ts';

/** The list of operations is a landmark, so that readers can jump to it and past it. */
function nameMenu(page: Element): void {
  const menu = page.querySelector('.menu-content:not([role])');
  menu?.setAttribute('role', 'navigation');
  menu?.setAttribute('aria-label', 'Operations');
}

/** Redocly begins with the second level and leaves out levels. Here the first is 1, and each further level is one below the one that holds it. */
function levelHeadings(page: Element): void {
  const above: number[] = [];
  for (const heading of page.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Number(heading.tagName.slice(1));
    while (above.length > 0 && (above.at(-1) ?? 0) >= level) above.pop();
    above.push(level);
    const shown = String(above.length);
    if (heading.getAttribute('aria-level') !== shown) heading.setAttribute('aria-level', shown);
  }
}

/** A button that shows its choice must have that text in its name, or people who speak to their computer cannot press it. */
function nameButtons(page: Element): void {
  for (const button of page.querySelectorAll('button[aria-label]')) {
    const label = button.getAttribute('aria-label') ?? '';
    const text = (button.textContent ?? '').trim();
    if (text === '' || label.includes(text)) continue;
    button.removeAttribute('aria-label');
    button.setAttribute('aria-description', label);
  }
}

/** The switch between panels side by side and below each other has no role, no name, and cannot have the focus. */
function nameLayoutSwitch(page: Element): void {
  const icon = page.querySelector('[data-component-name="icons/HorizontalViewIcon/HorizontalViewIcon"]');
  const button = icon?.closest('[data-component-name="Tooltip/Tooltip"]')?.parentElement;
  if (button === null || button === undefined || button.getAttribute('role') === 'button') return;
  button.setAttribute('role', 'button');
  button.setAttribute('aria-label', 'Samples beside or below');
  button.tabIndex = 0;
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    button.click();
  });
}

function repair(page: Element): void {
  for (const mend of [nameMenu, levelHeadings, nameButtons, nameLayoutSwitch, addColumns, titlePage]) mend(page);
}

// Setting an attribute to the value that it has would be a change too, and so have no end: each repair leaves what is right alone.
const page = document.querySelector('#redoc');
if (page !== null) {
  repair(page);
  new MutationObserver(() => repair(page)).observe(page, {
    subtree: true,
    childList: true,
    characterData: true,
    // Redocly marks the operation of the menu that is shown.
    attributeFilter: ['aria-label', 'data-active'],
  });
}
