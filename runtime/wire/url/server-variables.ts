// Fills the variables of a server's URL. Generated services that have variables name it, so that other bundles do not carry it.
import { ConfigurationError } from '../../contract/errors.ts';
import type { Server } from '../../contract/operation.ts';
import { getOwn } from '../../contract/own.ts';

/**
 * OpenAPI 3.1 section 4.8.5. A value cannot change the structure of the URL: before the path it may be host labels, with or without a port.
 * @throws {ConfigurationError} for a value outside the variable's enum, or with a character that would change the structure.
 */
export function fillVariables(server: Server, values: object | undefined): string {
  return server.url.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const variable = getOwn(server.variables, name) as { readonly default: string; readonly enum?: readonly string[] } | undefined;
    const given = getOwn(values, name);
    if (given === undefined) return variable?.default ?? placeholder;
    if (typeof given !== 'string') throw new ConfigurationError(`The server variable ${name} must be a string.`);
    if (variable?.enum !== undefined && !variable.enum.includes(given)) {
      throw new ConfigurationError(`The server variable ${name} must be one of: ${variable.enum.join(', ')}.`);
    }
    const allowed = variable?.enum !== undefined || fits(server.url, placeholder, given);
    if (!allowed)
      throw new ConfigurationError(`The server variable ${name} contains a character that would change the structure of the URL.`);
    return given;
  });
}

/** Whether a value stays within its part of the URL: the whole base, the scheme, the host or the path. */
function fits(template: string, placeholder: string, value: string): boolean {
  const before = template.slice(0, template.indexOf(placeholder));
  const after = template.slice(before.length + placeholder.length);
  // The whole base: the result is checked like any base URL.
  if (before === '' && (after === '' || after.startsWith('/'))) return true;
  if (before === '') return /^https?$/.test(value);
  if (/^(?:(?:[a-z]+:)?\/\/[^/]*\/|\/(?!\/))/i.test(before))
    return /^[A-Za-z0-9._~/-]*$/.test(value) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(value);
  return /^[A-Za-z0-9._-]+(?::[0-9]+)?$/.test(value);
}

/** The path of the first server, without a trailing slash: the default base path of a generated server. Documents leave out schemes: `//host/v2`. */
export function basePathOf([first]: readonly Server[]): string {
  const server = first ?? { url: '/' };
  const filled = server.fill?.(server, undefined) ?? server.url;
  return filled
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/^(?!\/|$)/, '/');
}
