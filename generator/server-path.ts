// The path of a server's URL, which stands before the paths of its operations.

/** `https://email.example.com/v2/` → `/v2`: without a final slash, and empty for a URL that cannot be parsed. */
export function serverPath(url: string): string {
  try {
    return new URL(url, 'http://localhost/').pathname.replace(/\/+$/, '');
  } catch {
    return '';
  }
}
