// The hash by which a Content-Security-Policy allows an inline script or style.
import { createHash } from 'node:crypto';

export function sourceHash(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}
