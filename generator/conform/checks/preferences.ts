// `prefer-minimal`: where the document says so, `Prefer: return=minimal` is answered with 204 (RFC 7240 section 4.2).
import { MINIMAL, promisesMinimal } from '../../inference/stated/preferences.ts';
import type { Check } from '../contract/check.ts';
import { isProbeOf, isSuccess, probeOf } from './probe.ts';

const ID = 'prefer-minimal';

export const preferMinimal: Check = {
  id: ID,
  summary: 'where the document says so, `Prefer: return=minimal` is answered with 204',
  on: true,
  probes(base) {
    if (!promisesMinimal(base.operation)) return [];
    return [probeOf(base, { check: ID, name: MINIMAL, says: `with \`Prefer: ${MINIMAL}\``, request: { headers: { prefer: MINIMAL } } })];
  },
  look(exchange) {
    const { case: one, response, sent } = exchange;
    if (response === undefined || !(one.intent.kind === 'valid' || isProbeOf(ID, exchange)) || !promisesMinimal(one.operation))
      return undefined;
    const [, value] = Object.entries(sent.headers).find(([name]) => name.toLowerCase() === 'prefer') ?? [];
    if (value !== MINIMAL || !isSuccess(response.status)) return undefined;
    if (response.status === 204 || response.status === 201 || response.status === 202) return [];
    return [{ message: `\`Prefer: ${MINIMAL}\` is answered with ${response.status}.`, expected: 'the status 204, as the document says' }];
  },
};
