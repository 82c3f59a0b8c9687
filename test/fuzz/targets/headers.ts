// `Accept`, `Link` and media types: equivalent queries give the same result, and results contain only input text.

import { text } from '../../../runtime/body/body.ts';
import { accepts, preferredType } from '../../../runtime/server/accept.ts';
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

export const fuzz: Fuzz = (input: Input) => {
  const kind = input.pick(['accept', 'link', 'media type']);
  if (kind === 'accept') {
    const offered = input.pick(OFFERED);
    accept(fieldValue(input.latin1()), offered);
  } else if (kind === 'link') link(fieldValue(input.latin1()));
  else mediaType(fieldValue(input.latin1()));
};
