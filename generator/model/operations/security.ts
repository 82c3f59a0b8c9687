// Security schemes and requirements (OpenAPI 3.1, Security Scheme Object and Security Requirement Object), with the extension `x-signature`.
import type { Description } from '../../load/description.ts';
import { isObject } from '../../load/pointer.ts';
import type { Problems } from '../../problem.ts';
import { child, dereference, keyOf, members, number, optional, type Place, text, texts } from '../place.ts';
import type { OAuthFlow, RequestSignature, SecurityRequirement, SecurityScheme } from '../service.ts';

/** A scheme whose name in code is yet to be chosen. */
export type SchemeDraft = SecurityScheme extends infer S ? (S extends SecurityScheme ? Omit<S, 'identifier'> : never) : never;

export function readSchemes(description: Description, place: Place, problems: Problems): SchemeDraft[] {
  const found: SchemeDraft[] = [];
  for (const [name, written] of members(place)) {
    const scheme = readScheme(name, written, dereference(description, written), problems);
    if (scheme !== undefined) found.push(scheme);
  }
  return found;
}

function readScheme(name: string, written: Place, place: Place, problems: Problems): SchemeDraft | undefined {
  const base = { name, ...optional('description', text(place, 'description')), location: keyOf(written) };
  switch (text(place, 'type')) {
    case 'apiKey': {
      const where = text(place, 'in');
      const parameter = text(place, 'name') ?? name;
      const signed = child(place, 'x-signature');
      if (signed.value !== undefined) {
        const signature = readSignature(signed, where, problems);
        return signature === undefined ? undefined : { ...base, kind: 'signature', parameter, signature };
      }
      if (where !== 'query' && where !== 'header' && where !== 'cookie') return undefined;
      return { ...base, kind: 'apiKey', in: where, parameter };
    }
    case 'http': {
      const scheme = text(place, 'scheme') ?? '';
      switch (scheme.toLowerCase()) {
        case 'basic':
          return { ...base, kind: 'basic' };
        case 'bearer':
          return { ...base, kind: 'bearer', ...optional('format', text(place, 'bearerFormat')) };
        default:
          return { ...base, kind: 'http', scheme };
      }
    }
    case 'oauth2':
      return { ...base, kind: 'oauth2', flows: readFlows(child(place, 'flows')) };
    case 'openIdConnect':
      return { ...base, kind: 'openIdConnect', url: text(place, 'openIdConnectUrl') ?? '' };
    case 'mutualTLS':
      return { ...base, kind: 'mutualTLS' };
    default:
      return undefined;
  }
}

const FLOWS = ['implicit', 'password', 'clientCredentials', 'authorizationCode', 'deviceAuthorization'] as const;

function readFlows(place: Place): OAuthFlow[] {
  return FLOWS.filter((flow) => isObject(child(place, flow).value)).map((flow) => {
    const written = child(place, flow);
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

/** `x-signature`: each field may be left out but the parameters' names, which no default could guess. */
function readSignature(place: Place, where: string | undefined, problems: Problems): RequestSignature | undefined {
  const fault = (message: string, fix: string, at: Place): undefined => {
    problems.add({ code: 'signature-invalid', severity: 'error', message, fix, location: at.location });
  };
  if (where !== 'query') return fault('A signature stands in the query; this scheme is in another place.', 'Write `in: query`.', place);
  for (const [field, only] of [
    ['algorithm', 'hmac-sha256'],
    ['encoding', 'hex'],
    ['bodyDigest', 'md5'],
  ] as const) {
    const value = child(place, field);
    if (value.value !== undefined && value.value !== only) {
      return fault(`\`${field}\` of \`x-signature\` can only be ${only}.`, `Write \`${field}: ${only}\`.`, value);
    }
  }
  const parameters = child(place, 'parameters');
  const [key, timestamp, version, bodyDigest] = (['key', 'timestamp', 'version', 'bodyDigest'] as const).map((role) =>
    text(parameters, role),
  );
  if (key === undefined || timestamp === undefined || version === undefined || bodyDigest === undefined) {
    return fault(
      '`parameters` of `x-signature` does not name all four query parameters.',
      'Name `key`, `timestamp`, `version` and `bodyDigest`.',
      parameters.value === undefined ? place : parameters,
    );
  }
  return {
    algorithm: 'hmac-sha256',
    encoding: 'hex',
    parameters: { key, timestamp, version, bodyDigest },
    version: text(place, 'version') ?? '1.0',
    bodyDigest: 'md5',
    toleranceSeconds: number(place, 'toleranceSeconds') ?? 600,
  };
}

/** `undefined` where the place writes none, and what the document has by default holds. */
export function readRequirements(place: Place, known: ReadonlySet<string>, problems: Problems): SecurityRequirement[] | undefined {
  const written = child(place, 'security');
  if (!Array.isArray(written.value)) return undefined;
  return members(written).map(([, alternative]) =>
    members(alternative).map(([scheme, scopes]) => {
      if (!known.has(scheme)) {
        problems.add({
          code: 'security-scheme-unknown',
          severity: 'error',
          message: `The security scheme '${scheme}' is not under \`components.securitySchemes\`.`,
          fix: known.size === 0 ? 'Declare it there.' : `Declare it there, or name one of: ${[...known].join(', ')}.`,
          location: keyOf(scopes),
        });
      }
      return { scheme, scopes: texts(alternative, scheme) ?? [] };
    }),
  );
}
