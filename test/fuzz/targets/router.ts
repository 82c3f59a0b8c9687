// Compares the router with a naive implementation: the same template, parameters as they were sent, and no missed match.
import { createRouter } from '../../../runtime/server/routing/router.ts';
import { percentDecode } from '../../../runtime/wire/text.ts';
import { claim, claimEqual, type Fuzz, type Input } from '../support.ts';

const TEMPLATES = [
  '/',
  '/users',
  '/users/',
  '/users/me',
  '/users/{id}',
  '/users/{id}/posts/{post}',
  '/users/me/posts',
  '/users/{id}/posts',
  '/files/{name}.{ext}',
  '/files/{name}',
  '/files/a b',
  '/tags/{tag}:merge',
  '/tags/{tag}',
  '/{any}/x/{any2}',
];

const router = createRouter(TEMPLATES.map((path) => ({ method: 'GET', path, value: path })));

/** Escapes a text for a regular expression. */
function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Whether a path matches a template, segment by segment. */
function fits(template: string, segments: readonly string[]): boolean {
  const wanted = template.split('/').slice(1);
  return (
    wanted.length === segments.length &&
    wanted.every((segment, index) => {
      const sent = segments[index] ?? '';
      if (!segment.includes('{')) return percentDecode(sent) === segment;
      const pattern = segment
        .split(/\{[^{}]+\}/)
        .map(quoted)
        .join('.+?');
      return new RegExp(`^${pattern}$`, 's').test(sent);
    })
  );
}

/** Precedence of a template, per segment: literal before templated, then longer literal text first. */
function rank(template: string): number[] {
  return template
    .split('/')
    .slice(1)
    .map((segment) => (segment.includes('{') ? segment.replace(/\{[^{}]+\}/g, '').length : 1000));
}

function isBefore(a: string, b: string): boolean {
  const ranks = rank(b);
  for (const [index, mine] of rank(a).entries()) if (mine !== ranks[index]) return mine > (ranks[index] ?? 0);
  return false;
}

function checkParameters(template: string, parameters: ReadonlyMap<string, string>, path: string): void {
  // Filling in the parameters gives the path again, except for the escaping of literal parts.
  const filled = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = parameters.get(name);
    claim(value !== undefined && value !== '' && !value.includes('/'), 'a parameter is empty or spans segments', name, value);
    claim(percentDecode(value) !== undefined, 'a parameter cannot be decoded', value);
    return value;
  });
  const decoded = (text: string) => text.split('/').map((segment) => percentDecode(segment));
  claimEqual(decoded(filled), decoded(path), 'the parameters differ from the path');
}

export const fuzz: Fuzz = (input: Input) => {
  const start = input.pick(['/', '/users/', '/files/', '/tags/', '/users/a/posts/']);
  const path = start + input.text();
  const found = router(path);
  const segments = path.split('/').slice(1);
  const isMalformed = segments.some((segment) => {
    const text = percentDecode(segment);
    return text === undefined || text === '.' || text === '..' || text.includes('\0');
  });
  if (isMalformed) {
    claimEqual(found, 'malformed', 'a malformed path was taken');
    return;
  }
  claim(found !== 'malformed', 'a path is not malformed', path);
  const [want] = TEMPLATES.filter((template) => fits(template, segments)).sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
  const route = found?.find('GET');
  const template = route?.value;
  claimEqual(template, want, 'the router found the wrong template');
  if (route !== undefined) checkParameters(route.value, route.parameters, path);
};
