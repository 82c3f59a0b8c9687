// Reading with a tag, and changing with a tag.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Call } from '../call.ts';
import { Refusal, tagOf } from '../wire.ts';

export function answerRead({ header }: Call, body: object, etag = tagOf(body)): Reply {
  const known = header('if-none-match');
  if (known !== undefined && matchesWeak(known, etag)) return { status: 304, headers: { etag } };
  return { status: 200, body, headers: { etag } };
}

export function requireMatch({ header }: Call, etag: string): void {
  const known = header('if-match');
  if (known !== undefined && !matchesStrong(known, etag)) throw new Refusal(412, 'The thing has another tag by now.');
}
