// The request as code: with the typed client, and in other languages.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ConsoleOperation, ConsoleScheme } from '../../../generator/docs/console/data.ts';
import { CodeBlock } from '../../shared/components.tsx';
import type { Loaded } from '../contract.ts';
import { placeholders } from '../request/credentials.ts';
import { type Credentials, prepare } from '../request/exchange.ts';
import type { Input } from '../request/input.ts';
import { clientSample } from './client-sample.ts';
import type { SnippetLanguage } from './snippets.ts';

type Language = 'client' | SnippetLanguage;

const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['curl', 'curl'],
  ['client', 'Typed client'],
  ['fetch', 'fetch'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['java', 'Java'],
  ['php', 'PHP'],
  ['csharp', 'C#'],
];

export interface CodeViewProps {
  readonly loaded: Loaded;
  readonly operation: ConsoleOperation;
  readonly input: Input;
  readonly baseUrl: string;
  readonly schemes: readonly ConsoleScheme[];
  readonly credentials: Credentials;
}

export function CodeView(props: CodeViewProps): JSX.Element {
  const { operation, schemes } = props;
  const [wanted, choose] = useState<Language>('curl');
  const [isOpen, show] = useState(false);
  const isCall = operation.kind === 'operation';
  const languages = LANGUAGES.filter(([id]) => id !== 'client' || isCall);
  const code = useCode(props, wanted, isOpen);
  const isSigned = schemes.some(({ kind }) => kind === 'signature');
  return (
    <div class="code-view">
      <div class="row">
        <select
          class="input"
          aria-label="Language"
          value={wanted}
          onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
        >
          {languages.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        {schemes.length > 0 && wanted !== 'client' && (
          <label class="check">
            <input type="checkbox" checked={isOpen} onChange={({ currentTarget }) => show(currentTarget.checked)} /> with credentials
          </label>
        )}
      </div>
      {isSigned && wanted !== 'client' && (
        <p class="hint">
          This request is signed: the signature holds for this body and these minutes only. The typed client signs each request.
        </p>
      )}
      <CodeBlock code={code} label={`The request in ${LANGUAGES.find(([id]) => id === wanted)?.[1] ?? wanted}`} />
    </div>
  );
}

function useCode({ loaded, operation, input, baseUrl, schemes, credentials }: CodeViewProps, language: Language, isOpen: boolean): string {
  const [code, setCode] = useState('');
  useEffect(() => {
    let isCurrent = true;
    const { document, contract } = loaded;
    const blank = placeholders(schemes);
    // A credential without a value has a placeholder in any case.
    const used = isOpen ? { ...blank, ...credentials } : blank;
    const write = async (): Promise<string> => {
      if (language === 'client') return clientSample({ document, operation, input, baseUrl, schemes });
      const [{ snippetOf, withPlaceholders }, request] = await Promise.all([
        import('./snippets.ts'),
        prepare(contract, operation, input, { baseUrl, credentials: used }),
      ]);
      return withPlaceholders(await snippetOf(language, request), used, language === 'curl');
    };
    write()
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
      .then((text) => {
        if (isCurrent) setCode(text);
      });
    return () => {
      isCurrent = false;
    };
  }, [loaded, operation, input, baseUrl, schemes, credentials, language, isOpen]);
  return code;
}
