// Decides whether an address from outside may be called: private addresses are refused, in any spelling (server-side request forgery).
import { OctavoError } from '../contract/errors.ts';
import { groupsOf } from '../wire/url/ip-address.ts';

/** Which private addresses may be called: none (`false`), those of this machine (`loopback`), or all (`true`). */
export type AllowPrivate = boolean | 'loopback';

/** An address that may not be called: private, or neither http nor https. The message does not quote it. */
export class BlockedAddressError extends OctavoError {
  override readonly name = 'BlockedAddressError';
  /** Identifies the error as the cause of a failed `fetch`. */
  readonly code = BLOCKED;

  constructor(reason: string) {
    super(`The receiver's address ${reason}.`);
  }
}

export const BLOCKED = 'ERR_ADDRESS_BLOCKED';

/**
 * Parses a URL that may be called. `URL` normalises spellings: `0x7f000001`, `2130706433`, `017700000001` and `127.1` are all `127.0.0.1`.
 * Names that resolve to a private address pass; only `guardedFetch` of the entry `/node`, which connects, can check those.
 * @throws {BlockedAddressError}
 */
export function checkTarget(text: string, allow: AllowPrivate = false): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new BlockedAddressError('is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new BlockedAddressError('must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') throw new BlockedAddressError('must not have a user name or password');
  if (!isAllowed(reachOfHost(url.hostname), allow)) throw new BlockedAddressError('is in a private network');
  // Other services below 1024 are not webhook receivers: mail servers, shells, databases with text protocols.
  const port = Number(url.port);
  if (allow === false && port !== 0 && port < 1024 && port !== 80 && port !== 443)
    throw new BlockedAddressError('has a port below 1024 other than 80 and 443');
  return url;
}

type Reach = 'public' | 'loopback' | 'private';

export function isAllowed(reach: Reach, allow: AllowPrivate): boolean {
  return reach === 'public' || allow === true || (allow === 'loopback' && reach === 'loopback');
}

/** Domain names for private use: RFC 6761, RFC 6762, RFC 8375, and ICANN's `.internal`. */
const PRIVATE_NAMES = ['local', 'internal', 'home.arpa', 'intranet', 'lan', 'corp', 'home', 'localdomain'];

/** Classifies the host of a parsed URL by its name alone. */
function reachOfHost(hostname: string): Reach {
  if (hostname.startsWith('[')) return reachOfAddress(hostname.slice(1, -1));
  // A loop, since `/\.+$/` takes the square of the number of dots.
  let end = hostname.length;
  while (hostname[end - 1] === '.') end--;
  const name = hostname.slice(0, end).toLowerCase();
  if (/^[0-9]+(?:\.[0-9]+){3}$/.test(name)) return reachOfAddress(name);
  if (name === 'localhost' || name.endsWith('.localhost')) return 'loopback';
  // A name without a dot is resolved by the search list of the local network.
  const isPrivate = !name.includes('.') || PRIVATE_NAMES.some((ending) => name.endsWith(`.${ending}`));
  return isPrivate ? 'private' : 'public';
}

/** Classifies an IP address. Text that is not an address counts as private, so that nothing slips through. */
export function reachOfAddress(address: string): Reach {
  if (!address.includes(':')) return reachOfIpv4(address.split('.').map(Number));
  const groups = groupsOf(address);
  return groups === undefined ? 'private' : reachOfIpv6(groups);
}

/** Networks and their prefix lengths in bits: IANA's special-purpose registry (RFC 6890), multicast and reserved addresses. */
const PRIVATE_IPV4: readonly (readonly [address: readonly number[], bits: number])[] = [
  [[0, 0, 0, 0], 8],
  [[10, 0, 0, 0], 8],
  [[100, 64, 0, 0], 10],
  [[169, 254, 0, 0], 16],
  [[172, 16, 0, 0], 12],
  [[192, 0, 0, 0], 24],
  [[192, 0, 2, 0], 24],
  [[192, 88, 99, 0], 24],
  [[192, 168, 0, 0], 16],
  [[198, 18, 0, 0], 15],
  [[198, 51, 100, 0], 24],
  [[203, 0, 113, 0], 24],
  [[224, 0, 0, 0], 3],
];

function reachOfIpv4(octets: readonly number[]): Reach {
  if (octets.length !== 4 || octets.some((octet) => !Number.isInteger(octet) || octet < 0 || octet > 255)) return 'private';
  if (octets[0] === 127) return 'loopback';
  const value = numberOf(octets);
  return PRIVATE_IPV4.some(([address, bits]) => value >>> (32 - bits) === numberOf(address) >>> (32 - bits)) ? 'private' : 'public';
}

function numberOf(octets: readonly number[]): number {
  return octets.reduce((value, octet) => ((value << 8) | octet) >>> 0, 0);
}

/** 2000::/3 is public, except its special-purpose networks. An address that embeds an IPv4 address is classified by that one. */
function reachOfIpv6(groups: readonly number[]): Reach {
  const [first = 0, second = 0] = groups;
  const zeros = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  const embedded = (at: number): Reach => {
    const [high = 0, low = 0] = groups.slice(at, at + 2);
    return reachOfIpv4([high >> 8, high & 255, low >> 8, low & 255]);
  };
  if (zeros(0, 7) && groups[7] === 1) return 'loopback';
  if (zeros(0, 5) && groups[5] === 0xffff) return embedded(6);
  if (first === 0x64 && second === 0xff9b && zeros(2, 6)) return embedded(6);
  if (first === 0x2002) return embedded(1);
  // 2001::/23: Teredo, ORCHID and others. 2001:db8::/32 and 3fff::/20: documentation.
  if (first === 0x2001 && (second < 0x200 || second === 0xdb8)) return 'private';
  if (first === 0x3fff && second < 0x1000) return 'private';
  return first >> 13 === 1 ? 'public' : 'private';
}
