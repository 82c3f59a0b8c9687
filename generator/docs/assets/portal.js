// The search of the portal: a MiniSearch index over all services, built from search-data.js. Works from a file and from a server.
(() => {
  const input = document.getElementById('search');
  const list = document.getElementById('results');
  const services = document.getElementById('services');
  const { entries, services: documents } = globalThis.octavoSearch;
  const index = new globalThis.MiniSearch({
    fields: ['title', 'name', 'method', 'path', 'fields', 'text'],
    searchOptions: {
      boost: { title: 4, name: 4, path: 4, fields: 2 },
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
      element('small', '', documents[entry.service]?.title ?? 'Statements'),
    );
    item.append(link);
    return item;
  };

  // What a query may spell in full: an operation by its id, by method and path, or by path; with or without the path of the server.
  const spelled = new Map();
  for (const { id, service, name, method, path } of entries) {
    const paths = path.startsWith('/') ? [path, (documents[service]?.base ?? '') + path] : [];
    for (const text of new Set([name, ...paths, ...paths.map((one) => `${method} ${one}`)].map((one) => one.toLowerCase()))) {
      spelled.set(text, [...(spelled.get(text) ?? []), id]);
    }
  }

  // What the query spells in full comes first, operations before the rest; then what contains its words, in any order.
  const find = (query) => {
    const first = spelled.get(query.toLowerCase().replace(/\s+/g, ' ')) ?? [];
    const operations = first.filter((id) => entries[id].kind === 'operation');
    const exact = index.search(query);
    // A fuzzy search takes ten times as long, so it runs only if the exact one finds nothing.
    const isFuzzy = exact.length === 0 && first.length === 0;
    const found = isFuzzy ? index.search(query, { fuzzy: (term) => (term.length > 4 ? 0.2 : false) }) : exact;
    return [...new Set([...operations, ...first, ...found.map(({ id }) => id)])].slice(0, 50);
  };

  // The query is kept in the address, so that it is still there when the reader comes back from a result.
  const remember = (query) => {
    const hash = query === '' ? '' : `#q=${encodeURIComponent(query)}`;
    if (hash !== location.hash && (query !== '' || location.hash.startsWith('#q='))) history.replaceState(null, '', hash || '#');
  };

  const recall = () => {
    if (!location.hash.startsWith('#q=')) return;
    try {
      input.value = decodeURIComponent(location.hash.slice('#q='.length));
    } catch {
      // The address was edited by hand.
    }
  };

  const show = () => {
    const query = input.value.trim();
    remember(query);
    list.hidden = query === '';
    services.hidden = query !== '';
    if (query === '') return;
    const start = performance.now();
    const found = find(query);
    list.replaceChildren(
      ...(found.length === 0 ? [element('li', 'none', `No results for “${query}”.`)] : found.map((id) => row(entries[id]))),
    );
    list.dataset.milliseconds = String(performance.now() - start);
  };

  recall();
  addEventListener('hashchange', () => {
    recall();
    show();
  });
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
