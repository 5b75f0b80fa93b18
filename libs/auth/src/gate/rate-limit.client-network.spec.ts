import { clientNetworkOf } from './rate-limit';

describe('the network of a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
  ])('of %s is %s', (address, network) => {
    expect(clientNetworkOf(address)).toBe(network);
  });

  it.each(['', 'unknown', '1.2.3.4.5', '/tmp/socket'])('of %j is that', (address) => {
    expect(clientNetworkOf(address)).toBe(address);
  });
});
