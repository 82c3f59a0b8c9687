// The credentials of a request: which the operation needs, and which of them are known to work.
import type { ConsoleDocument, ConsoleOperation, ConsoleScheme } from '../../../generator/docs/console/data.ts';
import type { DevStatus, LiveClient, LiveCredential } from '../../shared/site.ts';
import type { Credentials } from './exchange.ts';

/** The part of a document that says which credentials it knows. */
export type Secured = Pick<ConsoleDocument, 'id' | 'securitySchemes'>;

/** The credentials that the live service gives out, by scheme. `key:secret`, as people paste them, becomes their parts. */
export function knownCredentials(document: Secured, status: DevStatus | undefined): readonly LiveCredential[] {
  const given = status?.live?.services.find(({ id }) => id === document.id)?.credentials ?? [];
  return given.map((credential) => {
    const { scheme, value } = credential;
    const [first, second] = document.securitySchemes.find(({ name }) => name === scheme)?.fields ?? [];
    if (first === undefined || second === undefined || typeof value !== 'string') return credential;
    const at = value.indexOf(':');
    return at === -1 ? credential : { ...credential, value: { [first]: value.slice(0, at), [second]: value.slice(at + 1) } };
  });
}

/** The applications that the live service knows. */
export function knownClients({ id }: Pick<Secured, 'id'>, status: DevStatus | undefined): readonly LiveClient[] {
  return status?.live?.services.find((service) => service.id === id)?.clients ?? [];
}

/** The first values of the fields: the first credential that is known for each scheme; where only a mock runs, any, since it takes all. */
export function initialCredentials(document: Secured, status: DevStatus | undefined): Credentials {
  const { id, securitySchemes } = document;
  const known = [...knownCredentials(document, status)].reverse().map(({ scheme, value }) => [scheme, value]);
  const isMockOnly = status?.mocks.some((mock) => mock.id === id) === true && !status.live?.services.some((live) => live.id === id);
  if (!isMockOnly) return Object.fromEntries(known);
  return Object.fromEntries(
    securitySchemes.map(({ name, fields }) => [name, fields === undefined ? ANY : Object.fromEntries(fields.map((field) => [field, ANY]))]),
  );
}

const ANY = 'any-credential';

/** The schemes of one alternative of an operation, as the document describes them. */
export function schemesOf(document: Secured, operation: Pick<ConsoleOperation, 'security'>, alternative: number): readonly ConsoleScheme[] {
  return (operation.security[alternative] ?? []).flatMap(({ scheme }) => document.securitySchemes.filter(({ name }) => name === scheme));
}

/** The alternative to begin with: the first whose credentials are all known; else the first. */
export function firstAlternative(document: Secured, operation: Pick<ConsoleOperation, 'security'>, credentials: Credentials): number {
  const index = operation.security.findIndex(
    (schemes) => schemes.length > 0 && schemes.every(({ scheme }) => credentials[scheme] !== undefined || !takes(document, scheme)),
  );
  return Math.max(0, index);
}

function takes({ securitySchemes }: Secured, name: string): boolean {
  return securitySchemes.find((scheme) => scheme.name === name)?.takes !== false;
}

/** The complete credentials of those schemes. */
export function usedCredentials(schemes: readonly ConsoleScheme[], credentials: Credentials): Credentials {
  const isComplete = ({ name, fields }: ConsoleScheme): boolean => {
    const value = credentials[name];
    if (value === undefined || typeof value === 'string') return value !== undefined && value !== '' && fields === undefined;
    return fields?.every((field) => (value[field] ?? '') !== '') === true;
  };
  return Object.fromEntries(schemes.filter(isComplete).map(({ name }) => [name, credentials[name] ?? '']));
}

/** Begins each placeholder, so that a reader sees that it stands for something, in every language. */
export const PLACEHOLDER = 'YOUR_';

/** In place of each credential, a word that says what to put there, such as `YOUR_API_KEY`. */
export function placeholders(schemes: readonly ConsoleScheme[]): Credentials {
  return Object.fromEntries(
    schemes.flatMap(({ name, fields, takes: isSent, variable }) => {
      if (!isSent) return [];
      const value =
        fields === undefined
          ? `${PLACEHOLDER}${variable}`
          : Object.fromEntries(fields.map((field) => [field, `${PLACEHOLDER}${variable}_${field.toUpperCase()}`]));
      return [[name, value]];
    }),
  );
}
