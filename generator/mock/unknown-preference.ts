// The answer to a request that prefers a response which its operation does not have.
import type { MockAnswer } from './protocol.ts';

/** `where`: `GET /notes/7`. */
type Unknown = { readonly where: string } & (
  | { readonly code: number | string; readonly statuses: readonly string[] }
  | { readonly example: string; readonly named: readonly { readonly name: string; readonly status: string }[] }
);

export function unknownPreference(unknown: Unknown): MockAnswer {
  const refused = sentenceOf(unknown);
  const problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: refused, code: 'prefer-unknown' };
  return { status: 400, headers: { 'content-type': 'application/problem+json' }, body: JSON.stringify(problem), refused, isOurs: true };
}

function sentenceOf(unknown: Unknown): string {
  const { where } = unknown;
  if ('code' in unknown)
    return `${where} has no response ${unknown.code}, which \`Prefer: code\` asks for. It has: ${unknown.statuses.join(', ')}.`;
  const named = new Set(unknown.named.map(({ name, status }) => `${name} (${status})`));
  const there = named.size === 0 ? 'It has no named examples' : `It has: ${[...named].join(', ')}`;
  return `The response to ${where} has no example \`${unknown.example}\`, which \`Prefer: example\` asks for. ${there}.`;
}
