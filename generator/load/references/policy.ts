// Decides whether a reference to another document is allowed: → the file or URL to read, or the problem.
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Location, Problem } from '../../base/problem.ts';

export interface Policy {
  /** The folders in which files may be read, after realpath: the project's, and that of a document outside it. */
  readonly roots: readonly string[];
  readonly allowRemote: readonly string[];
  readonly own: OwnOrigin | undefined;
}

/** The origin of a document that the command line names: references may stay in it. */
export interface OwnOrigin {
  readonly origin: string;
  /** Whether its address may be private. */
  readonly allowPrivate: boolean;
}

export type Allowed = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'remote'; readonly url: URL };

/** `ref` is the reference as written, `uri` its absolute form. Reads nothing outside the project to decide. */
export function allow(ref: string, uri: string, location: Location, policy: Policy): Allowed | Problem {
  const refuse = (code: string, message: string, fix: string): Problem => ({ code, severity: 'error', message, fix, location });
  const address = ref.split('#', 1)[0] ?? '';
  const shown = JSON.stringify(address);

  if (/^[a-zA-Z]:[\\/]/.test(address) || address.includes('\\')) {
    return refuse('ref-absolute', `${shown} is a Windows path; expected a URI.`, 'Write a path relative to this file, with `/`.');
  }
  const url = new URL(uri);
  switch (url.protocol) {
    case 'http:':
    case 'https:':
      return allowRemote(url, refuse, policy);
    case 'file:':
      break;
    default:
      return refuse(
        'ref-scheme',
        `Cannot resolve \`${uri}\`: no schema has this \`$id\`, and \`${url.protocol}\` addresses are not read.`,
        'Give a schema this `$id`, or refer to a file in the project.',
      );
  }
  if (/^file:/i.test(address) || address.startsWith('/')) {
    return refuse(
      'ref-absolute',
      `${shown} is an absolute path; expected a relative one.`,
      'Write a path relative to this file, inside the project.',
    );
  }
  let path: string;
  try {
    path = fileURLToPath(url);
  } catch {
    return refuse('ref-path', `${shown} is not a valid file path.`, 'Write a path relative to this file, inside the project.');
  }
  if (path.includes('\0'))
    return refuse('ref-path', `${shown} is not a valid file path.`, 'Write a path relative to this file, inside the project.');
  if (!isInside(policy.roots, path)) {
    return refuse(
      'ref-outside-project',
      `${shown} is outside the project folder.`,
      'Copy the file into the project, and refer to the copy.',
    );
  }
  const real = realpathIfAny(path);
  if (!isInside(policy.roots, real)) {
    return refuse(
      'ref-outside-project',
      `${shown} is a link to a file outside the project folder.`,
      'Copy the file into the project, and refer to the copy.',
    );
  }
  return { kind: 'file', path: real };
}

/** The path with links resolved; the path itself where nothing exists. */
export function realpathIfAny(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isInside(roots: readonly string[], path: string): boolean {
  return roots.some((root) => {
    const inner = relative(root, path);
    return inner !== '' && inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
  });
}

function allowRemote(url: URL, refuse: (code: string, message: string, fix: string) => Problem, policy: Policy): Allowed | Problem {
  if (url.username !== '' || url.password !== '') {
    return refuse(
      'ref-credentials',
      'The reference contains a user name or password.',
      'Remove it: references are read without credentials.',
    );
  }
  if (url.origin === policy.own?.origin || policy.allowRemote.some((name) => allows(name, url))) return { kind: 'remote', url };
  const name = url.protocol === 'https:' ? url.host : url.origin;
  return refuse(
    'ref-remote',
    `References to ${url.origin} are not allowed; nothing was fetched.`,
    `Copy the document into the project, or allow the host; suggested config: \`allowRemote: ['${name}']\`.`,
  );
}

/** `name` is a host, which allows https only (`host:port` for another port), or an origin. */
export function allows(name: string, url: URL): boolean {
  if (!name.includes('://')) return url.protocol === 'https:' && url.host === name.toLowerCase();
  try {
    const origin = new URL(name);
    return (origin.protocol === 'https:' || origin.protocol === 'http:') && origin.origin === url.origin;
  } catch {
    return false;
  }
}
