// The form of a request: parameters by their place, and the body as a form or as text.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleContent, ConsoleOperation, ConsoleParameter, JsonSchema } from '../../../generator/docs/console/data.ts';
import { Tabs } from '../../shared/components.tsx';
import { JsonEditor } from '../editor/json-editor.tsx';
import { Markdown } from '../markdown.tsx';
import { contentOf, exampleBody, type Input } from '../request/input.ts';
import { isRecord } from './choose.ts';
import type { FormContext } from './field-props.ts';
import { FieldView, Optional } from './field-view.tsx';

export interface RequestFormProps {
  readonly operation: ConsoleOperation;
  readonly input: Input;
  readonly form: FormContext;
  readonly onType: (contentType: string) => void;
}

const TITLES = { path: 'Path', query: 'Query', querystring: 'Query', header: 'Headers', cookie: 'Cookies' } as const;

export function RequestForm(props: RequestFormProps): JSX.Element {
  const { operation, input, form } = props;
  const isEmpty = operation.parameters.length === 0 && operation.body === undefined;
  return (
    <div class="request-form">
      {isEmpty && <p class="hint">This operation takes no parameters and no body.</p>}
      {(Object.keys(TITLES) as (keyof typeof TITLES)[]).map((part) => (
        <Parameters key={part} part={part} operation={operation} input={input} form={form} />
      ))}
      {operation.body !== undefined && <Body {...props} />}
    </div>
  );
}

function Parameters({
  part,
  operation,
  input,
  form,
}: Omit<RequestFormProps, 'onType'> & { part: keyof typeof TITLES }): JSX.Element | null {
  const parameters = operation.parameters.filter((parameter) => parameter.in === part);
  if (parameters.length === 0) return null;
  const values = input[part];
  const memberValue = ({ name }: ConsoleParameter): unknown => {
    if (part === 'querystring') return values;
    return isRecord(values) && Object.hasOwn(values, name) ? values[name] : undefined;
  };
  const chosen = new Set(part === 'query' ? operation.choices?.flat() : []);
  const isShown = (parameter: ConsoleParameter): boolean =>
    parameter.required || chosen.has(parameter.name) || memberValue(parameter) !== undefined;
  const row = (parameter: ConsoleParameter): JSX.Element => (
    <FieldView
      key={parameter.name}
      form={form}
      schema={withExamples(parameter)}
      place={part === 'querystring' ? [part] : [part, parameter.name]}
      name={parameter.name}
      required={parameter.required}
      value={memberValue(parameter)}
      description={parameter.description}
      deprecated={parameter.deprecated}
    />
  );
  const shown = parameters.filter(isShown).sort((a, b) => Number(b.required) - Number(a.required));
  const others = parameters.filter((parameter) => !isShown(parameter));
  return (
    <section class="part" aria-label={TITLES[part]}>
      <h2>{TITLES[part]}</h2>
      {part === 'query' && operation.choices !== undefined && (
        <p class="hint">Give {operation.choices.map((names) => names.join(' and ')).join(', or ')}.</p>
      )}
      {shown.map(row)}
      <Optional count={others.length} isOpen={shown.length === 0 && others.length < 6}>
        {() => others.map(row)}
      </Optional>
    </section>
  );
}

/** The examples of a parameter come before those of its schema. */
function withExamples({ schema, examples }: ConsoleParameter): JsonSchema {
  return examples.length === 0 || schema === true || schema === false ? schema : { allOf: [{ examples }, schema] };
}

function Body({ operation, input, form, onType }: RequestFormProps): JSX.Element | null {
  const { body } = operation;
  const content = contentOf(operation, input.contentType);
  const hasForm = content !== undefined && isFormable(content);
  const [mode, setMode] = useState<'form' | 'json'>('form');
  if (body === undefined || content === undefined) return null;
  const { contents, description, required } = body;
  return (
    <section class="part" aria-label="Body">
      <div class="part-head">
        <h2>Body {!required && <small>optional</small>}</h2>
        {contents.length === 1 ? (
          <code>{content.contentType}</code>
        ) : (
          <select
            class="input"
            aria-label="Media type of the body"
            value={content.sent}
            onChange={({ currentTarget }) => onType(currentTarget.value)}
          >
            {contents.map(({ contentType, sent }) => (
              <option key={contentType} value={sent}>
                {contentType}
              </option>
            ))}
          </select>
        )}
        {content.examples.length > 1 && <Examples content={content} form={form} />}
      </div>
      {description !== undefined && <Markdown text={description} />}
      {input.body === undefined ? (
        <button type="button" class="button" onClick={() => onType(content.sent)}>
          Add the body
        </button>
      ) : (
        <>
          {hasForm && (
            <Tabs
              label="How the body is edited"
              tabs={[
                { id: 'body-form', label: 'Form' },
                { id: 'body-json', label: 'JSON' },
              ]}
              current={`body-${mode}`}
              onSelect={(id) => setMode(id === 'body-json' ? 'json' : 'form')}
            />
          )}
          <div id={`body-${mode}-panel`} role={hasForm ? 'tabpanel' : undefined} class="body-panel">
            <BodyEditor content={content} mode={hasForm ? mode : 'form'} body={input.body} form={form} />
          </div>
          {!required && (
            <button type="button" class="button small" onClick={() => form.change(['body'], undefined)}>
              Send no body
            </button>
          )}
        </>
      )}
    </section>
  );
}

/** Whether a value can be edited as JSON too: bytes and files cannot. */
function isFormable({ kind }: ConsoleContent): boolean {
  return kind !== 'bytes' && kind !== 'text' && kind !== 'multipart' && kind !== 'parts';
}

function BodyEditor({
  content,
  mode,
  body,
  form,
}: {
  content: ConsoleContent;
  mode: 'form' | 'json';
  body: unknown;
  form: FormContext;
}): JSX.Element {
  const { kind, schema = true, isStream } = content;
  const whole: JsonSchema = isStream ? { type: ['array'], items: schema } : schema;
  if (mode === 'json') return <JsonEditor schema={whole} value={body} form={form} />;
  if (kind === 'bytes') return <FieldView form={form} schema={{ file: true }} place={['body']} name="file" required value={body} />;
  if (kind === 'text' && typeof body === 'string')
    return (
      <textarea
        class="input code"
        rows={8}
        aria-label="Text of the body"
        value={body}
        onInput={({ currentTarget }) => form.change(['body'], currentTarget.value)}
      />
    );
  return <FieldView form={form} schema={whole} place={['body']} name="body" required isRoot value={body} />;
}

function Examples({ content, form }: { content: ConsoleContent; form: FormContext }): JSX.Element {
  const fill = (name: string): void => {
    const example = content.examples.find((one) => one.name === name);
    if (example !== undefined) form.change(['body'], exampleBody(content, example.value, form.schemas));
  };
  return (
    <select class="input" aria-label="Example of the body" value="" onChange={({ currentTarget }) => fill(currentTarget.value)}>
      <option value="">Fill in an example…</option>
      {content.examples.map(({ name, summary }) => (
        <option key={name} value={name}>
          {summary ?? name}
        </option>
      ))}
    </select>
  );
}
