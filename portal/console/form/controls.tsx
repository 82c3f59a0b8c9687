// The control of each kind of field: text, number, choice, file, JSON.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { parseExactJson } from '../../../runtime/json/strict.ts';
import { writeJson } from '../../../runtime/json/write.ts';
import { NullButton, RemoveButton, SmallButton } from './buttons.tsx';
import type { Field } from './field.ts';
import type { FieldProps } from './field-props.ts';
import { initialValue } from './initial.ts';

interface ControlFacts {
  readonly id: string;
  readonly describedBy: string;
  readonly isInvalid: boolean;
}

/** The control of a value that is not shown as a group. */
export function Control({
  form,
  place,
  name,
  required,
  value,
  schema,
  field,
  control,
}: FieldProps & { field: Field; control: ControlFacts }): JSX.Element {
  const { id, describedBy, isInvalid } = control;
  const common = { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid, class: 'input' };
  const set = (next: unknown): void => form.change(place, next);
  if (value === null && field.kind !== 'null') {
    return (
      <div class="row">
        <input {...common} value="null" readOnly />
        <SmallButton label={`Give ${name} a value`} onClick={() => set(initialValue(schema, form.schemas))}>
          Value
        </SmallButton>
        {!required && <RemoveButton form={form} place={place} name={name} />}
      </div>
    );
  }
  switch (field.kind) {
    case 'object':
    case 'array':
    case 'choice':
      return (
        <div class="row">
          <SmallButton
            id={id}
            label={`Add ${name}`}
            describedBy={describedBy}
            onClick={() => set(initialValue(schema, form.schemas) ?? {})}
          >
            Add
          </SmallButton>
          {field.nullable && <NullButton set={set} name={name} />}
        </div>
      );
    case 'file':
      return <FileControl common={common} value={value} set={set} />;
    case 'enum':
    case 'boolean':
    case 'const':
      return <SelectControl common={common} field={field} required={required} value={value} set={set} />;
    case 'null':
      return <input {...common} value={value === null ? 'null' : ''} placeholder="null" readOnly onClick={() => set(null)} />;
    case 'json':
      return <JsonControl common={common} value={value} set={set} />;
    case 'number':
      return (
        <input
          {...common}
          inputMode={field.isInteger ? 'numeric' : 'decimal'}
          value={value === undefined ? '' : String(value)}
          onInput={({ currentTarget }) => set(numberOf(currentTarget.value, required))}
        />
      );
    case 'text':
      return <TextControl common={common} field={field} required={required} value={value} set={set} />;
  }
}

interface Common {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly class: string;
}

interface Controlled<Kind extends Field['kind']> {
  readonly common: Common;
  readonly field: Extract<Field, { kind: Kind }>;
  readonly required: boolean;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}

function TextControl({ common, field, required, value, set }: Controlled<'text'>): JSX.Element {
  const text = value === undefined ? '' : typeof value === 'string' ? value : (writeJson(value) ?? '');
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }): void =>
    set(currentTarget.value === '' && !required ? undefined : currentTarget.value);
  if (field.isLong || text.includes('\n')) return <textarea {...common} rows={4} value={text} onInput={onInput} />;
  const list = `${common.id}-list`;
  return (
    <>
      <input
        {...common}
        value={text}
        autoComplete="off"
        spellcheck={false}
        list={field.suggestions.length > 0 ? list : undefined}
        onInput={onInput}
      />
      {field.suggestions.length > 0 && (
        <datalist id={list}>
          {field.suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** Values are chosen by their position, since they may be of any type. */
function SelectControl({ common, field, required, value, set }: Controlled<'enum' | 'boolean' | 'const'>): JSX.Element {
  const values: readonly unknown[] = field.kind === 'enum' ? field.values : field.kind === 'const' ? [field.value] : [true, false];
  const known = values.findIndex((one) => one === value || writeJson(one) === writeJson(value));
  const all = known === -1 && value !== undefined ? [...values, value] : values;
  const current = value === undefined ? '' : String(known === -1 ? all.length - 1 : known);
  return (
    <select
      {...common}
      value={current}
      onChange={({ currentTarget }) => set(currentTarget.value === '' ? undefined : all[Number(currentTarget.value)])}
    >
      {(!required || value === undefined) && <option value="">not sent</option>}
      {all.map((one, index) => (
        <option key={String(index)} value={String(index)}>
          {typeof one === 'string' ? one : writeJson(one)}
        </option>
      ))}
    </select>
  );
}

function FileControl({ common, value, set }: Omit<Controlled<'file'>, 'field' | 'required'>): JSX.Element {
  return (
    <div class="row">
      <input {...common} type="file" onChange={({ currentTarget }) => set(currentTarget.files?.[0])} />
      {value instanceof File && (
        <span class="hint">
          {value.name}, {value.size} bytes
        </span>
      )}
    </div>
  );
}

/** Any JSON, in a line or more; text that is not JSON stays in the control until it is. */
function JsonControl({ common, value, set }: Omit<Controlled<'json'>, 'field' | 'required'>): JSX.Element {
  const [draft, keep] = useState<string>();
  const shown = draft ?? (value === undefined ? '' : (writeJson(value) ?? ''));
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }): void => {
    const text = currentTarget.value;
    try {
      set(text.trim() === '' ? undefined : parseExactJson(text));
      keep(undefined);
    } catch {
      keep(text);
    }
  };
  return (
    <>
      <textarea {...common} class="input code" rows={2} value={shown} placeholder="JSON" onInput={onInput} />
      {draft !== undefined && <p class="fault">This is not JSON yet, so the last value stays.</p>}
    </>
  );
}

function numberOf(text: string, required: boolean): unknown {
  const trimmed = text.trim();
  if (trimmed === '' && !required) return undefined;
  if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(trimmed)) return text;
  const number = Number(trimmed);
  return /^-?[0-9]+$/.test(trimmed) && !Number.isSafeInteger(number) ? BigInt(trimmed) : number;
}
