// Writes a request as code: with the typed client, or in another language.
import type { ConsoleOperation, ConsoleScheme } from '../../../generator/docs/console/data.ts';
import type { Loaded } from '../contract.ts';
import { placeholders } from '../request/credentials.ts';
import { type Credentials, prepare } from '../request/exchange.ts';
import type { Input } from '../request/input.ts';
import { clientSample } from './client-sample.ts';
import type { Language } from './languages.ts';

export interface CodeRequest {
  readonly loaded: Loaded;
  readonly operation: ConsoleOperation;
  readonly input: Input;
  readonly baseUrl: string;
  readonly schemes: readonly ConsoleScheme[];
  readonly credentials: Credentials;
}

/** @param isOpen whether the code holds the credentials; else placeholders stand for them */
export async function codeOf(
  { loaded: { document, contract }, operation, input, baseUrl, schemes, credentials }: CodeRequest,
  language: Language,
  isOpen: boolean,
): Promise<string> {
  const blank = placeholders(schemes);
  // A credential without a value has a placeholder in any case.
  const used = isOpen ? { ...blank, ...credentials } : blank;
  if (language === 'client') return clientSample({ document, operation, input, baseUrl, schemes });
  const [{ snippetOf, withPlaceholders }, request] = await Promise.all([
    import('./snippets.ts'),
    prepare(contract, operation, input, { baseUrl, credentials: used }),
  ]);
  return withPlaceholders(await snippetOf(language, request), used, language === 'curl');
}
