// Says on every page under `octavo dev` which documents have errors: what the pages show of them is their last version without errors.
import { element } from '../shared/element.ts';

/** A document in the answer of `/-/status`. */
interface BrokenDocument {
  readonly id: string;
  readonly place: string;
  readonly message: string;
  readonly more: number;
}

const banner = element('div', { class: 'broken-documents', role: 'status' });

/** Reads the status, and shows or removes the banner below the navigation. */
export async function showBroken(): Promise<void> {
  let broken: readonly BrokenDocument[];
  try {
    ({ broken = [] } = (await (await fetch('/-/status')).json()) as { broken?: readonly BrokenDocument[] });
  } catch {
    // The dev server has ended: what is shown stays.
    return;
  }
  if (!banner.isConnected) document.querySelector('.bar')?.after(banner);
  banner.replaceChildren(...broken.map(line));
}

function line({ id, place, message, more }: BrokenDocument): HTMLElement {
  const isShown = document.querySelector(`#site-menu a[href$="${CSS.escape(id)}/index.html"]`) !== null;
  const others = more === 0 ? '' : ` (and ${more} more)`;
  const shown = isShown ? `The pages of ${id} show its last version without errors.` : `${id} is left out until this is corrected.`;
  return element('p', {}, [element('code', {}, [place]), ` ${message}${others} ${shown}`]);
}
