// The small buttons of a form, each with a label that names its field.
import type { JSX } from 'preact';
import type { Place } from './edit.ts';
import type { FormContext } from './field-props.ts';

export function NullButton({ set, name }: { set: (value: unknown) => void; name: string }): JSX.Element {
  return (
    <SmallButton label={`Send null as ${name}`} onClick={() => set(null)}>
      null
    </SmallButton>
  );
}

export function RemoveButton({ form, place, name }: { form: FormContext; place: Place; name: string }): JSX.Element {
  return (
    <SmallButton label={`Remove ${name}`} onClick={() => form.change(place, undefined)}>
      Remove
    </SmallButton>
  );
}

interface SmallButtonProps {
  readonly id?: string;
  readonly label: string;
  readonly describedBy?: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

export function SmallButton({ id, label, describedBy, disabled = false, onClick, children }: SmallButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="button small"
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
