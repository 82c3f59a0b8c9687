// What octavo conform finds of Prism, each with the reason. An entry that no document needs fails the test.
import type { Waiver } from '../../generator/conform/index.ts';

const emptyIsAbsent = 'Prism treats an empty parameter as absent, so it never checks `minLength`.';

export const waivers: readonly Waiver[] = [
  { check: 'refuses-credential', case: 'credential-wrong', reason: 'Prism checks that there is a credential, and knows none.' },
  { check: 'refuses-invalid', case: '/body malformed-body truncated', reason: 'Prism takes the parts of a multipart body that are there.' },
  { check: 'refuses-invalid', case: 'x-any-of-parameters', reason: 'Prism does not know this extension of Octavo.' },
  { check: 'refuses-invalid', case: '/query/pagination_token minLength', reason: emptyIsAbsent },
  { check: 'refuses-invalid', case: '/query/next_token minLength', reason: emptyIsAbsent },
  {
    check: 'refuses-invalid',
    case: '/body type null',
    reason: 'Prism treats the JSON body `null` as no body, and the body of these operations is optional.',
  },
];
