// A field of a form: its label, description and faults, and the fields of its members below it.
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { JsonSchema } from '../../../generator/docs/console/data.ts';
import { Markdown } from '../markdown.tsx';
import { RemoveButton, SmallButton } from './buttons.tsx';
import { branchOf, isRecord } from './choose.ts';
import { Control } from './controls.tsx';
import { type Place, pointerOf } from './edit.ts';
import { type Field, fieldOf, type Member } from './field.ts';
import type { FieldProps, FormContext } from './field-props.ts';
import { initialValue, switched, withTag } from './initial.ts';
import { merge } from './merge.ts';

/** A field with its label, description and faults. */
export function FieldView(props: FieldProps): JSX.Element {
  const { form, schema, place, name, required, value, description, deprecated = false, isRoot = false } = props;
  const id = useId();
  const field = fieldOf(schema, form.schemas);
  const text = description ?? field.description;
  const fault = form.faults.get(pointerOf(place));
  const isGroup = (field.kind === 'object' || field.kind === 'array' || field.kind === 'choice') && value !== null && value !== undefined;
  const facts = [field.type, ...field.limits.map(shortened)].join(' · ');
  const isItem = typeof place.at(-1) === 'number';
  const label = (
    <>
      {isItem ? `Item ${name}` : <code>{name}</code>}
      {required && !isItem && (
        <span class="required" title="required">
          <span aria-hidden="true">*</span>
          <span class="visually-hidden"> required</span>
        </span>
      )}
      {(deprecated || field.deprecated) && <span class="badge warn">deprecated</span>}
    </>
  );
  const about = (
    <div class="about" id={`${id}-about`}>
      {text !== undefined && <Markdown text={text} />}
      {!(isGroup && SHAPES.includes(facts)) && <span class="facts">{facts}</span>}
    </div>
  );
  const said = (
    <p class="fault" id={`${id}-fault`} aria-live="polite">
      {fault}
    </p>
  );
  const control = { id, describedBy: `${id}-about ${id}-fault`, isInvalid: fault !== undefined };
  if (isGroup) {
    return (
      <fieldset class={isRoot ? 'entry' : 'entry group'} data-field={pointerOf(place)}>
        <legend class={isRoot ? 'visually-hidden' : undefined}>{label}</legend>
        {!isRoot && about}
        {said}
        <Members {...props} field={field} />
        {!required && <RemoveButton form={form} place={place} name={name} />}
      </fieldset>
    );
  }
  return (
    <div class="entry" data-field={pointerOf(place)}>
      <div class="asked">
        <label class="label" for={id}>
          {label}
        </label>
        <Control {...props} field={field} control={control} />
        {said}
      </div>
      {about}
    </div>
  );
}

/** The form shows these shapes itself. */
const SHAPES: readonly string[] = ['object', 'list', 'one of several'];

/** A long pattern says little in a form; the documentation beside it has the whole. */
function shortened(limit: string): string {
  return limit.length > 40 ? `${limit.slice(0, 36)}…` : limit;
}

/** The fields inside an object, a list or a choice. */
function Members(props: FieldProps & { field: Field }): JSX.Element | null {
  const { field } = props;
  if (field.kind === 'object') return <ObjectMembers {...props} members={field.members} additional={field.additional} />;
  if (field.kind === 'array') return <Items {...props} maxItems={field.maxItems} />;
  if (field.kind === 'choice') return <Choice {...props} field={field} />;
  return null;
}

