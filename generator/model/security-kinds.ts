// The kinds of security schemes (OpenAPI 3.1 section 4.8.27), one row each: how a document describes it, and what each stage has to know of it.

import type { SignatureFacts } from '@octavo/runtime/facts';
import type { Problems } from '../base/problem.ts';
import { isObject } from '../load/pointer.ts';
import { child, type DocumentNode, members, number, optional, refuseExtension, text } from './document-node.ts';

/** The facts of each kind, as the document gives them. */
interface SecurityFacts {
  /** `x-signature` on an `apiKey` scheme: the request is signed. */
  readonly signature: SignatureFacts;
  readonly apiKey: { readonly in: 'query' | 'header' | 'cookie'; readonly parameter: string };
  readonly basic: object;
  readonly bearer: { readonly format?: string };
  /** An `Authorization` scheme that is neither Basic nor Bearer: `Authorization: <word> <credential>`. */
  readonly http: { readonly scheme: string };
  readonly oauth2: { readonly flows: readonly OAuthFlow[] };
  readonly openIdConnect: { readonly url: string };
  readonly mutualTLS: object;
  /** A requirement names the scheme, and the document does not declare it. */
  readonly undeclared: object;
}

/** A scheme of any kind. */
export type SchemeFacts = { [Kind in keyof SecurityFacts]: { readonly kind: Kind } & SecurityFacts[Kind] }[keyof SecurityFacts] & {
  /** From `x-scheme-words`: words that a server accepts before the credential beside the scheme's own. `*` is any run of letters, digits and `-`. */
  readonly words?: readonly string[];
};

interface OAuthFlow {
  readonly flow: (typeof FLOWS)[number];
  readonly authorizationUrl?: string;
  /** OpenAPI 3.2. */
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes: ReadonlyMap<string, string>;
}

/** The facts about a scheme that the stages after the model need. Names are exports of the runtime. */
export interface SecurityTraits {
  /** The function that makes the scheme, and its argument after the name, if it has one. */
  readonly factory: string;
  readonly argument?: Readonly<Record<string, unknown>>;
  /** The type of a client's credential; absent where the client sends none. */
  readonly credential?: string;
  /** The fields of the credential; absent where it is one text. */
  readonly fields?: readonly string[];
  /** The type of a server's handler. */
  readonly handler: string;
  /** The handler of `@octavo/runtime/testing` that accepts any credential. */
  readonly accepting: 'anyone' | 'anySignature';
  /** How curl sends it; `variable` gives the name of an environment variable, by the suffix that it ends with. */
  readonly curl: (variable: (suffix: string) => string, hasBody: boolean) => readonly CurlOption[];
  /** How it is sent, for people, in Markdown. */
  readonly sent: string;
  /** The query parameters that it adds to a request. Absent: none. */
  readonly query?: readonly string[];
  /** A comment above the curl command. */
  readonly note?: string;
}

/** `-H 'X-Key: '"$KEY"`: an option with text of the document, and then text with variables of the shell. */
interface CurlOption {
  readonly option: string;
  readonly text: string;
  readonly variables: string;
}

interface WrittenScheme {
  /** `type`, and for `http` also `scheme`, in lower case. */
  readonly type: string;
  readonly scheme: string;
  readonly name: string;
  readonly node: DocumentNode;
  readonly problems: Problems;
}

interface SecurityKind<Facts> {
  /** `undefined` where the document describes another kind, `null` where it is refused with a problem. */
  read(written: WrittenScheme): Facts | null | undefined;
  traits(facts: Facts): SecurityTraits;
}

const AUTHORIZATION = 'Authorization: ';

function sentAfter(word: string): string {
  return `\`${AUTHORIZATION}${word} …\``;
}

