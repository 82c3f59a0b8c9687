// Writes a request of the log as a curl command.
import type { LoggedRequest } from '../../services/generated/control/index.ts';

/** Headers that curl writes by itself. */
const OWN = ['content-length', 'user-agent', 'accept', 'origin'];

/** @param base the address of the document, whose path the target begins with; absent: a placeholder stands for the host */
export function curlOf(
  { method, target, headers, body }: Pick<LoggedRequest, 'method' | 'target' | 'headers' | 'body'>,
  base: string | undefined,
): string {
  const origin = base === undefined ? 'http://HOST' : new URL(base).origin;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + target)}`];
  for (const [name, value] of Object.entries(headers)) if (!OWN.includes(name)) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  lines.push(`-H ${quoted('Authorization: CREDENTIAL')}`);
  if (body !== undefined) lines.push(`--data-raw ${quoted(body)}`);
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
