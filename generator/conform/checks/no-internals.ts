// `no-internals`: an error says nothing of the machine or the code of the service: no stack traces, no paths of files, no errors of databases.
import type { Check } from '../contract/check.ts';
import { textOf } from './text.ts';

/** Texts that give away how a service is made, each with its name. */
const TRACES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a stack trace', /(?:^|\n|\\n|<br ?\/?>)\s{0,16}at (?:async )?[^\n()]{0,200}\([^\n()]{1,300}:\d+(?::\d+)?\)/],
  ['a stack trace', /(?:^|\n|\\n)\s{0,16}at (?:async )?(?:file:\/\/|node:|\/)[^\s:]{1,300}:\d+:\d+/],
  ['a stack trace', /Traceback \(most recent call last\)|File \\?"[^"\n]{1,300}\\?", line \d+/],
  ['a stack trace', /\bgoroutine \d+ \[|\bthread '[^'\n]{1,100}' panicked at /],
  ['a stack trace', /[\w$]\.java:\d+\)|Caused by: (?:[a-z]+\.)+[A-Z]\w*(?:Exception|Error)/],
  ['a stack trace', / in (?:[A-Za-z]:\\|\/)[^\s:]{1,300}:line \d+|\.php(?: on line |:|\()\d+/],
  ['a stack trace', /\/[\w./-]{1,300}\.rb:\d+:in /],
  ['a path of the machine', /\bfile:\/\/\/|\bnode_modules\/|\bnode:internal\/|\bsite-packages\//],
  [
    'a path of the machine',
    /(?<![\w:/.-])\/(?:home|Users|root|var|usr|opt|srv|app|tmp|etc|mnt|workspace|build)\/[\w./@-]{0,200}\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|class|jar|cs|dll|so|ya?ml|toml|ini|conf|env|db|sqlite3?|sql|log|pem|key|sock)\b/,
  ],
  ['a path of the machine', /\b[A-Za-z]:(?:\\{1,2})(?:Users|Windows|inetpub|Program Files|src|app|build)\\/],
  ['an error of a database', /\bSQLSTATE\[|\bORA-\d{5}\b|\bSQLITE_[A-Z]+\b|syntax error at or near |You have an error in your SQL syntax/],
];

export const noInternals: Check = {
  id: 'no-internals',
  summary: 'no error contains a stack trace, a path of the machine or an error of a database',
  on: true,
  judgesProbes: true,
  look({ response, sent }) {
    if (response === undefined || response.status < 400) return undefined;
    const text = textOf(response);
    for (const [name, pattern] of TRACES) {
      const [found] = pattern.exec(text) ?? [];
      // A service may repeat what it was sent.
      if (found === undefined || wasSent(sent, found)) continue;
      const excerpt = found.trim().slice(0, 80);
      return [
        {
          message: `The error ${response.status} contains ${name}: \`${excerpt}\`.`,
          expected: 'an error without internals of the service',
        },
      ];
    }
    return [];
  },
};

function wasSent({ target, body }: { readonly target: string; readonly body?: string | Uint8Array }, text: string): boolean {
  const sent = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return sent.includes(text) || decoded(target).includes(text);
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