/** The first kind that reads a scheme is its kind. */
const KINDS: { readonly [Kind in keyof SecurityFacts]: SecurityKind<SecurityFacts[Kind]> } = {
  signature: {
    read({ type, name, node, problems }) {
      const signed = child(node, 'x-signature');
      if (type !== 'apiKey' || signed.value === undefined) return undefined;
      const signature = readSignature(signed, text(node, 'in'), problems);
      return signature === undefined ? null : { parameter: text(node, 'name') ?? name, signature };
    },
    traits: ({ parameter, signature }) => ({
      factory: 'signatureScheme',
      argument: { parameter, signature },
      credential: 'SignatureCredential',
      fields: ['key', 'secret'],
      handler: 'SignatureHandler',
      accepting: 'anySignature',
      sent: `signature in the query, \`${parameter}\``,
      query: [parameter, ...Object.values(signature.parameters)],
      note: `# Signed: compute ${parameter.replaceAll(/\s+/g, ' ')} as the security scheme describes. The typed client does it for you.`,
      curl(_, hasBody) {
        const { key, timestamp, version, bodyDigest } = signature.parameters;
        const pairs = [
          [`${key}=`, '$KEY'],
          [`${timestamp}=`, '$TIMESTAMP'],
          [`${version}=${signature.version}`, ''],
          ...(hasBody ? [[`${bodyDigest}=`, '$BODY_MD5'] as const] : []),
          [`${parameter}=`, '$SIGNATURE'],
        ] as const;
        return pairs.map(([text, variables]) => ({ option: '--url-query', text, variables }));
      },
    }),
  },
  apiKey: {
    read({ type, name, node }) {
      const where = text(node, 'in');
      if (type !== 'apiKey' || (where !== 'query' && where !== 'header' && where !== 'cookie')) return undefined;
      return { in: where, parameter: text(node, 'name') ?? name };
    },
    traits: ({ in: where, parameter }) => ({
      factory: 'apiKeyScheme',
      argument: { in: where, parameter },
      credential: 'ApiKeyCredential',
      handler: 'ApiKeyHandler',
      accepting: 'anyone',
      sent: `${where} parameter \`${parameter}\``,
      ...(where === 'query' ? { query: [parameter] } : {}),
      curl(variable) {
        const option = { query: '--url-query', header: '-H', cookie: '-b' }[where];
        return [{ option, text: where === 'header' ? `${parameter}: ` : `${parameter}=`, variables: `$${variable('')}` }];
      },
    }),
  },
  basic: {
    read: ({ type, scheme }) => (type === 'http' && scheme === 'basic' ? {} : undefined),
    traits: () => ({
      factory: 'basicScheme',
      credential: 'BasicCredential',
      fields: ['username', 'password'],
      handler: 'BasicHandler',
      accepting: 'anyone',
      sent: sentAfter('Basic'),
      curl: (variable) => [{ option: '-u', text: '', variables: `$${variable('_USERNAME')}:$${variable('_PASSWORD')}` }],
    }),
  },
  bearer: {
    read: ({ type, scheme, node }) => (type === 'http' && scheme === 'bearer' ? optional('format', text(node, 'bearerFormat')) : undefined),
    traits: () => ({ factory: 'bearerScheme', ...BEARER }),
  },
  http: {
    read: ({ type, node }) => (type === 'http' ? { scheme: text(node, 'scheme') ?? '' } : undefined),
    traits: ({ scheme }) => ({
      factory: 'httpScheme',
      argument: { scheme },
      credential: 'ApiKeyCredential',
      handler: 'ApiKeyHandler',
      accepting: 'anyone',
      sent: sentAfter(scheme),
      curl: (variable) => [{ option: '-H', text: `${AUTHORIZATION}${scheme} `, variables: `$${variable('')}` }],
    }),
  },
  oauth2: {
    read: ({ type, node }) => (type === 'oauth2' ? { flows: readFlows(child(node, 'flows')) } : undefined),
    traits({ flows }) {
      const argument = Object.fromEntries(flows.map(({ flow, scopes, ...urls }) => [flow, { ...urls, scopes: [...scopes.keys()] }]));
      return { factory: 'oauth2Scheme', argument, ...BEARER };
    },
  },
  openIdConnect: {
    read: ({ type, node }) => (type === 'openIdConnect' ? { url: text(node, 'openIdConnectUrl') ?? '' } : undefined),
    traits: ({ url }) => ({ factory: 'openIdConnectScheme', argument: { openIdConnectUrl: url }, ...BEARER }),
  },
  mutualTLS: {
    read: ({ type }) => (type === 'mutualTLS' ? {} : undefined),
    traits: () => ({
      factory: 'mutualTlsScheme',
      handler: 'MutualTlsHandler',
      accepting: 'anyone',
      sent: 'certificate of the client',
      curl: () => [{ option: '--cert', text: '', variables: '$CLIENT_CERTIFICATE' }],
    }),
  },
  undeclared: {
    read: () => undefined,
    traits: () => ({
      factory: 'undeclaredScheme',
      handler: 'UndeclaredHandler',
      accepting: 'anyone',
      sent: 'not described by the document',
      note: '# Add the credential: the document does not say how it is sent.',
      curl: () => [],
    }),
  },
};

