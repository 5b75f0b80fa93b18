import { existsSync } from 'node:fs';

/** Where Debian has Chromium, first the one without the parts that need a screen. No browser is ever downloaded. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** The browser that tests start; it may not be installed. */
export const CHROMIUM = places.find((place) => existsSync(place)) ?? places[0];

/** What keeps Chromium from asking anybody but the servers of the test. */
const quiet = [
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Other hosts cannot be found, even where there is a network.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** As root, which is what CI runs as, the sandbox of Chromium does not work. */
export const chromiumArguments = [...quiet, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
