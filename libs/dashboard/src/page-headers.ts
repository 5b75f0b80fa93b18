/**
 * What the page may load and do: what comes from this origin, and no text that becomes code, style or markup.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * What a page could ask a browser for, and this one never does. Features that only some browsers know are left out: the
 * others complain of them on the console.
 */
const unusedFeatures = [
  ...['accelerometer', 'autoplay', 'camera', 'clipboard-read', 'compute-pressure', 'display-capture'],
  ...['encrypted-media', 'fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid'],
  ...['identity-credentials-get', 'idle-detection', 'keyboard-map', 'local-fonts', 'magnetometer'],
  ...['microphone', 'midi', 'otp-credentials', 'payment', 'picture-in-picture'],
  ...['publickey-credentials-create', 'publickey-credentials-get', 'screen-wake-lock', 'serial'],
  ...['storage-access', 'sync-xhr', 'usb', 'window-management', 'xr-spatial-tracking'],
];

const permissionsPolicy = [
  'clipboard-write=(self)',
  ...unusedFeatures.map((feature) => `${feature}=()`),
].join(', ');

/** Headers of every file of the dashboard. HSTS is for whoever terminates TLS. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy,
};
