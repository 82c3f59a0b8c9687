// `cache-headers`, off by default: what GET answers says whether it may be stored, and a private answer not by shared caches (RFC 9111).
import type { Check, Fault } from '../contract/check.ts';
import { isSuccess } from './probe.ts';

export const cacheHeaders: Check = {
  id: 'cache-headers',
  summary: 'responses to GET say whether they may be stored, and those to a credential are not public',
  on: false,
  look({ case: one, response, sent }) {
    if (one.intent.kind !== 'valid' || response === undefined || !isSuccess(response.status)) return undefined;
    if (sent.method !== 'GET' && sent.method !== 'HEAD') return undefined;
    const control = response.headers.get('cache-control');
    if (control === null) {
      if (response.headers.has('expires')) return [];
      return [{ message: 'The response does not say whether it may be stored.', expected: 'the header Cache-Control' }];
    }
    const faults: Fault[] = [];
    const directives = new Map(control.split(',').map((part) => splitAt(part.trim().toLowerCase())));
    const isPublic = directives.has('public') || directives.has('s-maxage');
    if (isPublic && sent.secrets.length > 0)
      faults.push({ message: `A response to a credential has \`Cache-Control: ${control}\`.`, expected: '`private` or `no-store`' });
    for (const name of ['max-age', 's-maxage']) {
      const seconds = directives.get(name);
      if (seconds === undefined || /^"?\d+"?$/.test(seconds)) continue;
      faults.push({
        message: `\`${name}\` of the header Cache-Control is \`${seconds}\`.`,
        expected: `a number of seconds for \`${name}\``,
      });
    }
    return faults;
  },
};

function splitAt(directive: string): readonly [name: string, value: string] {
  const mark = directive.indexOf('=');
  return mark === -1 ? [directive, ''] : [directive.slice(0, mark), directive.slice(mark + 1)];
}
