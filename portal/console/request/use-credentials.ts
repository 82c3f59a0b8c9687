// The credentials of a document: those that its live service gives out, and those that the reader has chosen, which hold for the whole site while the
// tab is open.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { DevStatus } from '../../shared/site.ts';
import { initialCredentials, type Secured } from './credentials.ts';
import type { Credentials } from './exchange.ts';

const keyOf = (id: string): string => `octavo-credentials:${id}`;

/** Tells the other parts of a page that a credential was chosen. */
const CHOSEN = 'octavo-credentials';

/** Where the browser keeps nothing, a choice holds for the page. */
const chosen = new Map<string, Credentials>();

function read(id: string): Credentials {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') as Credentials | null) ?? chosen.get(id) ?? {};
  } catch {
    return chosen.get(id) ?? {};
  }
}

function keep(id: string, credentials: Credentials): void {
  chosen.set(id, credentials);
  try {
    // Not `localStorage`: other tabs and later visits do not get them.
    sessionStorage.setItem(keyOf(id), JSON.stringify(credentials));
  } catch {
    // The browser forbids storage.
  }
  dispatchEvent(new Event(CHOSEN));
}

/** @returns the credentials by the name of the scheme, and what chooses one */
export function useCredentials(
  document: Secured | undefined,
  status: DevStatus | undefined,
): readonly [credentials: Credentials, choose: (scheme: string, value: Credentials[string]) => void] {
  const id = document?.id ?? '';
  const [own, setOwn] = useState<Credentials>(() => read(id));
  useEffect(() => {
    const follow = (): void => setOwn(read(id));
    follow();
    addEventListener(CHOSEN, follow);
    return () => removeEventListener(CHOSEN, follow);
  }, [id]);
  // Services may start after the page, and then give out credentials; what the reader has chosen stays.
  const credentials = useMemo(
    () => (document === undefined ? {} : { ...initialCredentials(document, status), ...own }),
    [document, status, own],
  );
  return [credentials, (scheme, value) => keep(id, { ...read(id), [scheme]: value })];
}
