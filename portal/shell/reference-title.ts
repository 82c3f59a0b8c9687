// The title of the tab says which operation of the reference is shown: Redocly's page keeps the title that it begins with.
import { decoded } from '../shared/decoded.ts';

/** The parts that every title of the page ends with: the document, and the site. */
const ENDING = document.title;

export function titlePage(page: Element): void {
  // `#/users/getuser`, and behind it `#` and a part of the operation.
  const [, section = ''] = location.hash.split('#').map(decoded);
  const heading = page.querySelector(`[data-section-id="${CSS.escape(section)}"][data-item-kind="httpItem"] h2`);
  // Without the anchor and the badges, which are elements.
  const name = [...(heading?.childNodes ?? [])]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent ?? '')
    .join('')
    .trim();
  const title = name === '' ? ENDING : `${name} · ${ENDING}`;
  if (document.title !== title) document.title = title;
}
