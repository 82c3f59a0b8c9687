// Where a part of a document comes from, in the words of the legend; what the words mean is shown while the pointer or the focus is on them.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { BASIS } from '../../generator/docs/basis-words.ts';

export function BasisNote({ basis }: { basis: keyof typeof BASIS }): JSX.Element {
  const id = useId();
  const { label, means } = BASIS[basis];
  return (
    <span class="basis-note">
      <button
        type="button"
        aria-describedby={id}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') currentTarget.blur();
        }}
      >
        {label}
      </button>
      <span role="tooltip" id={id}>
        {label}: {means}. The source says nothing about credentials.
      </span>
    </span>
  );
}
