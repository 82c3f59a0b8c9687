// Parts that several views of the sandbox share.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../shared/components.tsx';
import { toast } from '../shared/toast.ts';
import { messageOf } from './control.ts';
import type { Loaded } from './use-loaded.ts';

/** The heading of a view, what it is for, and its buttons. */
export function ViewHead({ title, about, children }: { title: string; about: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="view-head">
      <div>
        <h1>{title}</h1>
        <p>{about}</p>
      </div>
      <div class="view-tools">{children}</div>
    </div>
  );
}

/** Shows what was loaded, or why that failed. While a new choice is loading, the content of the last one is dimmed. */
export function Shown<T>({
  of: { value, error, isCurrent },
  children,
}: {
  of: Omit<Loaded<T>, 'reload'>;
  children: (value: T) => ComponentChildren;
}): JSX.Element {
  return (
    <>
      {error !== undefined && (
        <p class="notice bad" role="alert">
          {error}
        </p>
      )}
      {value === undefined ? (
        error === undefined && <p class="hint">Loading…</p>
      ) : (
        <div class="loaded" aria-busy={!isCurrent}>
          {children(value)}
        </div>
      )}
    </>
  );
}

export function Empty({ children }: { children: ComponentChildren }): JSX.Element {
  return <p class="empty">{children}</p>;
}

/** A list whose rows are buttons: each shows and hides its details below it. One row is open at the most. */
export function Log<Item extends { readonly id: string }>({
  items,
  row,
  details,
}: {
  items: readonly Item[];
  row: (item: Item) => ComponentChildren;
  details: (item: Item) => ComponentChildren;
}): JSX.Element {
  const [open, setOpen] = useState('');
  return (
    <ol class="log">
      {items.map((item) => (
        <li key={item.id}>
          <button type="button" class="log-row" aria-expanded={open === item.id} onClick={() => setOpen(open === item.id ? '' : item.id)}>
            {row(item)}
          </button>
          {open === item.id && details(item)}
        </li>
      ))}
    </ol>
  );
}

/** A list to choose from, with its label. */
export function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  /** Pairs of a value and its text. */
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}): JSX.Element {
  return (
    <Field label={label}>
      {(control) => (
        <select class="input" {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Which service a list is about; `''`: all of them. */
export function ServiceChoice({
  services,
  ...rest
}: {
  services: readonly { readonly id: string; readonly title: string }[];
  value: string;
  onChange: (value: string) => void;
}): JSX.Element {
  return <Choice label="Service" {...rest} options={[['', 'All services'], ...services.map(({ id, title }) => [id, title] as const)]} />;
}

export function HeaderLines({ headers }: { headers: Readonly<Record<string, string>> }): JSX.Element {
  return (
    <ul class="headers">
      {Object.entries(headers).map(([name, value]) => (
        <li key={name}>
          <b>{name}</b>: {value}
        </li>
      ))}
    </ul>
  );
}

/** Does something, and says at the corner of the page what came of it. */
export async function attempt(done: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    toast(done);
    return true;
  } catch (error) {
    toast(messageOf(error));
    return false;
  }
}

/** The title of a service above what belongs to it. */
export function ServiceTitle({
  name,
  services,
}: {
  name: string;
  services: readonly { readonly id: string; readonly title: string }[];
}): JSX.Element {
  return <h2>{services.find(({ id }) => id === name)?.title ?? name}</h2>;
}

/** `Mint access token` for `mint-access-token`. */
export function inWords(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** `2026-11-10 09:30:00`, in UTC, as the documents' dates are. */
export function timeText(moment: string): string {
  return moment.slice(0, 19).replace('T', ' ');
}

/** `in 2 days`, `5 minutes ago`. */
export function distanceText(from: number, to: number): string {
  const seconds = Math.round((to - from) / 1000);
  const [unit, length] = UNITS.find(([, most]) => Math.abs(seconds) >= most) ?? (['second', 1] as const);
  return WORDS.format(Math.round(seconds / length), unit);
}

const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** JSON text in lines; any other text as it is. */
export function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
