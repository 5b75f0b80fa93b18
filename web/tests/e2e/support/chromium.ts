/** Where Debian has it: a browser is never downloaded (contract/dashboard.md 5.1). */
export const CHROMIUM = '/usr/bin/chromium';

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
