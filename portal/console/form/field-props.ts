// Declares the props of the fields of a form.
import type { JsonSchema } from '../../../generator/docs/console/data.ts';
import type { Place } from './edit.ts';
import type { Schemas } from './merge.ts';

/** State that all fields of a form share. */
export interface FormContext {
  readonly schemas: Schemas;
  /** Messages by JSON pointer into the input. */
  readonly faults: ReadonlyMap<string, string>;
  /** Changes the value at a place of the input; `undefined` removes it. */
  readonly change: (place: Place, value: unknown) => void;
}

export interface FieldProps {
  readonly form: FormContext;
  readonly schema: JsonSchema;
  readonly place: Place;
  readonly name: string;
  readonly required: boolean;
  readonly value: unknown;
  /** The description of a parameter, in place of that of the schema. */
  readonly description?: string | undefined;
  readonly deprecated?: boolean;
  /** The whole body: its label is for screen readers only. */
  readonly isRoot?: boolean;
}
