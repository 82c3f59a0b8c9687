// Says which names and addresses are those of this machine.
import { isIP } from 'node:net';

/** Whether a host name without brackets is one of this machine. */
export function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}
