import type { IncomingMessage, ServerResponse } from 'node:http';
import { All, Controller, Get, MethodNotAllowedException, Next, Req, Res } from '@nestjs/common';
import { encodingFor, listsTag, pathOf } from '@pennon/api';
import { BuiltDashboard, type BuiltFile } from './built-dashboard';

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
const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy,
};

/** Where files of the dashboard can lie. */
const paths = ['/', '/:file', '/assets/:file'];

/**
 * The files of the dashboard, for anybody: after a login at a provider the page is asked for without its cookie, which
 * browsers keep from navigations that come from elsewhere.
 *
 * The routes are those that files can have; whatever is no file goes on to the API. There is no fallback to the page:
 * its own routes are in the fragment, which is not sent.
 */
@Controller()
export class DashboardController {
  constructor(private readonly dashboard: BuiltDashboard) {}

  /** GET, and HEAD as the framework makes it. */
  @Get(paths)
  answer(@Req() request: IncomingMessage, @Res() response: ServerResponse, @Next() next: () => void): void {
    const path = pathOf(request);
    const file = this.dashboard.find(path);
    if (file !== undefined) send(file, request, response);
    else if (path === '/' && this.dashboard.isMissing) sendNotBuilt(response);
    else next();
  }

  /** @throws MethodNotAllowedException for a file. */
  @All(paths)
  refuseMethod(@Req() request: IncomingMessage, @Next() next: () => void): void {
    if (this.dashboard.find(pathOf(request)) !== undefined) throw new MethodNotAllowedException();
    next();
  }
}

function send(file: BuiltFile, request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  response.appendHeader('Vary', 'Accept-Encoding');
  response.setHeader('ETag', file.tag);
  response.setHeader('Cache-Control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  const held = request.headers['if-none-match'];
  if (held !== undefined && listsTag(held, file.tag)) {
    response.writeHead(304);
    response.end();
    return;
  }
  const encoding = encodingFor(request);
  const encoded = encoding === 'identity' ? undefined : file[encoding];
  if (encoded !== undefined) response.setHeader('Content-Encoding', encoding);
  const body = encoded ?? file.plain;
  response.writeHead(200, { 'Content-Type': file.contentType, 'Content-Length': body.byteLength });
  response.end(body);
}

/** For whoever started the server without building all of it. */
function sendNotBuilt(response: ServerResponse): void {
  const body = 'The dashboard has not been built: run `npm run build`, then start the server again.\n';
  response.writeHead(404, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
