// The request of the column as code, in the language that the reader has chosen for the site.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ColumnData } from '../../generator/docs/console/data.ts';
import { schemesOf } from '../console/request/credentials.ts';
import { CODE_LANGUAGES, LANGUAGES, type Language } from '../console/samples/languages.ts';
import { CodeBlock } from '../shared/components.tsx';
import { loadEngine } from './load-engine.ts';
import type { Own } from './own.ts';

const KEY = 'octavo.language';

function known(): Language {
  try {
    return LANGUAGES.find(([id]) => id === localStorage.getItem(KEY))?.[0] ?? 'curl';
  } catch {
    return 'curl';
  }
}

export interface SampleProps {
  readonly data: ColumnData;
  /** The address that the column calls; the code calls the same. */
  readonly url: string | undefined;
  readonly alternative: number;
  readonly own: Own | undefined;
}

export function Sample({ data, url, alternative, own }: SampleProps): JSX.Element {
  const [language, choose] = useState(known);
  const code = useCode({ data, url: url ?? data.baseUrl, alternative, own, language });
  const chooseForSite = (wanted: Language): void => {
    choose(wanted);
    try {
      localStorage.setItem(KEY, wanted);
    } catch {
      // The choice holds for this operation.
    }
  };
  return (
    <section class="panel" aria-label={`Request of ${data.operation.id}`}>
      <header>
        <h3>Request</h3>
        <select
          class="input language"
          aria-label="Language"
          value={language}
          onChange={({ currentTarget }) => chooseForSite(currentTarget.value as Language)}
        >
          {LANGUAGES.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </header>
      <CodeBlock
        code={code}
        language={CODE_LANGUAGES[language]}
        label={`${data.operation.id} in ${LANGUAGES.find(([id]) => id === language)?.[1] ?? language}`}
      />
    </section>
  );
}

interface Wanted extends Omit<SampleProps, 'url'> {
  readonly url: string;
  readonly language: Language;
}

/**
 * curl and the typed client come with the page for the example; the code that writes other languages, and other values, is loaded for the first of
 * them.
 */
function useCode(wanted: Wanted): string {
  const { data, url, alternative, own, language } = wanted;
  const [written, write] = useState('');
  const isGiven = own === undefined && (language === 'curl' || language === 'client');
  const given = isGiven ? data.samples[language] : undefined;
  useEffect(() => {
    if (given !== undefined) return undefined;
    let isCurrent = true;
    write((before) => (own === undefined || before === '' ? '…' : before));
    writtenCode(wanted).then(
      (text) => isCurrent && write(text),
      (error: unknown) => isCurrent && write(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [data, url, alternative, own, language, given]);
  if (given === undefined) return written;
  // The address stands first; what follows may be a value of the example, which is sent as it is.
  return data.baseUrl === '' || data.baseUrl === '/' ? given : given.replace(data.baseUrl, () => url);
}

async function writtenCode({ data, url, alternative, own, language }: Wanted): Promise<string> {
  const { engine, loaded, operation } = await loadEngine(data);
  const input = own?.input ?? engine.exampleInput(operation, loaded.document);
  const schemes = schemesOf(data.document, data.operation, alternative);
  return engine.codeOf({ loaded, operation, input, baseUrl: url, schemes, credentials: {} }, language, false);
}
