// The search of the portal: a MiniSearch index over all services, built from search-data.js. Works from a file and from a server.
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
    // Paths and names are found by their parts, and names as a whole too: `auth_key` by `auth`, `key` and `auth_key`.
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
    // A fuzzy search takes ten times as long, so it runs only if the exact one finds nothing.
    const exact = index.search(query);
    const found = (exact.length > 0 ? exact : index.search(query, { fuzzy: (term) => (term.length > 4 ? 0.2 : false) })).slice(0, 50);
    list.replaceChildren(
      ...(found.length === 0 ? [element('li', 'none', `No results for “${query}”.`)] : found.map(({ id }) => row(entries[id]))),
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
  // The index is built in chunks, so that the page stays responsive. Then the text that is in the field already is searched.
  index.addAllAsync(entries, { chunkSize: 50 }).then(show);
})();
