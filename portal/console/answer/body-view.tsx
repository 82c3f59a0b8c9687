// The body of a response: JSON in lines with the faults that the validators found, other text as it is, and bytes as a download.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Colored } from '../../shared/code-colors.tsx';
import type { BodyIssue } from '../request/exchange.ts';
import { jsonLines, lineAt } from './json-lines.ts';

/** Lines that are shown at once; a button shows the rest. */
const MOST_LINES = 1500;

export interface BodyViewProps {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly issues: readonly BodyIssue[];
}

export function BodyView({ bytes, contentType, issues }: BodyViewProps): JSX.Element {
  const text = useMemo(() => textOf(bytes, contentType), [bytes, contentType]);
  const laidOut = useMemo(() => (text === undefined ? undefined : jsonLines(text)), [text]);
  const faults = useMemo(() => {
    const byLine = new Map<number, string[]>();
    for (const { path, message } of issues) {
      if (laidOut === undefined) break;
      const line = lineAt(laidOut, path);
      byLine.set(line, [...(byLine.get(line) ?? []), message]);
    }
    return byLine;
  }, [laidOut, issues]);
  if (bytes.length === 0) return <p class="hint">The response has no body.</p>;
  if (text === undefined) return <Download bytes={bytes} contentType={contentType} />;
  return <Lines lines={laidOut?.lines ?? text.split('\n')} isJson={laidOut !== undefined} faults={faults} />;
}

/** `undefined` for bytes that are not text. */
function textOf(bytes: Uint8Array<ArrayBuffer>, contentType: string): string | undefined {
  if (/^(?:image|audio|video|font)\//.test(contentType) && !/svg/.test(contentType)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function Lines({
  lines,
  isJson,
  faults,
}: {
  lines: readonly string[];
  isJson: boolean;
  faults: ReadonlyMap<number, readonly string[]>;
}): JSX.Element {
  const [isWhole, showWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, MOST_LINES);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reached by keyboard.
    <section class="body-lines" aria-label="Body of the response" tabIndex={0}>
      <ol>
        {shown.map((line, index) => {
          const messages = faults.get(index);
          return (
            <li key={String(index)} class={messages === undefined ? undefined : 'faulty'} data-line={index + 1}>
              <code>{isJson ? <Colored code={line} language="json" /> : line}</code>
              {messages !== undefined && <span class="line-fault">{messages.join(' ')}</span>}
            </li>
          );
        })}
      </ol>
      {shown.length < lines.length && (
        <button type="button" class="button" onClick={() => showWhole(true)}>
          Show all {lines.length} lines
        </button>
      )}
    </section>
  );
}

function Download({ bytes, contentType }: { bytes: Uint8Array<ArrayBuffer>; contentType: string }): JSX.Element {
  const url = useMemo(() => URL.createObjectURL(new Blob([bytes], { type: contentType })), [bytes, contentType]);
  return (
    <p>
      {bytes.length} bytes of {contentType === '' ? 'an unnamed type' : contentType}.{' '}
      <a href={url} download="response">
        Save them
      </a>
    </p>
  );
}
