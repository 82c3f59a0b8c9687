// Components that the apps share. Their classes are in components.css, code.css and notes.css.
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type CodeLanguage, Colored } from './code-colors.tsx';
import { copyText } from './copy.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}

export function Method({ name }: { name: string }): JSX.Element {
  return <span class={`method ${name.toLowerCase()}`}>{name}</span>;
}

export interface ButtonProps {
  readonly look?: 'primary' | 'quiet' | 'danger';
  /** Until the promise that it returns is settled, the button takes no other click. */
  readonly onClick: () => unknown;
  readonly disabled?: boolean;
  /** The text for screen readers, where the content is a sign only. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

export function Button({ look, onClick, disabled = false, label, children }: ButtonProps): JSX.Element {
  const [isBusy, begin] = useOneAtATime();
  return (
    <button
      type="button"
      class={`button ${look ?? ''}`}
      onClick={() => begin(onClick)}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      aria-label={label}
    >
      {children}
    </button>
  );
}

/** The button of a form. It keeps the focus while what it began is under way, and takes no other click then. */
export function SubmitButton({
  isBusy,
  disabled = false,
  children,
}: {
  isBusy: boolean;
  disabled?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <button type="submit" class="button primary" disabled={disabled} aria-disabled={isBusy || undefined}>
      {children}
    </button>
  );
}

/** Copies the text, and says so for a moment. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }): JSX.Element {
  const [said, say] = useState('');
  const copy = async (): Promise<void> => {
    say((await copyText(text)) ? 'Copied' : 'Not copied');
    setTimeout(() => say(''), 1500);
  };
  return (
    <button type="button" class="button copy" onClick={() => void copy()}>
      <span aria-live="polite">{said === '' ? label : said}</span>
    </button>
  );
}

export interface CodeBlockProps {
  readonly code: string;
  readonly label?: string;
  /** Default: the text has one colour. */
  readonly language?: CodeLanguage | undefined;
}

export function CodeBlock({ code, label = 'Code', language }: CodeBlockProps): JSX.Element {
  return (
    <section class="code-block" aria-label={label}>
      <CopyButton text={code} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reached by keyboard. */}
      <pre tabIndex={0}>
        <code>{language === undefined ? code : <Colored code={code} language={language} />}</code>
      </pre>
    </section>
  );
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly fault?: string;
  /** Makes the control; it gets the id that the label names, and the ids of hint and fault. */
  readonly children: (control: {
    readonly id: string;
    readonly 'aria-describedby': string;
    readonly 'aria-invalid': boolean;
  }) => JSX.Element;
}

export function Field({ label, hint, fault, children }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({ id, 'aria-describedby': `${id}-hint ${id}-fault`, 'aria-invalid': fault !== undefined })}
      <span class="fault" id={`${id}-fault`} aria-live="polite">
        {fault}
      </span>
    </div>
  );
}

export interface Tab {
  readonly id: string;
  readonly label: ComponentChildren;
}

/** Tabs with the keys of the ARIA practices: the arrows move and select. The caller shows the panel, with the id `${id}-panel`. */
export function Tabs({
  tabs,
  current,
  onSelect,
  label,
}: {
  tabs: readonly Tab[];
  current: string;
  onSelect: (id: string) => void;
  label: string;
}): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label: text }) => (
        <button
          type="button"
          key={id}
          role="tab"
          data-tab={id}
          aria-selected={id === current}
          aria-controls={`${id}-panel`}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/**
 * A modal dialog; the browser keeps the focus inside, and closes it with Escape. The focus then returns to what opened it. `onClose` is called once,
 * before the focus returns: the event `close` comes later, when the next key may have opened a new dialog.
 */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key, which would otherwise move the focus in the page.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The browser gives the focus back when a dialog is closed, and not when it is taken off the page.
    return () => shown?.close();
  }, []);
  const close = (event: Event): void => {
    event.preventDefault();
    // The event `close` comes again, later, for a dialog that is off the page.
    if (dialog.current !== null) onClose();
  };
  return (
    <dialog class="dialog" ref={dialog} aria-labelledby={id} onCancel={close} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
