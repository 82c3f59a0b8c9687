// The documentation of an operation beside its form: description, parameters, responses and errors.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleContent, ConsoleDocument, ConsoleOperation, ConsoleResponse, JsonSchema } from '../../generator/docs/console/data.ts';
import { Badge } from '../shared/components.tsx';
import { fieldOf } from './form/field.ts';
import { merge, type Schemas } from './form/merge.ts';
import { Markdown } from './markdown.tsx';

export function DocsView({ document, operation }: { document: ConsoleDocument; operation: ConsoleOperation }): JSX.Element {
  const { description, parameters, body, responses, security } = operation;
  const { schemas } = document;
  return (
    <div class="docs">
      {description !== undefined && <Markdown text={description} />}
      {security.length > 0 && (
        <section>
          <h2>Credentials</h2>
          <p>
            {security.map((schemes) => (schemes.length === 0 ? 'none' : schemes.map(({ scheme }) => scheme).join(' and '))).join(', or ')}
          </p>
        </section>
      )}
      {parameters.length > 0 && (
        <section>
          <h2>Parameters</h2>
          <dl class="members-doc">
            {parameters.map(({ name, in: where, required, schema, description: text }) => (
              <MemberDoc
                key={where + name}
                name={name}
                place={where}
                required={required}
                schema={schema}
                schemas={schemas}
                description={text}
              />
            ))}
          </dl>
        </section>
      )}
      {body !== undefined && (
        <section>
          <h2>Request body</h2>
          {body.description !== undefined && <Markdown text={body.description} />}
          {body.contents.map((content) => (
            <ContentDoc key={content.contentType} content={content} schemas={schemas} />
          ))}
        </section>
      )}
      <section>
        <h2>Responses</h2>
        {responses.map((response) => (
          <ResponseDoc key={response.status} response={response} schemas={schemas} />
        ))}
      </section>
    </div>
  );
}

function ResponseDoc({ response, schemas }: { response: ConsoleResponse; schemas: Schemas }): JSX.Element {
  const { status, description, headers, contents } = response;
  return (
    <details class="response-doc">
      <summary>
        <Badge tone={status.startsWith('2') ? 'good' : status.startsWith('5') ? 'bad' : 'warn'}>{status}</Badge>{' '}
        <Markdown text={firstLine(description)} />
      </summary>
      {description.trim().includes('\n') && <Markdown text={description} />}
      {headers.length > 0 && (
        <dl class="members-doc">
          {headers.map(({ name, required, schema, description: text }) => (
            <MemberDoc key={name} name={name} place="header" required={required} schema={schema} schemas={schemas} description={text} />
          ))}
        </dl>
      )}
      {contents.map((content) => (
        <ContentDoc key={content.contentType} content={content} schemas={schemas} />
      ))}
    </details>
  );
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}

function ContentDoc({ content, schemas }: { content: ConsoleContent; schemas: Schemas }): JSX.Element {
  const { contentType, schema, isStream } = content;
  return (
    <div class="content-doc">
      <p>
        <code>{contentType}</code> {isStream && <Badge tone="accent">stream</Badge>}
      </p>
      {schema !== undefined && <SchemaDoc schema={schema} schemas={schemas} />}
    </div>
  );
}

/** The members of a schema; those below are shown when they are opened, since schemas may hold themselves. */
function SchemaDoc({ schema, schemas }: { schema: JsonSchema; schemas: Schemas }): JSX.Element {
  const merged = merge(schema, schemas);
  const { name, description, properties, required = [], items } = merged;
  const field = fieldOf(schema, schemas);
  const members = Object.entries(properties ?? {}).sort(([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)));
  return (
    <div class="schema-doc">
      <p class="facts">
        {name !== undefined && <strong>{name}</strong>} {field.type} {field.limits.map((limit) => `· ${limit}`).join(' ')}
      </p>
      {description !== undefined && <Markdown text={description} />}
      {field.kind === 'enum' && <Values values={field.values} />}
      {members.length > 0 && (
        <dl class="members-doc">
          {members.map(([member, own]) => (
            <MemberDoc key={member} name={member} required={required.includes(member)} schema={own} schemas={schemas} />
          ))}
        </dl>
      )}
      {items !== undefined && <Nested label="Items" schema={items} schemas={schemas} />}
      {field.kind === 'choice' &&
        field.branches.map((branch) => <Nested key={branch.label} label={branch.label} schema={branch.schema} schemas={schemas} />)}
    </div>
  );
}

function Values({ values }: { values: readonly unknown[] }): JSX.Element {
  return (
    <p class="hint">
      One of{' '}
      {values.slice(0, 40).map((value, index) => (
        <>
          {index > 0 && ', '}
          <code>{typeof value === 'string' ? value : String(value)}</code>
        </>
      ))}
      {values.length > 40 && ', …'}
    </p>
  );
}

interface MemberDocProps {
  readonly name: string;
  readonly place?: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly schemas: Schemas;
  readonly description?: string | undefined;
}

function MemberDoc({ name, place, required, schema, schemas, description }: MemberDocProps): JSX.Element {
  const field = fieldOf(schema, schemas);
  const text = description ?? field.description;
  const { properties, items } = merge(schema, schemas);
  const isNested = properties !== undefined || items !== undefined || field.kind === 'choice';
  return (
    <>
      <dt>
        <code>{name}</code>
        {required && <span class="required"> required</span>}{' '}
        <span class="facts">{[place, field.type, ...field.limits].filter(Boolean).join(' · ')}</span>
      </dt>
      <dd>
        {text !== undefined && <Markdown text={text} />}
        {field.kind === 'enum' && <Values values={field.values} />}
        {isNested && <Nested label={field.type} schema={schema} schemas={schemas} />}
      </dd>
    </>
  );
}

function Nested({ label, schema, schemas }: { label: string; schema: JsonSchema; schemas: Schemas }): JSX.Element {
  const [isOpen, open] = useState(false);
  return (
    <details class="nested" open={isOpen} onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && <SchemaDoc schema={schema} schemas={schemas} />}
    </details>
  );
}