/** Kinds whose credential is a bearer token. */
const BEARER: Omit<SecurityTraits, 'factory'> = {
  credential: 'BearerCredential',
  handler: 'BearerHandler',
  accepting: 'anyone',
  sent: sentAfter('Bearer'),
  curl: (variable) => [{ option: '-H', text: `${AUTHORIZATION}Bearer `, variables: `$${variable('')}` }],
};

/** The kind and facts of a scheme; `undefined` where it has none, or is refused with a problem. */
export function readSecurityFacts(name: string, node: DocumentNode, problems: Problems): SchemeFacts | undefined {
  const scheme = (text(node, 'scheme') ?? '').toLowerCase();
  const written = { type: text(node, 'type') ?? '', scheme, name, node, problems };
  for (const [kind, { read }] of Object.entries(KINDS)) {
    const facts = read(written);
    if (facts === null) return undefined;
    // `Object.entries` loses which facts belong to which kind.
    if (facts !== undefined) return { kind, ...facts } as SchemeFacts;
  }
  return undefined;
}

export function securityTraits(scheme: SchemeFacts): SecurityTraits {
  // The row of a kind takes the facts of that kind.
  const { traits } = KINDS[scheme.kind] as SecurityKind<SchemeFacts>;
  return traits(scheme);
}

/** The header that a scheme reads, in lower case, and the word that clients send before the credential; `undefined` if it reads no header. */
export function headerOf(facts: SchemeFacts): { readonly header: string; readonly word?: string } | undefined {
  switch (facts.kind) {
    case 'apiKey':
      return facts.in === 'header' ? { header: facts.parameter.toLowerCase() } : undefined;
    case 'basic':
      return { header: 'authorization', word: 'Basic' };
    case 'bearer':
    case 'oauth2':
    case 'openIdConnect':
      return { header: 'authorization', word: 'Bearer' };
    case 'http':
      return { header: 'authorization', word: facts.scheme };
    case 'signature':
    case 'mutualTLS':
    case 'undeclared':
      return undefined;
  }
}

const FLOWS = ['implicit', 'password', 'clientCredentials', 'authorizationCode', 'deviceAuthorization'] as const;

function readFlows(node: DocumentNode): OAuthFlow[] {
  return FLOWS.filter((flow) => isObject(child(node, flow).value)).map((flow) => {
    const written = child(node, flow);
    const scopes = members(child(written, 'scopes')).map(([scope, meaning]) => [scope, String(meaning.value ?? '')] as const);
    return {
      flow,
      ...optional('authorizationUrl', text(written, 'authorizationUrl')),
      ...optional('deviceAuthorizationUrl', text(written, 'deviceAuthorizationUrl')),
      ...optional('tokenUrl', text(written, 'tokenUrl')),
      ...optional('refreshUrl', text(written, 'refreshUrl')),
      scopes: new Map(scopes),
    };
  });
}

/** `x-signature`. Only the names of the parameters are required, since they have no sensible default. */
function readSignature(node: DocumentNode, where: string | undefined, problems: Problems): SignatureFacts['signature'] | undefined {
  const fault = refuseExtension('x-signature', problems);
  if (where !== 'query')
    return fault(node, '`x-signature` sends the signature in the query, but the scheme is not `in: query`.', 'Write `in: query`.');
  for (const [field, only] of [
    ['algorithm', 'hmac-sha256'],
    ['encoding', 'hex'],
    ['bodyDigest', 'md5'],
  ] as const) {
    const value = child(node, field);
    if (value.value !== undefined && value.value !== only) {
      return fault(value, `\`${field}\` of \`x-signature\` must be ${only}.`, `Write \`${field}: ${only}\`.`);
    }
  }
  const parameters = child(node, 'parameters');
  const [key, timestamp, version, bodyDigest] = (['key', 'timestamp', 'version', 'bodyDigest'] as const).map((role) =>
    text(parameters, role),
  );
  if (key === undefined || timestamp === undefined || version === undefined || bodyDigest === undefined) {
    return fault(
      parameters.value === undefined ? node : parameters,
      '`parameters` of `x-signature` does not name all four query parameters.',
      'Name `key`, `timestamp`, `version` and `bodyDigest`.',
    );
  }
  return {
    algorithm: 'hmac-sha256',
    encoding: 'hex',
    parameters: { key, timestamp, version, bodyDigest },
    version: text(node, 'version') ?? '1.0',
    bodyDigest: 'md5',
    toleranceSeconds: number(node, 'toleranceSeconds') ?? 600,
  };
}
