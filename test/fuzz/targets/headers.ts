// `Accept`, `Link`, media types and `Forwarded`: equivalent queries give the same result, and results contain only input text.

import { text } from '../../../runtime/body/body.ts';
import type { ServerRequest } from '../../../runtime/contract/server-request.ts';
import { accepts, preferredType } from '../../../runtime/server/accept.ts';
import { originFinder } from '../../../runtime/server/origin.ts';
import { nextLink } from '../../../runtime/wire/link-header.ts';
import { mostSpecific } from '../../../runtime/wire/match-media.ts';
import { charsetOf, essenceOf } from '../../../runtime/wire/media-type.ts';
import { claim, claimEqual, type Fuzz, fieldValue, type Input } from '../support.ts';

const OFFERED = [['application/json'], ['application/json', 'text/event-stream', 'text/plain; charset=utf-8'], ['image/*'], ['*/*'], []];

function accept(header: string, input: readonly string[]): void {
  const taken = accepts(header, input);
  const preferred = preferredType(header, input);
  if (preferred !== undefined) claim(taken && input.includes(preferred), 'the preferred type is not acceptable', preferred);
  else claim(!taken || input.length === 0, 'a type is acceptable, but none is preferred');
  // An additional range never makes an accepted media type unacceptable.
  if (taken && header.trim() !== '') claim(accepts(`${header},x/y;q=0.5`, input), 'an additional range made a type unacceptable');
}

function link(header: string): void {
  const target = nextLink(header, 'next');
  if (target !== undefined) claim(header.includes(target) && /rel|REL|Rel/i.test(header), 'the target is not in the header', target);
  const wanted = '/items?page=2';
  // The first link with the relation wins, whatever follows.
  claimEqual(nextLink(`<${wanted}>; rel="next", ${header}`, 'next'), wanted, 'text after the link changes the result');
}

function mediaType(header: string): void {
  const essence = essenceOf(header);
  claim(essence === '' || header.toLowerCase().includes(essence), 'the media type is not in the header', essence);
  claimEqual(essenceOf(essence), essence, 'the essence of an essence is different');
  const charset = charsetOf(header);
  if (charset !== undefined) claim(header.toLowerCase().includes(charset), 'the charset is not in the header', charset);
  const found = mostSpecific({ 'application/json': text, 'text/*': text, '*/*': text }, header);
  claim((found === undefined) === (essence === ''), 'no content matches a media type, or one matches an empty type', found?.[0]);
}

const PROXY = 'for=203.0.113.9;proto=https;host=api.example';
const originOf = originFinder({ addresses: ['10.0.0.1'], headers: ['forwarded'] });

function forwarded(header: string): void {
  const from = (value: string): string =>
    originOf({ origin: 'http://inside', peer: '10.0.0.1', header: () => value } as Partial<ServerRequest> as ServerRequest);
  claim(/^https?:\/\/[\w.:[\]-]+$/.test(from(header)), 'the origin is not an origin', from(header));
  // Nothing that a caller puts before the proxy's element decides the origin.
  claim(['https://api.example', 'http://inside'].includes(from(`${header}, ${PROXY}`)), 'the caller chose the origin', header);
}

export const fuzz: Fuzz = (input: Input) => {
  const kind = input.pick(['accept', 'link', 'media type', 'forwarded']);
  if (kind === 'accept') {
    const offered = input.pick(OFFERED);
    accept(fieldValue(input.latin1()), offered);
  } else if (kind === 'link') link(fieldValue(input.latin1()));
  else if (kind === 'forwarded') forwarded(fieldValue(input.latin1()));
  else mediaType(fieldValue(input.latin1()));
};
