// Reads what a refusal says in words, for the summary of a run.
import { isObject } from '../../inference/pointers.ts';
import { jsonOf } from '../checks/text.ts';
import type { Exchange } from '../contract/exchange.ts';

/** Members of error bodies with a message for people, the most telling first. */
const MESSAGES = ['detail', 'message', 'error_description', 'errorMessage', 'description', 'reason', 'msg', 'error', 'title'];

/** A longer message is cut. */
const MOST = 120;

const MOST_DEPTH = 3;

/** The message of a refusal; `undefined` where it has none, or one with a credential of the request. */
export function messageOf({ reading, response, sent }: Exchange): string | undefined {
  const text = messageIn(reading?.body ?? (response && jsonOf(response)), 0)
    ?.replace(/\s+/g, ' ')
    .trim();
  if (text === undefined || text === '' || sent.secrets.some((secret) => secret !== '' && text.includes(secret))) return undefined;
  const letters = [...text];
  return letters.length > MOST ? `${letters.slice(0, MOST).join('')}…` : text;
}

function messageIn(value: unknown, depth: number): string | undefined {
  if (depth > MOST_DEPTH) return undefined;
  if (Array.isArray(value)) return messageIn(value[0], depth + 1);
  if (!isObject(value)) return undefined;
  const own = MESSAGES.map((name) => value[name]).find((one) => typeof one === 'string');
  if (typeof own === 'string') return own;
  for (const member of Object.values(value)) {
    const found = messageIn(member, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
