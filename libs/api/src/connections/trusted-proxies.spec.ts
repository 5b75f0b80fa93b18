import { TrustedProxies } from './trusted-proxies';

const proxies = new TrustedProxies(['10.0.0.0/8', 'fd00::/8']);
const proxy = '10.0.0.1';

describe('the address of a client behind a trusted proxy', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:54321', '203.0.113.7'],
    ['203.0.113.7:', '203.0.113.7'],
    ['[203.0.113.7]', '203.0.113.7'],
    ['[203.0.113.7]:54321', '203.0.113.7'],
    ['"203.0.113.7:54321"', '203.0.113.7'],
    ['  203.0.113.7\t', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:cb00:7107]:443', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0:0::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:54321', '2001:db8::1'],
    ['"[2001:db8::1]:54321"', '2001:db8::1'],
    ['2001:db8:0:0:0:0:0:1:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:443', 'fe80::1'],
  ])('is the same in every spelling: %s', (entry, address) => {
    expect(proxies.clientOf(proxy, entry)).toBe(address);
    expect(proxies.clientOf(proxy, `198.51.100.1, ${entry}`)).toBe(address);
    expect(proxies.clientOf(proxy, ['198.51.100.1', `${entry}, 10.0.0.2:80`])).toBe(address);
  });

  it.each([
    '',
    ' ',
    ',',
    'unknown',
    '_hidden',
    '-',
    'client.example',
    '10',
    '0x7f.1',
    '203.0.113.7:x',
    '[',
    '[]',
    '""',
  ])('is the address of the proxy where the proxy names none: %j', (entry) => {
    expect(proxies.clientOf(proxy, entry)).toBe(proxy);
  });

  it('is never what stands before an entry without an address, which anybody can have written', () => {
    expect(proxies.clientOf(proxy, '203.0.113.7, unknown')).toBe(proxy);
    expect(proxies.clientOf(proxy, '203.0.113.7, unknown, 10.0.0.2')).toBe('10.0.0.2');
  });

  it('is taken from proxies whose own address has a port', () => {
    expect(proxies.clientOf(proxy, '203.0.113.7:1, [fd00::1]:2, 10.0.0.2:3')).toBe('203.0.113.7');
  });
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['', ''],
  ['unknown', 'unknown'],
])('the address of a client that no trusted proxy is in front of is the peer: %j', (peer, address) => {
  expect(proxies.clientOf(peer)).toBe(address);
  expect(proxies.clientOf(peer, '203.0.113.7:1')).toBe(address);
});
