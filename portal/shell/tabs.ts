// Makes tabs of the parts of a choice, which stand below each other without scripts. An address that leads into a part opens it.
import { decoded } from '../shared/decoded.ts';

interface Part {
  readonly tab: HTMLButtonElement;
  readonly panel: HTMLElement;
}

let count = 0;

function makeTabs(choice: HTMLElement): void {
  const list = document.createElement('div');
  list.className = 'tabs';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', choice.dataset.tabs ?? '');
  const parts = [...choice.querySelectorAll<HTMLElement>(':scope > [data-tab]')].map((panel): Part => {
    const id = `choice-${count++}`;
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `${id}-tab`;
    tab.textContent = panel.dataset.tab ?? '';
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', id);
    panel.id = id;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    return { tab, panel };
  });
  const select = (index: number): void => {
    for (const [at, { tab, panel }] of parts.entries()) {
      panel.hidden = at !== index;
      tab.setAttribute('aria-selected', String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
    }
  };
  for (const [index, { tab }] of parts.entries()) tab.addEventListener('click', () => select(index));
  list.addEventListener('keydown', (event) => {
    const at = parts.findIndex(({ tab }) => tab === event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (at === -1 || to === undefined) return;
    event.preventDefault();
    const next = (to + parts.length) % parts.length;
    select(next);
    parts[next]?.tab.focus();
  });
  choice.addEventListener('reveal', ({ target }) => {
    const index = parts.findIndex(({ panel }) => target instanceof Node && panel.contains(target));
    if (index !== -1) select(index);
  });
  list.append(...parts.map(({ tab }) => tab));
  parts[0]?.panel.before(list);
  select(0);
}

/** Opens what holds the target of the address. */
function reveal(): void {
  const target = document.getElementById(decoded(location.hash.slice(1)));
  if (target === null) return;
  target.dispatchEvent(new Event('reveal', { bubbles: true }));
  target.scrollIntoView();
}

for (const choice of document.querySelectorAll<HTMLElement>('[data-tabs]')) makeTabs(choice);
addEventListener('hashchange', reveal);
reveal();
