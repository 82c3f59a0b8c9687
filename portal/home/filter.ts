// The filter of the home page: shows the services and operations that have all of its words.

export function startFilter(): void {
  const input = document.querySelector<HTMLInputElement>('#filter');
  const said = document.querySelector<HTMLElement>('#filter-said');
  if (input === null || said === null || input.parentElement === null) return;
  input.parentElement.hidden = false;
  const groups = [...document.querySelectorAll<HTMLDetailsElement>('.service details')];
  const wereOpen = new Set(groups.filter(({ open }) => open));
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let operations = 0;
    let services = 0;
    for (const card of document.querySelectorAll<HTMLElement>('.service')) {
      const shown = filterCard(card, words);
      card.hidden = shown === 'none';
      if (shown === 'none') continue;
      services++;
      operations += shown;
    }
    for (const group of groups) group.open = words.length === 0 ? wereOpen.has(group) : group.closest('.tags') !== null;
    said.textContent = words.length === 0 ? '' : `${operations} operations in ${services} services`;
  });
}

/** Returns how many operations are shown, or `none` where neither they nor the service have the words. */
function filterCard(card: HTMLElement, words: readonly string[]): number | 'none' {
  const title = (card.querySelector('h3')?.textContent ?? '').toLowerCase();
  const ofService = words.filter((word) => !title.includes(word));
  let shown = 0;
  for (const group of card.querySelectorAll<HTMLElement>('.tags > *')) {
    const tag = (group.querySelector('summary')?.textContent ?? '').toLowerCase();
    let inGroup = 0;
    for (const row of group.querySelectorAll('li')) {
      const text = `${tag} ${(row.textContent ?? '').toLowerCase()}`;
      row.hidden = !ofService.every((word) => text.includes(word));
      if (!row.hidden) inGroup++;
    }
    group.hidden = inGroup === 0;
    shown += inGroup;
  }
  return shown === 0 && ofService.length > 0 ? 'none' : shown;
}
