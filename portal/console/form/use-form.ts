// What a form holds: the input of an operation, changed field by field, and the faults that the generated validators find in it.
import { useCallback, useMemo, useState } from 'preact/hooks';
import type { ConsoleOperation } from '../../../generator/docs/console/data.ts';
import type { Loaded } from '../contract.ts';
import { contentOf, exampleBody, type Input, type InputIssue, issuesOf } from '../request/input.ts';
import { edited, type Place } from './edit.ts';
import type { FormContext } from './field-props.ts';
import { initialValue } from './initial.ts';

export interface FormState {
  readonly input: Input;
  readonly issues: readonly InputIssue[];
  /** What the fields share. */
  readonly form: FormContext;
  readonly replace: (input: Input) => void;
  /** Puts the example of a media type in place of the body. */
  readonly chooseType: (contentType: string) => void;
}

export function useForm({ document, contract }: Loaded, operation: ConsoleOperation, first: Input): FormState {
  const [input, replace] = useState(first);
  const issues = useMemo(() => issuesOf(contract, operation, input), [contract, operation, input]);
  const change = useCallback(
    (place: Place, value: unknown) => replace((before) => withoutEmptyParts(edited(before, place, value) as Input)),
    [],
  );
  const form = useMemo(
    () => ({ schemas: document.schemas, faults: new Map(issues.map(({ path, message }) => [path, sentenceOf(path, message)])), change }),
    [document, issues, change],
  );
  const chooseType = (contentType: string): void => {
    const content = contentOf(operation, contentType);
    if (content === undefined) return;
    const example = content.examples[0]?.value ?? initialValue(content.schema ?? true, document.schemas);
    const body = exampleBody(content, content.isStream && !Array.isArray(example) ? [example] : example, document.schemas);
    replace((before) => ({ ...before, contentType: content.sent, body }));
  };
  return { input, issues, form, replace, chooseType };
}

/** Parts of which nothing is sent are absent, as in the input that a client is called with. */
function withoutEmptyParts(input: Input): Input {
  const isEmpty = (name: string, value: unknown): boolean =>
    name !== 'body' && typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => !isEmpty(name, value)));
}

/** The sentence at a field. Its label stands above it, so the pointer is left out. */
function sentenceOf(path: string, message: string): string {
  const text = message.startsWith(`${path} `) ? message.slice(path.length + 1) : message;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
