// `reads-media-types`: names of media types have no case, and what they name may have a parameter or a weight (RFC 9110 sections 8.3.1 and 12.5.1).
import { essenceOf, isJson } from '@octavo/runtime/conformance';
import type { Case } from '../contract/case.ts';
import type { Check, CheckContext } from '../contract/check.ts';
import { isProbeOf, probeOf } from './probe.ts';

const ID = 'reads-media-types';

/** The names of the requests: of those with another `Content-Type`, and of those with another `Accept`. */
const NAMES = { body: ['content-type charset', 'content-type case'], accept: ['accept weight', 'accept range', 'accept any'] } as const;

export const readsMediaTypes: Check = {
  id: ID,
  summary: 'a media type is read in any case and with a charset, and `Accept` with weights and ranges',
  on: true,
  probes: (base, context) => [...bodyProbes(base, context), ...acceptProbes(base)],
  look(exchange, { hasSucceeded }) {
    const { response, case: one } = exchange;
    if (response === undefined || !isProbeOf(ID, exchange)) return undefined;
    const wrong = NAMES.body.some((name) => isProbeOf(ID, exchange, name)) ? 415 : 406;
    if (response.status !== wrong || !hasSucceeded(one.operation)) return [];
    return [
      { message: `A request ${one.says} is answered with ${wrong}.`, expected: 'the answer to the same request with the plain media type' },
    ];
  },
};

/** JSON has no charset, and readers ignore one (RFC 8259 section 11). */
function bodyProbes(base: Case, { hasSucceeded }: CheckContext): readonly Case[] {
  const type = base.request.headers['content-type'];
  if (type === undefined || !isJson(essenceOf(type)) || !hasSucceeded(base.operation)) return [];
  return [`${essenceOf(type)}; charset=utf-8`, essenceOf(type).replace(/[a-z]+$/, (word) => word.toUpperCase())].map((value, index) =>
    probeOf(base, {
      ...{ check: ID, name: NAMES.body[index] ?? ID, says: `with \`Content-Type: ${value}\`` },
      request: { headers: { 'content-type': value } },
    }),
  );
}

function acceptProbes(base: Case): readonly Case[] {
  const { method, responses } = base.operation;
  const types = responses
    .filter(({ status }) => /^2/.test(status))
    .flatMap(({ contents }) => contents.map(({ contentType }) => essenceOf(contentType)));
  const [type] = types;
  if (method !== 'GET' || type === undefined || type.includes('*')) return [];
  return [`text/x-octavo-undeclared, ${type};q=0.8`, `${type.split('/')[0]}/*`, '*/*;q=0.1'].map((accept, index) =>
    probeOf(base, { check: ID, name: NAMES.accept[index] ?? ID, says: `with \`Accept: ${accept}\``, request: { headers: { accept } } }),
  );
}
