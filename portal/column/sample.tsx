// The request of the column as code, in the language that the reader has chosen for the site.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ColumnData } from '../../generator/docs/console/data.ts';
import { schemesOf } from '../console/request/credentials.ts';
import { LANGUAGES, type Language } from '../console/samples/languages.ts';
import { CodeBlock } from '../shared/components.tsx';

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
}

export function Sample({ data, url, alternative }: SampleProps): JSX.Element {
  const [language, choose] = useState(known);
  const code = useCode(data, url ?? data.baseUrl, alternative, language);
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
      <CodeBlock code={code} label={`${data.operation.id} in ${LANGUAGES.find(([id]) => id === language)?.[1] ?? language}`} />
    </section>
  );
}

/** curl and the typed client come with the page; the code that writes other languages is loaded for the first of them. */
function useCode(data: ColumnData, url: string, alternative: number, language: Language): string {
  const [written, write] = useState('');
  const given = language === 'curl' || language === 'client' ? data.samples[language] : undefined;
  useEffect(() => {
    if (given !== undefined) return undefined;
    let isCurrent = true;
    write('…');
    inLanguage(data, url, alternative, language).then(
      (text) => isCurrent && write(text),
      (error: unknown) => isCurrent && write(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [data, url, alternative, language, given]);
  if (given === undefined) return written;
  // The address stands first; what follows may be a value of the example, which is sent as it is.
  return data.baseUrl === '' || data.baseUrl === '/' ? given : given.replace(data.baseUrl, () => url);
}

async function inLanguage(data: ColumnData, baseUrl: string, alternative: number, language: Language): Promise<string> {
  const engine = await import('./engine.ts');
  const loaded = await engine.loadDocument(data.document.id);
  const operation = loaded.document.operations.find(({ kind, id }) => kind === 'operation' && id === data.operation.id);
  if (operation === undefined) throw new Error('The document does not have this operation any more. Load this page again.');
  const input = engine.exampleInput(operation, loaded.document);
  const schemes = schemesOf(data.document, data.operation, alternative);
  return engine.codeOf({ loaded, operation, input, baseUrl, schemes, credentials: {} }, language, false);
}
