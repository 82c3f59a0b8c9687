// A picture of a message. It comes by https alone, and only after the reader has asked for it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

export function Picture({ url, loads }: { url: string; loads: boolean }): JSX.Element {
  const [hasFailed, setFailed] = useState(false);
  const { protocol = '', host = '' } = URL.parse(url) ?? {};
  if (loads && protocol === 'https:' && !hasFailed)
    return <img class="picture" src={url} alt="The message's own" referrerpolicy="no-referrer" onError={() => setFailed(true)} />;
  return (
    <span class="picture missing">
      <svg class="line-sign" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 5h16v14H4ZM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01" />
      </svg>
      {protocol !== 'https:'
        ? 'A picture that does not come by https is not shown.'
        : hasFailed
          ? `The picture from ${host} could not be loaded.`
          : `Picture from ${host}`}
    </span>
  );
}
