// The portal's search: one MiniSearch index over all services, from the data beside it; works from a file as well as from a server.
(() => {
  const input = document.getElementById('search');
  const list = document.getElementById('results');
  const services = document.getElementById('services');
  const { entries, names } = globalThis.octavoSearch;
  const index = new globalThis.MiniSearch({
    fields: ['title', 'path', 'fields', 'text'],
    searchOptions: {
      boost: { title: 4, path: 4, fields: 2 },
      prefix: true,
      combineWith: 'AND',
    },
    // `/apps/{app_id}/events` and `auth_key` are found by their parts, and `auth_key` as a whole too.
    tokenize: (text) => {
      const words = text.split(/[\s/{}.,;:()'"`?&=]+/).filter(Boolean);
      return words.flatMap((word) => [word, ...word.split(/[_-]|(?<=[a-z0-9])(?=[A-Z])/)]);
    },
  });

  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.textContent = text;
    return made;
  };

  const row = (entry) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = entry.url;
    const named = entry.kind === 'schema' || entry.kind === 'statement';
    link.append(
      element('b', named ? entry.kind : entry.method.toLowerCase(), named ? entry.kind : entry.method),
      element('strong', '', entry.title),
      element('code', '', entry.path),
      element('small', '', names[entry.service] ?? 'Statements'),
    );
    item.append(link);
    return item;
  };

  const show = () => {
    const query = input.value.trim();
    list.hidden = query === '';
    services.hidden = query !== '';
    if (query === '') return;
    const start = performance.now();
    // Misspelt words are guessed only where nothing has them as they are: guessing costs ten times as much.
    const exact = index.search(query);
    const found = (exact.length > 0 ? exact : index.search(query, { fuzzy: (term) => (term.length > 4 ? 0.2 : false) })).slice(0, 50);
    list.replaceChildren(
      ...(found.length === 0 ? [element('li', 'none', `Nothing found for “${query}”.`)] : found.map(({ id }) => row(entries[id]))),
    );
    list.dataset.milliseconds = String(performance.now() - start);
  };

  input.addEventListener('input', show);
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    } else if (event.key === 'Escape') {
      input.value = '';
      show();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const links = [...list.querySelectorAll('a')];
      if (links.length === 0) return;
      event.preventDefault();
      const at = links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
      (at < 0 ? input : (links[at] ?? links[0])).focus();
    } else if (event.key === 'Enter' && document.activeElement === input) {
      list.querySelector('a')?.click();
    }
  });
  // In pieces, so that the page takes input meanwhile; then what was typed so far is looked for, or what the browser kept over a reload.
  index.addAllAsync(entries, { chunkSize: 50 }).then(show);
})();
