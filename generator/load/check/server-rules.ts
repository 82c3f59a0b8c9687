// Rules of servers: where they may be, and what their variables may be.

import type { JsonObject } from '../description.ts';
import { isObject, own } from '../pointer.ts';
import type { RuleContext } from './check.ts';

export function server(value: JsonObject, { report }: RuleContext): void {
  const url = own(value, 'url');
  if (typeof url !== 'string') return;
  const variables = own(value, 'variables');
  const names = [...url.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  for (const name of names) {
    if (!isObject(variables) || !Object.hasOwn(variables, name)) {
      report(
        'error',
        'server-variable',
        `The server's URL has \`{${name}}\`, and no variable of that name is declared.`,
        `Declare it under \`variables\`, with a \`default\`.`,
        ['url'],
      );
    }
  }
  for (const text of serverTexts(url, variables)) {
    const fault = serverFault(text);
    if (fault === undefined) continue;
    report('error', fault.code, fault.message, fault.fix, ['url']);
    return;
  }
}

export function serverVariable(value: JsonObject, { report }: RuleContext): void {
  const values = own(value, 'enum');
  const fallback = own(value, 'default');
  if (!Array.isArray(values)) return;
  if (values.length === 0)
    report('error', 'server-variable', '`enum` of a server variable is empty.', 'List the allowed values, or leave `enum` out.', ['enum']);
  else if (typeof fallback === 'string' && !values.includes(fallback)) {
    report('error', 'server-variable', `The default ${JSON.stringify(fallback)} is not among the allowed values.`, 'Use one of `enum`.', [
      'default',
    ]);
  }
}

/** The URL as it stands for the defaults, and for every value of a variable that it begins with. */
function serverTexts(url: string, variables: unknown): string[] {
  const defaults = url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const fallback = isObject(variables) ? variableField(variables, name, 'default') : undefined;
    return typeof fallback === 'string' ? fallback : whole;
  });
  const leading = /^\{([^{}]*)\}/.exec(url);
  const values = leading !== null && isObject(variables) ? variableField(variables, leading[1] ?? '', 'enum') : undefined;
  if (leading === null || !Array.isArray(values)) return [defaults];
  // What is no string is the table's to report; it may not even have a `toString`.
  return [defaults, ...values.filter((value) => typeof value === 'string').map((value) => value + url.slice(leading[0].length))];
}

function variableField(variables: JsonObject, name: string, field: string) {
  const variable = own(variables, name);
  return isObject(variable) ? own(variable, field) : undefined;
}

function serverFault(url: string): { code: string; message: string; fix: string } | undefined {
  // A URL parser drops tabs and line breaks, so that `java\nscript:` would be a scheme.
  if (/\p{Cc}/u.test(url)) return { code: 'server-url', message: 'The server URL has a control character.', fix: 'Remove it.' };
  const scheme = /^\s*([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1];
  // `host:8080/v1` has no scheme, though it looks as if it had.
  if (scheme !== undefined && !/^https?$/i.test(scheme)) {
    return {
      code: 'server-scheme',
      message: `The server URL has the scheme \`${scheme}:\`.`,
      fix: /^\s*[\w.-]+:\d/.test(url) ? `Write \`https://${url.trim()}\`.` : 'Use `https:` or `http:`, or a path such as `/v1`.',
    };
  }
  if (/^\s*(?:https?:)?[\\/]{2}[^/\\?#]*@/i.test(url)) {
    return {
      code: 'server-credentials',
      message: 'The server URL carries a user name or password.',
      fix: 'Remove it, and declare a security scheme.',
    };
  }
  return undefined;
}
