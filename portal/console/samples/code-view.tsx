// The request as code: with the typed client, and in other languages.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CodeBlock } from '../../shared/components.tsx';
import { type CodeRequest, codeOf } from './code-of.ts';
import { CODE_LANGUAGES, LANGUAGES, type Language } from './languages.ts';

export function CodeView(props: CodeRequest): JSX.Element {
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
      <CodeBlock
        code={code}
        language={CODE_LANGUAGES[wanted]}
        label={`The request in ${LANGUAGES.find(([id]) => id === wanted)?.[1] ?? wanted}`}
      />
    </div>
  );
}

function useCode({ loaded, operation, input, baseUrl, schemes, credentials }: CodeRequest, language: Language, isOpen: boolean): string {
  const [code, setCode] = useState('');
  useEffect(() => {
    let isCurrent = true;
    codeOf({ loaded, operation, input, baseUrl, schemes, credentials }, language, isOpen)
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
