// Sends credentials that are nearly right: cut, longer, with one other character, after another word, or in another place.
import { names, wordsOf } from '../../inference/prose/index.ts';
import type { Operation, SecurityScheme } from '../../model/service.ts';
import type { Case, CredentialChange } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { another, type Desk, isAnswered, probe, succeeded } from './desk.ts';
import { guardedRead } from './made.ts';

const EXACT = 'exact-credential';

/** What each change is, for people. */
const SAYS: Readonly<Record<CredentialChange, string>> = {
  shorter: 'without its last character',
  longer: 'with more characters at its end',
  middle: 'with one other character in its middle',
  end: 'with one other character near its end',
  case: 'with its letters in the other case',
  user: 'with the name of another user',
  empty: 'without its text',
  word: 'after the word `Octavo`',
  'word-case': 'after its word in the other case',
  query: 'in the query',
  wrong: 'in place of which there is another text',
  other: 'of the second account, beside the rest of that of the first one,',
};

/** Services close an account after several wrong passwords: few are tried. */
const OF_PASSWORDS: readonly CredentialChange[] = ['user', 'end', 'case'];
const OF_TEXTS: readonly CredentialChange[] = ['empty', 'shorter', 'longer', 'middle', 'end', 'case'];

export async function tryNear(desk: Desk): Promise<void> {
  for (const scheme of desk.isOn(EXACT) ? desk.service.securitySchemes : []) {
    const changes = changesOf(desk, scheme);
    const read = changes.length === 0 ? undefined : await guardedRead(desk, scheme.name, EXACT);
    if (read === undefined) {
      await tryTogether(desk, scheme, changes);
      continue;
    }
    for (const change of changes) await tryChange(desk, read, scheme, change);
    await tryWordCase(desk, read, scheme);
  }
}

/** The same of a credential that is wanted together with others, where the service refuses a wrong one beside the right others. */
async function tryTogether(desk: Desk, scheme: SecurityScheme, changes: readonly CredentialChange[]): Promise<void> {
  const isTogether = ({ security }: Operation): boolean =>
    security.length > 0 && security.every((all) => all.length > 1 && all.some((one) => one.scheme === scheme.name));
  const read = await guardedRead(desk, scheme.name, EXACT, isTogether);
  const wrong = read && (await sent(desk, read, scheme, 'wrong'));
  if (read === undefined || wrong === undefined || !isAnswered(wrong) || ![401, 403].includes(wrong.response.status)) return;
  const kept = changes.filter((change) => !isUnread(change));
  for (const change of isOwned(desk, scheme) ? [...kept, 'other' as const] : kept) await tryChange(desk, read, scheme, change);
}

/** Whether the document says of another credential that it belongs to what this one names: `A key of the school` beside `The name of the school`. */
function isOwned({ service }: Desk, { name, description = '' }: SecurityScheme): boolean {
  const nouns = wordsOf(name).filter((word) => names(description, word));
  return service.securitySchemes.some(
    (other) =>
      other.name !== name &&
      nouns.some((noun) =>
        new RegExp(`\\b(?:of|for|belongs? to|from)\\s+(?:the|its|this|that|an?|each)\\s+${noun}\\b`, 'i').test(other.description ?? ''),
      ),
  );
}

function changesOf({ service }: Desk, scheme: SecurityScheme): readonly CredentialChange[] {
  switch (scheme.kind) {
    case 'basic':
      return [...OF_PASSWORDS, 'word'];
    case 'bearer':
    case 'oauth2':
    case 'openIdConnect':
      return [...OF_TEXTS, 'word'];
    case 'apiKey': {
      const hasQuery = service.securitySchemes.some((one) => one.kind === 'apiKey' && one.in === 'query');
      return scheme.in === 'header' ? [...OF_TEXTS, ...(hasQuery ? [] : (['query'] as const))] : OF_TEXTS;
    }
    default:
      return [];
  }
}

async function tryChange(desk: Desk, read: Case, scheme: SecurityScheme, change: CredentialChange): Promise<void> {
  if ((change === 'word' && scheme.words !== undefined) || !desk.mayGoOn()) return;
  const exchange = await sent(desk, read, scheme, change);
  // What a service cannot read may count as no credential: `refuses-credential` says where none is needed.
  if (!succeeded(exchange) || (isUnread(change) && succeeded(await desk.send(probe(desk, read, EXACT, 'without a credential', 'missing')))))
    return;
  desk.found({
    check: EXACT,
    message: `A request with the credential of ${scheme.name} ${SAYS[change]} is answered with ${exchange.response.status}.`,
    expected: 'the status 401 or 403',
    exchanges: [exchange],
  });
}

function isUnread(change: CredentialChange): boolean {
  return change === 'empty' || change === 'word' || change === 'query';
}

/** The word before a credential has no case (RFC 9110 section 11.1). */
async function tryWordCase(desk: Desk, read: Case, scheme: SecurityScheme): Promise<void> {
  if (scheme.kind === 'apiKey' || read.operation.security.length > 1 || !desk.mayGoOn()) return;
  const exchange = await sent(desk, read, scheme, 'word-case');
  if (!isAnswered(exchange) || ![401, 403].includes(exchange.response.status)) return;
  const before = await desk.send(another(desk, read, 'with the same credential'));
  if (!succeeded(before)) return;
  desk.found({
    check: EXACT,
    message: `A request with the credential of ${scheme.name} ${SAYS['word-case']} is answered with ${exchange.response.status}.`,
    expected: 'a status from 200 to 299, as with the word as it is declared (RFC 9110 section 11.1)',
    exchanges: [before, exchange],
  });
}

async function sent(desk: Desk, read: Case, { name: scheme }: SecurityScheme, change: CredentialChange): Promise<Exchange | undefined> {
  const exchange = await desk.send(probe(desk, read, EXACT, `with the credential ${SAYS[change]}`, { scheme, change }));
  if (isAnswered(exchange)) desk.looked(EXACT, read.operation, [exchange]);
  return exchange;
}
