// A body as JSON text: the editor is loaded when it is shown first, and a plain text area stands in its place until then.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JsonSchema } from '../../../generator/docs/console/data.ts';
import { parseExactJson } from '../../../runtime/json/strict.ts';
import { writeJson } from '../../../runtime/json/write.ts';
import { jsonLines } from '../answer/json-lines.ts';
import type { FormContext } from '../form/field-props.ts';
import type { JsonEditorView } from './codemirror.ts';

export interface JsonEditorProps {
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly form: FormContext;
}

/** JSON text of a value, laid out in lines. */
export function laidOut(value: unknown): string {
  const text = writeJson(value) ?? '';
  return jsonLines(text)?.lines.join('\n') ?? text;
}

export function JsonEditor({ schema, value, form }: JsonEditorProps): JSX.Element {
  const [text, setText] = useState(() => laidOut(value));
  const [fault, setFault] = useState<string>();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditorView | undefined>(undefined);
  /** The value that the text says: another one comes from outside, such as from an example. */
  const said = useRef<unknown>(value);

  const take = (next: string): void => {
    setText(next);
    try {
      said.current = parseExactJson(next);
      setFault(undefined);
      form.change(['body'], said.current);
    } catch (error) {
      setFault(`The text ${error instanceof Error ? error.message.replace(/\.$/, '') : 'is not JSON'}, so the last body stays.`);
    }
  };
  /** The editor is made later than this component, and lives longer than one drawing of it. */
  const latest = useRef({ take, text });
  latest.current = { take, text };
  const plain = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    let isShown = true;
    void import('./codemirror.ts').then(({ createEditor }) => {
      const { current } = host;
      if (!isShown || current === null) return;
      const parent = current.shadowRoot ?? current.attachShadow({ mode: 'open' });
      const onText = (next: string): void => latest.current.take(next);
      const hadFocus = plain.current?.matches(':focus') === true;
      editor.current = createEditor({
        parent,
        text: latest.current.text,
        label: 'JSON of the body',
        schema,
        schemas: form.schemas,
        onText,
      });
      if (hadFocus) editor.current.focus();
      editor.current.mark(faultsOf(form));
      setLoaded(true);
    });
    return () => {
      isShown = false;
      editor.current?.destroy();
    };
  }, []);
  const [isLoaded, setLoaded] = useState(false);

  // Before the next paint: a later comparison may meet a text that was typed since.
  useLayoutEffect(() => {
    if (value === said.current) return;
    said.current = value;
    const next = laidOut(value);
    setText(next);
    setFault(undefined);
    editor.current?.setText(next);
  }, [value]);
  useEffect(() => editor.current?.mark(faultsOf(form)), [form.faults, text]);

  return (
    <div class="json-editor">
      <div ref={host} class="editor" data-loaded={isLoaded} />
      {!isLoaded && (
        <textarea
          ref={plain}
          class="input code"
          rows={10}
          aria-label="JSON of the body"
          value={text}
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
      )}
      <p class="hint">Ctrl+Space completes names and values.</p>
      <p class="fault" aria-live="polite">
        {fault}
      </p>
    </div>
  );
}

/** The faults of the body, by pointer into it. */
function faultsOf({ faults }: FormContext): { readonly path: string; readonly message: string }[] {
  return [...faults].flatMap(([path, message]) =>
    path === '/body' || path.startsWith('/body/') ? [{ path: path.slice(5), message }] : [],
  );
}