function ObjectMembers({
  form,
  place,
  value,
  members,
  additional,
}: FieldProps & { members: readonly Member[]; additional: JsonSchema | undefined }): JSX.Element {
  const record = isRecord(value) ? value : {};
  const names = new Set(members.map(({ name }) => name));
  const own = (name: string): unknown => (Object.hasOwn(record, name) ? record[name] : undefined);
  const shown = members.filter(({ name, required }) => required || own(name) !== undefined);
  const others = members.filter(({ name, required }) => !required && own(name) === undefined);
  const extra = Object.keys(record).filter((name) => !names.has(name));
  const row = ({ name, required, schema }: Member): JSX.Element => (
    <FieldView key={name} form={form} schema={schema} place={[...place, name]} name={name} required={required} value={own(name)} />
  );
  return (
    <div class="members">
      {shown.map(row)}
      {extra.map((name) => (
        <div key={name} class="extra">
          {row({ name, required: false, schema: additional ?? true })}
          <RemoveButton form={form} place={[...place, name]} name={name} />
        </div>
      ))}
      <Optional count={others.length} isOpen={shown.length + extra.length === 0 && others.length < 6}>
        {() => others.map(row)}
      </Optional>
      {additional !== undefined && <AddMember form={form} place={place} record={record} schema={additional} />}
    </div>
  );
}

/** Members that are not sent, below a line that opens them. */
export function Optional({
  count,
  isOpen,
  children,
}: {
  count: number;
  isOpen: boolean;
  children: () => JSX.Element[];
}): JSX.Element | null {
  const [open, setOpen] = useState(isOpen);
  if (count === 0) return null;
  return (
    <details class="optional" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{count === 1 ? '1 more field' : `${count} more fields`}</summary>
      {open && children()}
    </details>
  );
}

function AddMember({ form, place, record, schema }: { form: FormContext; place: Place; record: object; schema: JsonSchema }): JSX.Element {
  const [name, setName] = useState('');
  const isTaken = Object.hasOwn(record, name);
  const add = (): void => {
    form.change([...place, name], initialValue(schema, form.schemas) ?? '');
    setName('');
  };
  return (
    <div class="row add-member">
      <input
        class="input"
        aria-label="Name of a new member"
        placeholder="name of a new member"
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <SmallButton label="Add the member" onClick={add} disabled={name === '' || isTaken}>
        Add
      </SmallButton>
    </div>
  );
}

function Items({ form, place, name, value, schema, maxItems }: FieldProps & { maxItems: number }): JSX.Element {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const { prefixItems, items = true } = merge(schema, form.schemas);
  const schemaAt = (index: number): JsonSchema => prefixItems?.[index] ?? items;
  const add = (): void => form.change([...place, list.length], initialValue(schemaAt(list.length), form.schemas) ?? null);
  return (
    <div class="members">
      {list.map((item, index) => (
        <div key={String(index)} class="item">
          <FieldView form={form} schema={schemaAt(index)} place={[...place, index]} name={`${index + 1}`} required value={item} />
          <RemoveButton form={form} place={[...place, index]} name={`item ${index + 1} of ${name}`} />
        </div>
      ))}
      <SmallButton label={`Add an item to ${name}`} onClick={add} disabled={list.length >= maxItems}>
        Add an item
      </SmallButton>
    </div>
  );
}

function Choice({ field, ...props }: FieldProps & { field: Extract<Field, { kind: 'choice' }> }): JSX.Element | null {
  const { form, place, value, name } = props;
  const { branches, tag } = field;
  const [wanted, setWanted] = useState<number>();
  const index = wanted ?? branchOf(branches, tag, value, form.schemas);
  const branch = branches[index];
  if (branch === undefined) return null;
  const choose = (next: number): void => {
    const to = branches[next];
    if (to === undefined) return;
    setWanted(next);
    form.change(place, withTag(switched(value, to.schema, form.schemas), tag, to.tags[0]) ?? null);
  };
  const inner = fieldOf(branch.schema, form.schemas);
  const isGroup = inner.kind === 'object' || inner.kind === 'array' || inner.kind === 'choice';
  return (
    <div class="members">
      <select
        class="input"
        aria-label={`Kind of ${name}`}
        value={String(index)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {branches.map(({ label }, at) => (
          <option key={String(at)} value={String(at)}>
            {label}
          </option>
        ))}
      </select>
      {isGroup ? (
        <Members {...props} schema={branch.schema} field={inner} />
      ) : (
        <FieldView {...props} schema={branch.schema} name={name} required />
      )}
    </div>
  );
}
