// Tells private network addresses, which a reference must not reach, from public ones.
import { BlockList, isIP } from 'node:net';

// Two lists, since in one list the mapped range `::ffff:0:0/96` would match every IPv4 address.
const inside4 = new BlockList();
const inside6 = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [address = '', bits] = range.split('/');
  inside4.addSubnet(address, Number(bits), 'ipv4');
}
// Includes the ranges that contain an IPv4 address: mapped, translated (NAT64), 6to4, Teredo.
for (const range of [
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]) {
  const [address = '', bits] = range.split('/');
  inside6.addSubnet(address, Number(bits), 'ipv6');
}

/** True for every address that is not public, and for text that is not an address. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  switch (isIP(bare)) {
    case 4:
      return inside4.check(bare, 'ipv4');
    case 6:
      return inside6.check(bare, 'ipv6');
    default:
      return true;
  }
}
