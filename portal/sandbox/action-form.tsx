// A form for an action of a service, and what the action returned.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Action } from '../../services/generated/control/index.ts';
import { CodeBlock, Field, SubmitButton } from '../shared/components.tsx';
import { useOneAtATime } from '../shared/use-one-at-a-time.ts';
import { bodyOf, type ControlClient, messageOf } from './control.ts';
import { inWords } from './parts.tsx';

export interface ActionFormProps {
  readonly control: ControlClient;
  readonly service: string;
  readonly action: Action;
  /** Values that are filled in, by the name of the field. */
  readonly given?: Readonly<Record<string, string>>;
  readonly onDone?: () => void;
}

/** The form, folded under the name of the action. */
export function FoldedAction(props: ActionFormProps): JSX.Element {
  return (
    <details class="card fold">
      <summary>
        <b>{inWords(props.action.name)}</b> <span class="hint">{props.action.summary}</span>
      </summary>
      <ActionForm {...props} />
    </details>
  );
}

type Outcome = { readonly result: unknown } | { readonly error: string };

export function ActionForm({ control, service, action, given = {}, onDone }: ActionFormProps): JSX.Element {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(given);
  const [outcome, setOutcome] = useState<Outcome | undefined>();
  const [isBusy, begin] = useOneAtATime();
  const submit = async (): Promise<void> => {
    try {
      const body = inputOf(action, values);
      setOutcome({ result: bodyOf(await control.runAction({ path: { service, action: action.name }, body }), 200).result });
      onDone?.();
    } catch (error) {
      setOutcome({ error: messageOf(error) });
    }
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        begin(submit);
      }}
      aria-label={inWords(action.name)}
    >
      <div class="form-grid">
        {action.fields.map(({ name, type, required, description }) => (
          <Field
            key={name}
            label={required ? name : `${name} (optional)`}
            hint={type === 'strings' ? `${description} One on each line.` : description}
          >
            {(field) => {
              const onInput = ({ currentTarget }: { currentTarget: { value: string } }): void =>
                setValues((last) => ({ ...last, [name]: currentTarget.value }));
              const value = values[name] ?? '';
              if (type === 'strings')
                return <textarea class="input" rows={3} required={required} {...field} value={value} onInput={onInput} />;
              if (type === 'boolean')
                return (
                  <select class="input" required={required} {...field} value={value} onChange={onInput}>
                    <option value="">{required ? 'Choose' : 'Not given'}</option>
                    <option value="true">yes</option>
                    <option value="false">no</option>
                  </select>
                );
              const number = type === 'integer' ? ({ inputMode: 'numeric', pattern: '-?[0-9]+' } as const) : {};
              return <input class="input" required={required} {...number} {...field} value={value} onInput={onInput} />;
            }}
          </Field>
        ))}
      </div>
      <div class="row">
        <SubmitButton isBusy={isBusy}>Run</SubmitButton>
      </div>
      <div aria-live="polite">
        {outcome !== undefined &&
          ('error' in outcome ? (
            <p class="notice bad">{outcome.error}</p>
          ) : (
            <CodeBlock code={JSON.stringify(outcome.result, undefined, 2)} language="json" label="Result" />
          ))}
      </div>
    </form>
  );
}

function inputOf({ fields }: Action, values: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, type, required }): [string, unknown][] => {
      const text = values[name] ?? '';
      if (text === '' && !required) return [];
      if (type === 'integer') return [[name, Number(text)]];
      if (type === 'boolean') return [[name, text === 'true']];
      return [[name, type === 'strings' ? text.split('\n').filter((line) => line !== '') : text]];
    }),
  );
}
