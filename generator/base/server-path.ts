// The URL of a server, and its path, which stands before the paths of its operations.

interface WrittenServer {
  readonly url: string;
  readonly variables: readonly { readonly name: string; readonly default: string }[];
}

/** The URL of a server with the defaults of its variables, without a final slash. */
export function serverUrl(server: WrittenServer | undefined): string {
  if (server === undefined) return '';
  return server.url
    .replace(/\{([^}]+)\}/g, (whole, name) => server.variables.find((variable) => variable.name === name)?.default ?? whole)
    .replace(/\/$/, '');
}

/** `https://email.example.com/v2/` → `/v2`: without a final slash. Documents write hosts that no URL has, such as `https://host:<port>/v2`. */
export function serverPath(url: string): string {
  const path = URL.parse(url, 'http://localhost/')?.pathname ?? /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';
  return path.replace(/\/+$/, '');
}
