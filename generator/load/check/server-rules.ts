// Rules of servers: their URLs, and the variables in them.
import type { JsonObject } from '../description.ts';
import { isObject, own } from '../pointer.ts';
import { type Fault, report, type Walk } from './walk.ts';

export function server(value: JsonObject, walk: Walk): void {
  const url = own(value, 'url');
  if (typeof url !== 'string') return;
  const variables = own(value, 'variables');
  for (const [, name = ''] of url.matchAll(/\{([^{}]*)\}/g)) {
    if (isObject(variables) && Object.hasOwn(variables, name)) continue;
    report(walk, {
      code: 'server-variable',
      message: `The server URL uses the variable \`{${name}}\`, which is not declared.`,
      fix: `Declare it under \`variables\`, with a \`default\`.`,
      below: ['url'],
    });
  }
  for (const example of possibleUrls(url, variables)) {
    const fault = urlFault(example);
    if (fault === undefined) continue;
    report(walk, { ...fault, below: ['url'] });
    return;
  }
}

export function serverVariable(value: JsonObject, walk: Walk): void {
  const values = own(value, 'enum');
  const fallback = own(value, 'default');
  if (!Array.isArray(values)) return;
  if (values.length === 0) {
    report(walk, {
      code: 'server-variable',
      message: '`enum` of a server variable is empty.',
      fix: 'List the allowed values, or remove `enum`.',
      below: ['enum'],
    });
  } else if (typeof fallback === 'string' && !values.includes(fallback)) {
    report(walk, {
      severity: 'warning',
      code: 'server-variable',
      message: `The default ${JSON.stringify(fallback)} is not in \`enum\`; it is accepted all the same.`,
      fix: 'Use one of the values in `enum`.',
      below: ['default'],
    });
  }
}

/** The URL with the defaults of its variables, and with every value of a variable at its start, which decides the scheme. */
function possibleUrls(url: string, variables: unknown): string[] {
  const withDefaults = url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const fallback = isObject(variables) ? variableField(variables, name, 'default') : undefined;
    return typeof fallback === 'string' ? fallback : whole;
  });
  const leading = /^\{([^{}]*)\}/.exec(url);
  const values = leading !== null && isObject(variables) ? variableField(variables, leading[1] ?? '', 'enum') : undefined;
  if (leading === null || !Array.isArray(values)) return [withDefaults];
  // Values that are not strings are reported by the grammar, and may lack a `toString`.
  return [withDefaults, ...values.filter((value) => typeof value === 'string').map((value) => value + url.slice(leading[0].length))];
}

function variableField(variables: JsonObject, name: string, field: string) {
  const variable = own(variables, name);
  return isObject(variable) ? own(variable, field) : undefined;
}

function urlFault(url: string): Fault | undefined {
  // URL parsers drop tabs and line breaks, so `java\nscript:` would be a scheme.
  if (/\p{Cc}/u.test(url)) {
    return { code: 'server-url', message: 'The server URL contains a control character.', fix: 'Remove it.' };
  }
  const scheme = /^\s*([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) {
    // `host:8080/v1` has no scheme, though it looks as if it had one.
    const isHost = /^\s*[\w.-]+:\d/.test(url);
    return {
      code: 'server-scheme',
      message: `The server URL has the scheme \`${scheme}:\`; expected \`https:\` or \`http:\`.`,
      fix: isHost ? `Write \`https://${url.trim()}\`.` : 'Use `https:` or `http:`, or a path such as `/v1`.',
    };
  }
  if (/^\s*(?:https?:)?[\\/]{2}[^/\\?#]*@/i.test(url)) {
    return {
      code: 'server-credentials',
      message: 'The server URL contains a user name or password.',
      fix: 'Remove it, and declare a security scheme.',
    };
  }
  return undefined;
}
