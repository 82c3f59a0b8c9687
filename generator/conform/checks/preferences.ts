// `prefer-minimal`: where the document says so, `Prefer: return=minimal` is answered with 204 (RFC 7240 section 4.2).
import type { Operation } from '../../model/service.ts';
import type { Check } from '../contract/check.ts';
import { isProbeOf, isSuccess, probeOf } from './probe.ts';

const ID = 'prefer-minimal';
const MINIMAL = 'return=minimal';

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

/** Whether the operation declares the header and 204, and says that this preference asks for an answer without a body. */
function promisesMinimal({ parameters, responses, description = '' }: Operation): boolean {
  const header = parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === 'prefer');
  const text = `${header?.description ?? ''} ${description}`;
  return (
    header !== undefined &&
    responses.some(({ status }) => status === '204') &&
    text.includes(MINIMAL) &&
    /\b204\b|\bwithout (?:a |any )?(?:body|content)\b|\bno (?:body|content)\b|\bempty (?:body|answer|response)\b/i.test(text)
  );
}
