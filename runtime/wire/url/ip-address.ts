// IP addresses as numbers, and whether one is in a network.

/** The eight groups of an IPv6 address in any spelling, without its zone. */
export function groupsOf(address: string): number[] | undefined {
  const [plain = ''] = address.split('%');
  if (!URL.canParse(`http://[${plain}]/`)) return undefined;
  const { hostname } = new URL(`http://[${plain}]/`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const read = (text: string | undefined): number[] =>
    text === undefined || text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const before = read(head);
  const after = read(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** The octets of an IPv4 address. A leading zero is refused: some readers take it for octal. */
function octetsOf(address: string): number[] | undefined {
  const octets = address.split('.', 5).map((octet) => (/^(?:0|[1-9]\d{0,2})$/.test(octet) ? Number(octet) : 256));
  return octets.length === 4 && octets.every((octet) => octet < 256) ? octets : undefined;
}

/** The groups of an address of either version; an IPv4 address as IPv6 maps it (RFC 4291 section 2.5.5.2), as sockets for both versions show it. */
function mappedGroups(address: string): number[] | undefined {
  if (address.includes(':')) return groupsOf(address);
  const [a = 0, b = 0, c = 0, d = 0] = octetsOf(address) ?? [256];
  return a > 255 ? undefined : [0, 0, 0, 0, 0, 0xffff, a * 256 + b, c * 256 + d];
}

/** A network, such as `10.0.0.0/8`. */
export interface Network {
  readonly groups: readonly number[];
  /** How many of the 128 bits all of its addresses share. */
  readonly bits: number;
}

/** Reads an address, `::1`, or a network, `10.0.0.0/8`; `undefined` for any other text. */
export function networkOf(text: string): Network | undefined {
  const [address = '', length, more] = text.split('/', 3);
  const groups = mappedGroups(address);
  if (groups === undefined || more !== undefined) return undefined;
  if (length === undefined) return { groups, bits: 128 };
  const most = address.includes(':') ? 128 : 32;
  if (!/^\d{1,3}$/.test(length) || Number(length) > most) return undefined;
  return { groups, bits: Number(length) + 128 - most };
}

export function isInNetwork(address: string, { groups, bits }: Network): boolean {
  const own = mappedGroups(address);
  return (
    own !== undefined &&
    groups.every((group, index) => {
      const free = Math.min(16, Math.max(0, (index + 1) * 16 - bits));
      return group >>> free === (own[index] ?? 0) >>> free;
    })
  );
}
