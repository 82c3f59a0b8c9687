// `cors`, off by default: pages of another origin may call the operation and read its responses (the Fetch standard, section 3.3).
import { headerOf } from '../../model/security-kinds.ts';
import type { Case } from '../contract/case.ts';
import type { Check, CheckContext, Fault } from '../contract/check.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { isLeading, isProbeOf, isSuccess, probeOf } from './probe.ts';

const ID = 'cors';

const ORIGIN = 'https://octavo.example';

/** Methods and header fields that need no permission (the Fetch standard, sections 2.2.1 and 2.2.2). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'POST']);
const SAFE_FIELDS = new Set(['accept', 'accept-language', 'content-language']);

export const cors: Check = {
  id: ID,
  summary: 'pages of an origin (default https://octavo.example) may call every operation and read its responses',
  on: false,
  probes(base, context) {
    const origin = originOf(context);
    const fields = requestedFields(base, context);
    const headers: Record<string, string> = { origin, 'access-control-request-method': base.request.method };
    if (fields.length > 0) headers['access-control-request-headers'] = fields.join(',');
    const request = { method: 'OPTIONS', headers };
    const preflight = { ...base, request: { ...base.request, headers: {} } };
    return [
      probeOf(preflight, {
        check: ID,
        name: 'preflight',
        says: `the preflight of ${origin}`,
        request,
        bodiless: true,
        credential: 'missing',
      }),
    ];
  },
  follow(exchange, context) {
    if (!isLeading(exchange) || exchange.case.request.method !== 'GET') return [];
    const origin = originOf(context);
    return [
      probeOf(exchange.case, { check: ID, name: exchange.case.id, says: `from a page of ${origin}`, request: { headers: { origin } } }),
    ];
  },
  look(exchange, context) {
    if (exchange.response === undefined || !isProbeOf(ID, exchange)) return undefined;
    const origin = originOf(context);
    return exchange.sent.method === 'OPTIONS' ? ofPreflight(exchange, origin) : ofAnswer(exchange, origin);
  },
};

function originOf({ options }: CheckContext): string {
  const given = options[ID];
  return typeof given === 'string' ? given : ORIGIN;
}

/** The header fields for which a browser asks: those of the request, and those of credentials. */
function requestedFields({ request: { headers }, operation: { security } }: Case, { service }: CheckContext): readonly string[] {
  const type = headers['content-type'];
  const isPlain = type === undefined || /^(?:text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(type);
  const names = Object.keys(headers).filter((name) => name !== 'cookie' && !SAFE_FIELDS.has(name) && (name !== 'content-type' || !isPlain));
  const [requirement = []] = security;
  const credentials = requirement.flatMap(({ scheme }) => {
    const facts = service.securitySchemes.find((one) => one.name === scheme);
    return (facts && headerOf(facts)?.header) ?? [];
  });
  return [...new Set([...names, ...credentials])].sort();
}

function ofPreflight({ response, sent }: Answered, origin: string): Fault[] {
  if (!isSuccess(response.status))
    return [{ message: `The preflight is answered with ${response.status}.`, expected: 'the status 200 or 204' }];
  const faults = ofAnswer({ response }, origin);
  const method = sent.headers['access-control-request-method'] ?? '';
  const methods = listOf(response, 'access-control-allow-methods');
  if (!SAFE_METHODS.has(method) && !methods.includes('*') && !methods.includes(method.toLowerCase()))
    faults.push({ message: `The preflight does not allow ${method}.`, expected: `${method} in the header Access-Control-Allow-Methods` });
  const fields = listOf(response, 'access-control-allow-headers');
  const asked = (sent.headers['access-control-request-headers'] ?? '').split(',').filter(Boolean);
  // The Fetch standard, section 4.8: `*` is not about `Authorization`.
  const refused = asked.filter((name) => !fields.includes(name) && (name === 'authorization' || !fields.includes('*')));
  if (refused.length > 0)
    faults.push({
      message: `The preflight does not allow the header ${refused.join(', ')}.`,
      expected: `${refused.join(', ')} in the header Access-Control-Allow-Headers`,
    });
  return faults;
}

function ofAnswer({ response }: Pick<Exchange, 'response'>, origin: string): Fault[] {
  const allowed = response?.headers.get('access-control-allow-origin') ?? null;
  const expected = `\`Access-Control-Allow-Origin: ${origin}\` with \`Vary: Origin\`, or \`*\``;
  if (response === undefined || allowed === '*') return [];
  if (allowed !== origin)
    return [
      {
        message:
          allowed === null
            ? 'The header Access-Control-Allow-Origin is missing.'
            : `The header Access-Control-Allow-Origin is \`${allowed}\`.`,
        expected,
      },
    ];
  const varies = listOf(response, 'vary');
  return varies.includes('origin') || varies.includes('*') ? [] : [{ message: 'The header Vary does not list Origin.', expected }];
}

function listOf(response: NonNullable<Exchange['response']>, name: string): readonly string[] {
  return (response.headers.get(name) ?? '').split(',').map((one) => one.trim().toLowerCase());
}
