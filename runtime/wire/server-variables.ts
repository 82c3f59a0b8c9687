// Fills the variables of a server of the document. What a generated service names where it has variables, so that other clients do not carry it.
import { ConfigurationError } from '../contract/errors.ts';
import type { Server } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';

/**
 * OpenAPI 3.1 section 4.8.5. A value may not add a part to the URL: what stands before the path is one or more host labels, with a port at most.
 * @throws {ConfigurationError} for a value outside the variable's enum, or one with a character that would change the URL's structure.
 */
export function fillVariables(server: Server, values: object | undefined): string {
  return server.url.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const variable = getOwn(server.variables, name) as { readonly default: string; readonly enum?: readonly string[] } | undefined;
    const given = getOwn(values, name);
    if (given === undefined) return variable?.default ?? placeholder;
    if (typeof given !== 'string') throw new ConfigurationError(`The server variable ${name} must be text.`);
    if (variable?.enum !== undefined && !variable.enum.includes(given)) {
      throw new ConfigurationError(`The server variable ${name} must be one of ${variable.enum.join(', ')}.`);
    }
    const allowed = variable?.enum !== undefined || fits(server.url, placeholder, given);
    if (!allowed) throw new ConfigurationError(`The server variable ${name} has a character that would change the URL around it.`);
    return given;
  });
}

/** Whether a value stays in its part of the URL: the whole base, the scheme, the host or the path. */
function fits(template: string, placeholder: string, value: string): boolean {
  const before = template.slice(0, template.indexOf(placeholder));
  const after = template.slice(before.length + placeholder.length);
  if (before === '' && (after === '' || after.startsWith('/'))) return true; // The result is checked as any base URL.
  if (before === '') return /^https?$/.test(value);
  if (/^(?:[a-z]+:\/\/[^/]*)?\//i.test(before)) return /^[A-Za-z0-9._~/-]*$/.test(value) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(value);
  return /^[A-Za-z0-9._-]+(?::[0-9]+)?$/.test(value);
}

/** The path of the first server, without a trailing slash: where a generated server is mounted unless told. */
export function basePathOf([first]: readonly Server[]): string {
  const server = first ?? { url: '/' };
  const filled = server.fill?.(server, undefined) ?? server.url;
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.test(filled) ? filled.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') : filled;
  return path
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/^(?!\/|$)/, '/');
}
