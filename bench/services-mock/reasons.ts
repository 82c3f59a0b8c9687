// Says why a test of a service fails where a mock answers, by the first line of its failure: which status it wants, and which one came.

/** In the order of the table. */
export const REASONS = {
  values: 'other values: what the service computes, or what its story has in it',
  input: 'a refusal of the request by a rule that only the service has (400, 409, 413, 429, 451)',
  credential: 'a refusal of the credential (401, 403): the mock accepts any',
  refused: 'a success, and the mock refuses: mostly older paths and other forms of a request, which services accept beside the document',
  absent: 'a 404, and the mock has such a thing or makes it',
  another: 'another refusal, or other words in it',
} as const;

export type Reason = keyof typeof REASONS;

const WANTED = /to (?:match|deeply equal|match object) (?:object )?[[{] ?(?:status: )?(\d{3})\b|to be (\d{3}) \/\//;
const CAME = /expected (?:[[{] ?(?:status: )?)?(\d{3})\b/;
/** A failure may show the status that is wanted alone: `expected { Object (status, body, ...) } to match object { status: 400, … }`. */
const isRefusal = (status: string | undefined): boolean => status?.startsWith('4') === true;

export function reasonOf(failure: string): Reason {
  const [, member, bare] = WANTED.exec(failure) ?? [];
  const [wanted, came] = [member ?? bare, CAME.exec(failure)?.[1]];
  if (isRefusal(wanted) && isRefusal(came)) return 'another';
  if (wanted === '401' || wanted === '403') return 'credential';
  if (wanted === '404') return 'absent';
  if (isRefusal(wanted)) return 'input';
  return isRefusal(came) ? 'refused' : 'values';
}
