import { isValid, parse, IPv6 } from 'ipaddr.js';

/** Groups of 16 bits that name a network of IPv6: whoever has one has every address in it. */
const NETWORK_GROUPS = 4;

/**
 * What one client can be told from another by: its IPv4 address, or the /64 of its IPv6 address, within which it may
 * choose any address for every call. What is no address stands for itself.
 */
export function clientNetworkOf(address: string): string {
  if (!isValid(address)) return address;
  const parsed = parse(address);
  if (!(parsed instanceof IPv6)) return parsed.toString();
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.map((part, index) => (index < NETWORK_GROUPS ? part : 0));
  return `${new IPv6(network).toString()}/64`;
}
