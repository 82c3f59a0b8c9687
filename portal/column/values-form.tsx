// The form of the values in the column: that of the console, with what is typed kept while the page is loaded again.
import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { ConsoleOperation } from '../../generator/docs/console/data.ts';
import type { Loaded } from '../console/contract.ts';
import { RequestForm } from '../console/form/request-form.tsx';
import { useForm } from '../console/form/use-form.ts';
import { Verdict } from '../console/form/verdict.tsx';
import { encodeRequestLink } from '../console/link.ts';
import { keepDraft, readDraft, withFilesOfExample } from '../console/request/draft.ts';
import { draftKey } from '../console/request/draft-store.ts';
import { exampleInput } from '../console/request/input.ts';
import { Button } from '../shared/components.tsx';
import type { Own } from './own.ts';

interface ValuesFormProps {
  readonly loaded: Loaded;
  readonly operation: ConsoleOperation;
  /** Told each change; `undefined` while the values are those of the example. */
  readonly onOwn: (own: Own | undefined) => void;
}

export function ValuesForm({ loaded, operation, onOwn }: ValuesFormProps): JSX.Element {
  const { document } = loaded;
  const key = draftKey('column', document.id, operation);
  const [example] = useState(() => exampleInput(operation, document));
  const [first] = useState(() => {
    const draft = readDraft(key);
    return draft === undefined ? example : withFilesOfExample(draft.input, operation, document);
  });
  const { input, issues, form, replace, chooseType } = useForm(loaded, operation, first);
  const isOwn = input !== example;
  // Before the next paint, so that Send never sends what was typed before the last key.
  useLayoutEffect(() => {
    keepDraft(key, isOwn ? { input } : undefined);
    const link = isOwn ? encodeRequestLink({ input }) : undefined;
    onOwn(isOwn ? { input, faults: issues.length, ...(link === undefined ? {} : { link }) } : undefined);
  }, [input, issues]);
  return (
    <>
      <RequestForm operation={operation} input={input} form={form} onType={chooseType} />
      <p class="values-end">
        <span aria-live="polite">
          <Verdict issues={issues} />
        </span>
        {isOwn && <Button onClick={() => replace(example)}>Back to the example</Button>}
      </p>
    </>
  );
}
