// The list of all operations, by service and tag, with a filter.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Method } from '../shared/components.tsx';
import type { SiteData, SiteOperation, SiteService } from '../shared/site.ts';
import { hashOf, type Route } from './route.ts';

export function Sidebar({ site, route }: { site: SiteData; route: Route | undefined }): JSX.Element {
  const [filter, setFilter] = useState('');
  const [isOpen, open] = useState(false);
  useEffect(() => open(false), [route]);
  const words = useMemo(() => filter.toLowerCase().split(/\s+/).filter(Boolean), [filter]);
  return (
    <nav class={`sidebar ${isOpen ? 'open' : ''}`} aria-label="Operations">
      <button type="button" class="button sidebar-toggle" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        Operations
      </button>
      <div class="sidebar-content">
        <input
          class="input"
          type="search"
          aria-label="Filter operations"
          placeholder="Filter operations"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        {site.services.map((service) => (
          <ServiceList key={service.id} service={service} words={words} isOnly={site.services.length === 1} route={route} />
        ))}
      </div>
    </nav>
  );
}

function ServiceList({
  service,
  words,
  isOnly,
  route,
}: {
  service: SiteService;
  /** The only one is open from the start: there is nothing to choose first. */
  isOnly: boolean;
  words: readonly string[];
  route: Route | undefined;
}): JSX.Element | null {
  const isCurrent = route?.service === service.id;
  const [isOpen, open] = useState(isCurrent || isOnly);
  useEffect(() => {
    if (isCurrent) open(true);
  }, [isCurrent]);
  const groups = useMemo(
    () =>
      service.groups
        .map(({ tag, operations }) => ({
          tag,
          operations: operations.filter((operation) => isFound(operation, `${service.title} ${tag}`, words)),
        }))
        .filter(({ operations }) => operations.length > 0),
    [service, words],
  );
  const sockets = service.sockets.filter(({ key, summary }) =>
    words.every((word) => `${key} ${summary} socket ${service.title}`.toLowerCase().includes(word)),
  );
  if (groups.length + sockets.length === 0) return null;
  return (
    <details
      class="service"
      open={isOpen || words.length > 0}
      onToggle={({ currentTarget }) => words.length === 0 && open(currentTarget.open)}
    >
      <summary>{service.title}</summary>
      {(isOpen || words.length > 0) &&
        groups.map(({ tag, operations }) => (
          <section key={tag}>
            {tag !== '' && <p class="tag">{tag}</p>}
            <ul>
              {operations.map((operation) => (
                <OperationLink key={operation.kind + operation.id} service={service.id} operation={operation} route={route} />
              ))}
            </ul>
          </section>
        ))}
      {(isOpen || words.length > 0) && sockets.length > 0 && (
        <section>
          <p class="tag">Sockets</p>
          <ul>
            {sockets.map(({ key, summary }) => (
              <li key={key}>
                <a
                  href={hashOf({ service: service.id, kind: 'socket', id: key })}
                  aria-current={isCurrent && route.kind === 'socket' && route.id === key ? 'page' : undefined}
                >
                  <Method name="ws" /> <span>{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </details>
  );
}

function isFound({ id, method, path, summary }: SiteOperation, around: string, words: readonly string[]): boolean {
  const text = `${id} ${method} ${path} ${summary} ${around}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function OperationLink({
  service,
  operation,
  route,
}: {
  service: string;
  operation: SiteOperation;
  route: Route | undefined;
}): JSX.Element {
  const { id, kind, method, summary, deprecated } = operation;
  const isCurrent = route?.service === service && route.kind === kind && route.id === id;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li>
      <a ref={link} href={hashOf({ service, kind, id })} aria-current={isCurrent ? 'page' : undefined} title={operation.path}>
        <Method name={kind === 'operation' ? method : 'hook'} /> <span class={deprecated ? 'gone' : undefined}>{summary}</span>
      </a>
    </li>
  );
}
